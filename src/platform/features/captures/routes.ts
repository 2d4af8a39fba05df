import type { FastifyInstance, FastifyRequest } from "fastify";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import type { Captured } from "../../../core/telephony/sip/captured.ts";
import { formatInstant, writeText } from "../../../core/telephony/sip/captureText.ts";
import { methodOf, parseSip } from "../../../core/telephony/sip/message.ts";
import { writePcap } from "../../../core/telephony/sip/pcap.ts";
import { notFound } from "../../../core/validation/errors.ts";
import { parseWireInstant, toPlatformTime } from "../../../core/values/dateTime.ts";
import { type CollectionPage, collectionPath, itemPath, toCollection } from "../../http/hal.ts";
import { attachmentHeader, type ItemRequest, pagingOf, type Query, queryOf } from "../../http/query.ts";
import type { PlatformContext } from "../../records/context.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { readMessages, type StoredMessage, toCaptured, tracedAt, tracesOf, visibleTraces } from "./readCaptures.ts";

const NAME = "sipcaptures";

/**
 * `GET /api/sipcaptures/`: captured messages, one record for each traced user; filters `call_id`, `method`, `start_ge`,
 * `start_le` and `subscriber_id`, newest first unless `order_by_direction=asc`. `GET /api/sipcaptures/{Call-ID}`: the
 * messages of a call as a pcap file, or as the client accepts it: as text (`text/plain`) or as JSON. Who may read call
 * flows may read these.
 */
export function registerSipCaptures(app: FastifyInstance, context: PlatformContext): void {
  const flows = context.computed.get("callflows");
  if (!flows) return;
  const readingOf = async (request: FastifyRequest): Promise<ReadContext> =>
    context.readAs(await context.callerWith(request, "read", flows.descriptor));

  app.get(collectionPath(NAME), async (request) => {
    const reading = await readingOf(request);
    const query = queryOf(request);
    return toCollection(NAME, collectionPath(NAME), await listMessages(context, reading, query), query);
  });

  app.get(itemPath(NAME, ":id"), async (request: ItemRequest, reply) => {
    const context = await readingOf(request);
    const { id } = request.params;
    const messages = id.includes("\0") ? [] : await readMessages(context, id);
    if (messages.length === 0) throw notFound(NAME, id);
    const accept = request.headers.accept ?? "";
    if (/application\/(?:hal\+)?json/.test(accept)) return { call_id: id, messages: messages.map(toWire) };
    const isText = accept.includes("text/plain");
    return reply
      .header(
        "Content-Disposition",
        attachmentHeader(fileName(messages, id, context.timeZone, isText ? "txt" : "pcap")),
      )
      .header("X-Content-Type-Options", "nosniff")
      .type(isText ? "text/plain; charset=utf-8" : "application/vnd.tcpdump.pcap")
      .send(isText ? writeText(messages) : Buffer.from(writePcap(messages)));
  });
}

/** `2026-01-31_10-11-12_-<Call-ID>.pcap`, with the time of the first message. */
function fileName([first]: readonly Captured[], callId: string, zone: string, ending: string): string {
  const time = toPlatformTime(new Date((first?.at ?? 0) / 1000), zone).slice(0, 19);
  return `${time.replaceAll(":", "-").replace(/[ T]/, "_")}_-${callId.replaceAll(/[/\\]/g, "_")}.${ending}`;
}

interface MessageRow extends StoredMessage {
  readonly id: number;
}

async function listMessages(
  { settings }: PlatformContext,
  context: ReadContext,
  query: Query,
): Promise<CollectionPage> {
  const { page, rows: limit } = pagingOf(query, settings.maxRows);
  const direction = query.get("order_by_direction")?.toLowerCase() === "asc" ? sql`asc` : sql`desc`;
  const matching = sql`from sip_trace as trace
    where ${sql.join([visibleTraces(context.actor), ...conditionsOf(context, query)], sql` and `)}`;
  const count = await sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(context.db);
  const { rows } = await sql<MessageRow>`
    select trace.id, ${tracedAt} as at, trace.fromip, trace.toip, trace.msg ${matching}
    order by trace.time_stamp ${direction}, trace.time_us ${direction}, trace.id ${direction}
    limit ${limit} offset ${(page - 1) * limit}`.execute(context.db);
  const total = count.rows[0]?.total ?? 0;
  const records = rows.map((row) => ({ id: row.id, ...toWire(toCaptured(row)) }));
  return { page, rows: limit, records, total, hasNext: total > page * limit };
}

function conditionsOf({ timeZone }: ReadContext, query: Query): readonly RawBuilder<SqlBool>[] {
  const never = sql<SqlBool>`false`;
  const conditionFor = (name: string, toCondition: (value: string) => RawBuilder<SqlBool>) => {
    const value = query.get(name);
    if (value === undefined) return [];
    return value.includes("\0") ? [never] : [toCondition(value)];
  };
  const since = (compare: RawBuilder<unknown>) => (value: string) => {
    const instant = parseWireInstant(value, timeZone);
    return instant ? sql<SqlBool>`trace.time_stamp ${compare} ${instant}::timestamptz` : never;
  };
  return [
    ...conditionFor("call_id", (value) => sql<SqlBool>`trace.callid = ${value}`),
    // The status of responses, as in the records.
    ...conditionFor("method", (value) => sql<SqlBool>`coalesce(nullif(trace.status, ''), trace.method) = ${value}`),
    ...conditionFor("start_ge", since(sql`>=`)),
    ...conditionFor("start_le", since(sql`<=`)),
    ...conditionFor("subscriber_id", (value) => (isStorableId(Number(value)) ? tracesOf(Number(value)) : never)),
  ];
}

/** A message in the wire format; `method` is the status of a response. */
function toWire({ at, transport, source, target, text }: Captured): WireRecord {
  const message = parseSip(text);
  return {
    timestamp: formatInstant(at),
    protocol: source.address.includes(":") ? "IPv6" : "IPv4",
    transport,
    src_ip: source.address,
    src_port: source.port,
    dst_ip: target.address,
    dst_port: target.port,
    method: message?.kind === "response" ? String(message.status) : (message?.method ?? null),
    cseq_method: message ? methodOf(message) : null,
    call_id: message?.callId ?? null,
    from_uri: message?.from?.uri ?? null,
    request_uri: message?.kind === "request" ? message.uri : null,
    payload: text,
  };
}
