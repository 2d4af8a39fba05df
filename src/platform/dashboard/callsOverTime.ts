import { sql } from "kysely";
import type { CallsBucket } from "../../core/dashboardAnswers.ts";
import { toRfc3339 } from "../../core/dateTime.ts";
import { legSuffix } from "../../core/sip/callId.ts";
import type { Reading } from "../entityHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";
import { bucketStarts, nextStart, type Step } from "./buckets.ts";

export interface CallsOverTime {
  readonly by: Step;
  readonly tz: string;
  /** RFC 3339: start of the first bucket and end of the last. */
  readonly from: string;
  readonly to: string;
  readonly buckets: readonly CallsBucket[];
}

export interface CallsPeriod {
  readonly from: Date;
  readonly to: Date;
  readonly by: Step;
  readonly tz: string;
}

/**
 * The caller's calls per hour or day of a zone, empty hours included. The legs of a forwarded call count once.
 */
export async function callsOverTime(
  { db, actor }: Reading,
  calls: ResourcePlan,
  period: CallsPeriod,
): Promise<CallsOverTime> {
  const { by, tz } = period;
  const starts = bucketStarts(period.from, period.to, by, tz);
  const first = starts[0] ?? period.from;
  const end = nextStart(starts.at(-1) ?? first, by, tz);
  const bounds = starts.map(toRfc3339);
  const time = sql.ref(`${rootAlias}.start_time`);
  const callId = sql`regexp_replace(${sql.ref(`${rootAlias}.call_id`)}, ${legSuffix}, '')`;
  const inPeriod = [sql<boolean>`${time} >= ${first}`, sql<boolean>`${time} < ${end}`];
  const { rows } = await sql<{ bucket: number; calls: string | number; answered: string | number }>`
    select width_bucket(${time}, ${sql`array[${sql.join(bounds)}]::timestamptz[]`}) as bucket,
      count(distinct ${callId}) as calls,
      count(distinct ${callId}) filter (where ${sql.ref(`${rootAlias}.call_status`)} = 'ok') as answered
    ${from(calls)} ${whereAll([...inPeriod, ...visibleTo(calls, actor)])} group by 1`.execute(db);
  const counts = new Map(rows.map((row) => [Number(row.bucket) - 1, row]));
  const buckets = bounds.map((start, index) => {
    const found = counts.get(index);
    const answered = Number(found?.answered ?? 0);
    return { start, answered, unanswered: Number(found?.calls ?? 0) - answered };
  });
  return { by, tz, from: toRfc3339(first), to: toRfc3339(end), buckets };
}
