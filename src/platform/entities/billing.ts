import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { once } from "../../core/once.ts";
import type { Check, PrepareEvent, Reading, Row, WriteEvent } from "../entityHooks.ts";
import {
  type BrokenInterval,
  futureIntervals,
  type GivenInterval,
  type Interval,
  type IntervalRules,
  type Planned,
  planFirstSchedule,
  planSchedule,
  planSingle,
  profileAt,
} from "./billingIntervals.ts";
import { listOf } from "./checks.ts";

/** Fields of a contract or customer that write its billing; `all_billing_profiles` stores the result. */
const WRITTEN_BY = ["billing_profile_definition", "billing_profile_id", "billing_profiles"];
/** Zone of wire timestamps without an offset. */
const ZONE = "UTC";

/** A schedule sent alone implies the definition by schedule: responses always say `id`. */
export async function impliedDefinition({ body, touched }: PrepareEvent): Promise<WireRecord> {
  const isScheduleOnly =
    touched.has("billing_profiles") && !touched.has("billing_profile_id") && !touched.has("billing_profile_definition");
  return isScheduleOnly ? { ...body, billing_profile_definition: "profiles" } : body;
}

/** Sets the requested intervals. */
export function writeBilling(event: WriteEvent): void {
  const planned = planOf(event);
  if (planned) event.values.all_billing_profiles = planned.intervals;
}

const planOf = once((event: WriteEvent): Planned | undefined => {
  const { input, mode, work, previous, touched } = event;
  if (mode === "update" && !WRITTEN_BY.some((field) => touched.has(field))) return undefined;
  const stored = intervalsOf(previous);
  if (input.billing_profile_definition === "profiles") {
    const given = listOf<GivenInterval>(input.billing_profiles);
    return mode === "create" ? planFirstSchedule(given, work.now, ZONE) : planSchedule(stored, given, work.now, ZONE);
  }
  const profileId = input.billing_profile_id;
  const intervals = typeof profileId === "number" ? planSingle(stored, profileId, work.now) : stored;
  return { intervals, broken: [] };
});

/** The rules of schedules, for whoever has one. */
export const intervalChecks = {
  intervalOpenNeeded: intervals("intervalOpenNeeded"),
  intervalOpenRefused: intervals("intervalOpenRefused"),
  intervalStopAlone: intervals("intervalStopAlone"),
  intervalOrder: intervals("intervalOrder"),
  future: intervals("future"),
};

function intervals<Rule extends keyof IntervalRules>(rule: Rule): Check<string, IntervalRules[Rule]> {
  return {
    beforeWrite: (event) =>
      (planOf(event)?.broken ?? []).filter(
        (one): one is BrokenInterval & { readonly pointer: IntervalRules[Rule] } => one.rule === rule,
      ),
  };
}

/** The three billing fields on the wire, from the stored intervals. */
export async function presentBilling({ now }: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  for (const [index, record] of records.entries()) {
    const intervals = intervalsOf(rows[index]);
    record.billing_profile_definition = "id";
    record.billing_profile_id = profileAt(intervals, now) ?? null;
    record.billing_profiles = futureIntervals(intervals, now);
  }
}

export function intervalsOf(row: Row | undefined): Interval[] {
  return listOf<Interval>(row?.all_billing_profiles);
}

/** Name of the profile in force, for tables read in SQL only: `profileAt` in SQL. */
export const billingProfileName: RawBuilder<unknown> = sql`(
  select profile.name
  from jsonb_array_elements(${sql.ref("table.all_billing_profiles")}) with ordinality as listed(interval, place),
    jsonb_to_record(listed.interval)
      as held(profile_id integer, start timestamptz, stop timestamptz, effective_start_time timestamptz)
  join billingprofiles as profile on profile.id = held.profile_id
  where (held.start is null or held.start <= now()) and (held.stop is null or held.stop > now())
  order by held.effective_start_time desc, listed.place desc
  limit 1)`;
