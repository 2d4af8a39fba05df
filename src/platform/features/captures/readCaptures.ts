import { type RawBuilder, type SqlBool, sql } from "kysely";
import { commonCallId, legSuffix } from "../../../core/telephony/sip/callId.ts";
import { type Captured, type Endpoint, parseEndpoint, parseTransport } from "../../../core/telephony/sip/captured.ts";
import type { CallEvent } from "../../../core/telephony/sip/ladder.ts";
import { groupBy } from "../../../core/values/groupBy.ts";
import { anyOf } from "../../db/statements.ts";
import type { Actor, ReadContext } from "../../resourceHooks.ts";

/** Bounds of the newest messages that are searched for calls, of listed calls, and of the messages of one call. */
const [MAX_SEARCHED_MESSAGES, MAX_LISTED_CALLS, MAX_CALL_MESSAGES] = [50_000, 1000, 5000];

/** Names of subscribers under which messages are traced, with their ids. */
const tracedNames = (condition: RawBuilder<unknown>) => sql`select owner.id, owner.reseller_id, key.name
  from subscribers as owner
  join domains on domains.id = owner.domain_id
  cross join lateral (values (owner.uuid), (owner.username || '@' || domains.domain),
    ('sip:' || owner.username || '@' || domains.domain)) as key (name)
  where ${condition}`;

/** The rows of `sip_trace as trace` that the caller may see: those of own subscribers, for who has a reseller. */
export function visibleTraces({ resellerId }: Actor): RawBuilder<SqlBool> {
  if (resellerId === null) return sql<SqlBool>`true`;
  const names = tracedNames(sql`owner.reseller_id = ${resellerId}`);
  return sql<SqlBool>`trace.traced_user in (select own.name from (${names}) as own)`;
}

/** The rows of one subscriber. */
export function tracesOf(subscriberId: number): RawBuilder<SqlBool> {
  const names = tracedNames(sql`owner.id = ${subscriberId}`);
  return sql<SqlBool>`trace.traced_user in (select own.name from (${names}) as own)`;
}

/** Microseconds since 1970. */
export const tracedAt = sql<number>`(floor(extract(epoch from trace.time_stamp)) * 1000000 + trace.time_us)::float8`;

/** A stored call, with the text of its first message. */
interface StoredCall {
  readonly callId: string;
  readonly events: readonly CallEvent[];
  readonly first: string;
  /** Users that its messages are traced for, in order; empty ones are nobody. */
  readonly tracedUsers: readonly string[];
}

interface EventRow {
  readonly callid: string;
  readonly at: number;
  readonly method: string;
  readonly status: string;
  readonly traced_user: string;
  readonly way: string;
  readonly msg: string | null;
}

/** The newest calls that have a message which matches all conditions; all their messages that the caller sees. */
export async function readCalls(
  { db, actor }: ReadContext,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<readonly StoredCall[]> {
  const visible = visibleTraces(actor);
  const { rows: newestCalls } = await sql<{ callid: string }>`
    select callid from (
      select trace.callid, trace.time_stamp from sip_trace as trace
      where ${sql.join([visible, ...conditions], sql` and `)}
      order by trace.time_stamp desc limit ${MAX_SEARCHED_MESSAGES}
    ) as newest group by callid order by max(time_stamp) desc limit ${MAX_LISTED_CALLS}`.execute(db);
  const ids = newestCalls.flatMap(({ callid }) => legCallIds(callid));
  if (ids.length === 0) return [];
  const { rows } = await sql<EventRow>`
    select callid, at, method, status, traced_user, way,
      case when row_number() over (partition by base order by at, id) = 1 then msg end as msg
    from (
      select trace.id, trace.callid, ${tracedAt} as at, trace.method, trace.status, trace.traced_user, trace.msg,
        trace.fromip || ' ' || trace.toip as way, regexp_replace(trace.callid, ${legSuffix}, '') as base
      from sip_trace as trace where ${visible} and trace.callid = ${anyOf(new Set(ids))}
    ) as traced order by at, id`.execute(db);
  return [...groupBy(rows, ({ callid }) => commonCallId(callid))].map(([callId, callRows]) => ({
    callId,
    events: eventsOf(callRows),
    first: callRows.find(({ msg }) => msg !== null)?.msg ?? "",
    tracedUsers: [...new Set(callRows.map(({ traced_user }) => traced_user))],
  }));
}

/** Call-IDs under which messages of a call may be stored. */
export function legCallIds(callId: string): readonly string[] {
  const base = commonCallId(callId);
  return [callId, base, `${base}_b2b-1`, `${base}_pbx-1`];
}

/** A message that is traced for several users is one. */
function eventsOf(rows: readonly EventRow[]): readonly CallEvent[] {
  const distinct = new Map(rows.map((row) => [[row.at, row.way, row.callid, row.method, row.status].join("\n"), row]));
  return [...distinct.values()].map(({ at, callid, method, status }) => {
    const code = Number.parseInt(status, 10);
    return { at, callId: callid, method, status: Number.isNaN(code) ? null : code };
  });
}

/** The messages of a call that the caller sees, all its legs, in order. */
export async function readMessages({ db, actor }: ReadContext, callId: string): Promise<readonly Captured[]> {
  const { rows } = await sql<{ at: number; fromip: string; toip: string; msg: string }>`
    select distinct ${tracedAt} as at, trace.fromip, trace.toip, trace.msg, min(trace.id) as id
    from sip_trace as trace
    where ${visibleTraces(actor)} and trace.callid = ${anyOf(legCallIds(callId))}
    group by 1, 2, 3, 4 order by 1, 5 limit ${MAX_CALL_MESSAGES}`.execute(db);
  return rows.map(toCaptured);
}

export interface StoredMessage {
  readonly at: number;
  readonly fromip: string;
  readonly toip: string;
  readonly msg: string;
}

export function toCaptured({ at, fromip, toip, msg }: StoredMessage): Captured {
  const [protocol = ""] = /^[a-z]+(?=:)/i.exec(fromip) ?? [];
  return {
    at,
    transport: parseTransport(protocol) ?? "UDP",
    source: endpointOf(fromip),
    target: endpointOf(toip),
    text: msg,
  };
}

/** The endpoint in `udp:192.0.2.1:5060`; older rows have only an address. */
function endpointOf(text: string): Endpoint {
  const endpoint = text.replace(/^[a-z]+:(?=[\d[])/i, "");
  return parseEndpoint(endpoint) ?? { address: endpoint.replaceAll(/[[\]]/g, ""), port: 5060 };
}

interface TracedSubscriber {
  readonly id: number;
  readonly reseller_id: number;
}

/** Subscribers by the name under which their messages are traced. */
export async function tracedSubscribers(
  { db }: ReadContext,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, TracedSubscriber>> {
  const { rows } = await sql<TracedSubscriber & { name: string }>`select known.id, known.reseller_id, known.name
    from (${tracedNames(sql`owner.status <> 'terminated'`)}) as known where known.name = ${anyOf(names)}`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}
