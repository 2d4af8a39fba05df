import type { FastifyReply } from "fastify";
import type { CalendarDescriptor, WireRecord } from "../../core/descriptor.ts";
import type { EventRecord } from "../../core/events/readEvent.ts";
import { writeCalendar } from "../../core/icalendar/writeCalendar.ts";
import { isObject } from "../../core/isObject.ts";
import { attachment } from "../http/disposition.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/**
 * Whether a record that is also a calendar is requested as one: unless JSON is accepted explicitly and "anything" is
 * not, as on older platforms.
 */
export function wantsCalendar(accept: string | undefined): boolean {
  return !accept?.includes("application/json") || accept.includes("*/*");
}

export function sendCalendar(
  { name }: ResourcePlan,
  calendar: CalendarDescriptor,
  record: WireRecord,
  reply: FastifyReply,
): FastifyReply {
  const title = String(record[calendar.name] ?? name);
  const events = record[calendar.events];
  const text = writeCalendar({
    name: title,
    events: (Array.isArray(events) ? events : []).filter((event): event is EventRecord & typeof event =>
      isObject(event),
    ),
    id: `${name}-${record.id}`,
    stamp: new Date(0),
  });
  return reply
    .header("Content-Disposition", attachment(`${title}.ics`))
    .header("X-Content-Type-Options", "nosniff")
    .type("text/calendar; charset=utf-8")
    .send(text);
}
