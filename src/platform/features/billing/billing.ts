import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { memoize } from "../../../core/values/memoize.ts";
import { toJsonArray } from "../../records/hookHelpers.ts";
import type {
  Check,
  ColumnValues,
  ReadContext,
  Row,
  ValidateEvent,
  WriteEvent,
  WrittenRecord,
} from "../../resourceHooks.ts";
import {
  type BrokenInterval,
  findProfileIdAt,
  futureIntervals,
  type Interval,
  type IntervalRules,
  planFirstSchedule,
  planSchedule,
  planSingleProfile,
  type SchedulePlan,
  sortByStart,
} from "./billingIntervals.ts";

/** Fields of a contract or customer that write its billing; `all_billing_profiles` stores the result. */
const WRITTEN_BY = ["billing_profile_definition", "billing_profile_id", "billing_profiles"];
/** Zone of wire timestamps without an offset. */
const ZONE = "UTC";

/** A schedule or a package sent alone implies the definition by it: responses always say `id`. */
export async function impliedDefinition({ body, sentFields }: ValidateEvent): Promise<WireRecord> {
  const [field, ...furtherFields] = [...WRITTEN_BY, "profile_package_id"].filter((name) => sentFields.has(name));
  if (furtherFields.length > 0) return body;
  if (field === "billing_profiles") return { ...body, billing_profile_definition: "profiles" };
  // A package that is removed leaves the schedule as it is.
  const isPackage = field === "profile_package_id" && hasValue(body.profile_package_id);
  return isPackage ? { ...body, billing_profile_definition: "package" } : body;
}

/** Sets the requested intervals. */
export function writeBilling(event: BillingEvent & { readonly values: ColumnValues<"contracts" | "customers"> }): void {
  const planned = planOf(event);
  if (planned) event.values.all_billing_profiles = planned.intervals;
}

/** An event of a contract or a customer. */
type BillingEvent = Pick<WriteEvent, "mode" | "context" | "sentFields"> & {
  readonly input: WrittenRecord<"contracts" | "customers">;
  readonly previous: Billed | undefined;
};

type Billed = Partial<Pick<Row<"contracts" | "customers">, "all_billing_profiles">>;

const planOf = memoize((event: BillingEvent): SchedulePlan | undefined => {
  const { input, mode, context, previous, sentFields } = event;
  if (mode === "update" && !WRITTEN_BY.some((field) => sentFields.has(field))) return undefined;
  const storedIntervals = intervalsOf(previous);
  if (input.billing_profile_definition === "profiles") {
    const requested = toJsonArray(input.billing_profiles);
    return mode === "create"
      ? planFirstSchedule(requested, context.now, ZONE)
      : planSchedule(storedIntervals, requested, context.now, ZONE);
  }
  const profileId = input.billing_profile_id;
  const intervals =
    typeof profileId === "number" ? planSingleProfile(storedIntervals, profileId, context.now) : storedIntervals;
  return { intervals, broken: [] };
});

/** The rules of schedules, for all resources with one. */
export const intervalChecks = {
  intervalOpenNeeded: intervals("intervalOpenNeeded"),
  intervalOpenRefused: intervals("intervalOpenRefused"),
  intervalStopAlone: intervals("intervalStopAlone"),
  intervalOrder: intervals("intervalOrder"),
  future: intervals("future"),
};

function intervals<Rule extends keyof IntervalRules>(
  rule: Rule,
): Check<"contracts" | "customers", IntervalRules[Rule]> {
  return {
    beforeWrite: (event) =>
      (planOf(event)?.broken ?? []).filter(
        (interval): interval is BrokenInterval & { readonly pointer: IntervalRules[Rule] } => interval.rule === rule,
      ),
  };
}

/** The billing fields in the API, from the stored intervals: in the order in which they take effect. */
export async function presentBilling(
  { now }: ReadContext,
  rows: readonly Billed[],
  records: WireRecord[],
): Promise<void> {
  for (const [index, record] of records.entries()) {
    const intervals = sortByStart(intervalsOf(rows[index]));
    record.all_billing_profiles = intervals;
    record.billing_profile_definition = "id";
    record.billing_profile_id = findProfileIdAt(intervals, now) ?? null;
    record.billing_profiles = futureIntervals(intervals, now);
  }
}

export function intervalsOf(row: Billed | undefined): Interval[] {
  return toJsonArray(row?.all_billing_profiles);
}

/** `findProfileIdAt` in SQL: the id of the profile in force among stored intervals. */
export function profileInForce(
  intervals: RawBuilder<unknown>,
  instant: RawBuilder<unknown>,
): RawBuilder<number | null> {
  return sql<number | null>`(
  select held.profile_id
  from jsonb_array_elements(${intervals}) with ordinality as listed(interval, place),
    jsonb_to_record(listed.interval)
      as held(profile_id integer, start timestamptz, stop timestamptz, effective_start_time timestamptz)
  where (held.start is null or held.start <= ${instant}) and (held.stop is null or held.stop > ${instant})
  order by held.effective_start_time desc, listed.place desc
  limit 1)`;
}

/** Name of the profile in force, for tables read in SQL only. */
export const billingProfileName: RawBuilder<unknown> = sql`(
  select name from billingprofiles
  where id = ${profileInForce(sql.ref("table.all_billing_profiles"), sql`now()`)})`;
