import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isStorableId } from "../../core/schema/ids.ts";
import { summarize } from "../../core/telephony/sip/ladder.ts";
import { parseSip } from "../../core/telephony/sip/message.ts";
import { parseWireInstant, toRfc3339 } from "../../core/values/dateTime.ts";
import { anyOf } from "../db/statements.ts";
import { legCallIds, readCalls, tracedSubscribers, tracesOf } from "../features/captures/readCaptures.ts";
import type { Query } from "../http/query.ts";
import { toLikePattern } from "../records/query/like.ts";
import type { ReadContext, ResourceHooks } from "../resourceHooks.ts";

/** Calls whose messages are stored: the newest thousand that match, of the newest fifty thousand messages. */
export const callflows: ResourceHooks<"callflows"> = {
  handledFilters: ["subscriber_id"],

  async computeRecords(context, query) {
    // PostgreSQL stores no such text.
    if (["id", "call_id"].some((name) => query.get(name)?.includes("\0"))) return [];
    const calls = await readCalls(context, conditionsOf(context, query));
    const names = new Set(calls.flatMap(({ tracedUsers }) => tracedUsers));
    const subscribers = await tracedSubscribers(context, names);
    return calls.map(({ callId, events, first, tracedUsers }) => {
      const { method, status, talked } = summarize(events);
      const message = parseSip(first);
      const [subscriber] = tracedUsers.flatMap((name) => subscribers.get(name) ?? []);
      return {
        id: callId,
        timestamp: toRfc3339(new Date((events[0]?.at ?? 0) / 1000)),
        from_uri: message?.from?.uri ?? null,
        to_uri: message?.to?.uri ?? null,
        method,
        response: status,
        duration: talked === null ? null : Math.round(talked / 1e6),
        messages: events.length,
        reseller_id: subscriber?.reseller_id ?? null,
        subscriber_id: subscriber?.id ?? null,
      };
    });
  },
};

/** Returns conditions that at least one message of a call must meet; records are filtered again as they are shown. */
function conditionsOf({ timeZone }: ReadContext, query: Query): readonly RawBuilder<SqlBool>[] {
  const ids = query.get("id");
  const callId = query.get("call_id");
  const subscriber = query.get("subscriber_id");
  const [from, until] = ["start_ge", "start_le"].map((name) => parseWireInstant(query.get(name) ?? "", timeZone));
  return [
    ...(ids === undefined ? [] : [sql<SqlBool>`trace.callid = ${anyOf([ids, ...ids.split(",")].flatMap(legCallIds))}`]),
    ...(callId === undefined ? [] : [callIdCondition(callId)]),
    ...(subscriber === undefined
      ? []
      : [isStorableId(Number(subscriber)) ? tracesOf(Number(subscriber)) : sql<SqlBool>`false`]),
    ...(from ? [sql<SqlBool>`trace.time_stamp >= date_trunc('second', ${from}::timestamptz)`] : []),
    ...(until ? [sql<SqlBool>`trace.time_stamp <= ${until}`] : []),
  ];
}

/** Further legs have the Call-ID with an ending. */
function callIdCondition(pattern: string): RawBuilder<SqlBool> {
  return pattern.includes("*")
    ? sql<SqlBool>`trace.callid ilike ${`${toLikePattern(pattern)}%`}`
    : sql<SqlBool>`trace.callid = ${anyOf(legCallIds(pattern))}`;
}
