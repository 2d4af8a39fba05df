import { businessError } from "../../core/businessRules.ts";
import type { CalendarDescriptor, Json, WireRecord } from "../../core/descriptor.ts";
import { validationFailed } from "../../core/errors.ts";
import { importCalendar } from "../../core/icalendar/parseCalendar.ts";

/**
 * The events and the name of an attached calendar, unless the record itself sets them. An empty part counts as none.
 * Throws 422 at the part's name for a malformed file.
 */
export async function readCalendarPart(
  { events, name, file }: CalendarDescriptor,
  part: File | string | null,
  record: WireRecord,
): Promise<WireRecord> {
  const text = part === null || typeof part === "string" ? (part ?? "") : await part.text();
  if (text.trim() === "") return record;
  const parsed = await importCalendar(text);
  if ("problem" in parsed) {
    const { line, text: wrong } = parsed.problem;
    throw validationFailed([
      line > 0
        ? businessError(`/${file}`, "calendarLine", { line, text: wrong.slice(0, 200) })
        : businessError(`/${file}`, "calendarUnreadable"),
    ]);
  }
  return {
    ...record,
    [events]: record[events] ?? ([...parsed.events] as Json),
    [name]: record[name] ?? parsed.name ?? null,
  };
}
