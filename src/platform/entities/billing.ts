import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import type { PrepareEvent, Reading, Row, WriteEvent } from "../entityHooks.ts";
import {
  futureIntervals,
  type GivenInterval,
  type Interval,
  planFirstSchedule,
  planSchedule,
  planSingle,
  profileAt,
} from "./billingIntervals.ts";
import { listOf } from "./checks.ts";

/** Fields of a contract or customer that write its billing; `all_billing_profiles` is where all of it is stored. */
const WRITTEN_BY = ["billing_profile_definition", "billing_profile_id", "billing_profiles"];
/** Times on the wire that name no zone. */
const ZONE = "UTC";

/** A schedule that was sent alone means the definition by schedule: reading always answers `id`. */
export async function impliedDefinition({ body, touched }: PrepareEvent): Promise<WireRecord> {
  const isScheduleOnly =
    touched.has("billing_profiles") && !touched.has("billing_profile_id") && !touched.has("billing_profile_definition");
  return isScheduleOnly ? { ...body, billing_profile_definition: "profiles" } : body;
}

/** Who the profiles must suit: those of a customer belong to its reseller, those of a system contract are postpaid. */
export type BillingOwner = { readonly resellerId: number } | "systemContract";

/** Sets the intervals that the event asks for; answers what is wrong with them. */
export async function writeBilling(event: WriteEvent, owner: BillingOwner): Promise<FieldError[]> {
  if (event.mode === "update" && !WRITTEN_BY.some((field) => event.touched.has(field))) return [];
  const stored = intervalsOf(event.previous);
  const { intervals, errors } = plan(event, stored);
  if (errors.length > 0) return [...errors];
  event.values.all_billing_profiles = intervals;
  const known = new Set(stored.map((interval) => interval.profile_id));
  return checkProfiles(event, owner, known);
}

function plan({ input, mode, work }: WriteEvent, stored: readonly Interval[]) {
  if (input.billing_profile_definition === "profiles") {
    const given = listOf(input.billing_profiles) as unknown as GivenInterval[];
    return mode === "create" ? planFirstSchedule(given, work.now, ZONE) : planSchedule(stored, given, work.now, ZONE);
  }
  const profileId = input.billing_profile_id;
  const intervals = typeof profileId === "number" ? planSingle(stored, profileId, work.now) : stored;
  return { intervals, errors: [] };
}

/** Profiles the contract did not have yet; what it has was right when it was given. */
async function checkProfiles(
  { input, work }: WriteEvent,
  owner: BillingOwner,
  known: ReadonlySet<number>,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [pointer, id] of namedProfiles(input)) {
    if (known.has(id)) continue;
    const profile = await work.load("billingprofiles", id);
    if (!profile) errors.push(fieldError(pointer, "reference", { resource: "billingprofiles" }));
    else if (profile.status === "terminated") errors.push(businessError(pointer, "terminated"));
    else if (owner === "systemContract") {
      if (profile.prepaid) errors.push(businessError(pointer, "prepaidOnContract"));
    } else if (profile.reseller_id !== owner.resellerId) errors.push(businessError(pointer, "otherReseller"));
  }
  return errors;
}

function namedProfiles(input: WireRecord): [pointer: string, id: number][] {
  if (input.billing_profile_definition !== "profiles") {
    return typeof input.billing_profile_id === "number" ? [["/billing_profile_id", input.billing_profile_id]] : [];
  }
  return listOf(input.billing_profiles).map((interval, index) => [
    `/billing_profiles/${index}/profile_id`,
    (interval as unknown as GivenInterval).profile_id,
  ]);
}

/** The three billing fields of the wire, from the stored intervals. */
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

/** Name of the profile in force, for tables that are read by SQL alone: `profileAt` in that language. */
export const billingProfileName: RawBuilder<unknown> = sql`(
  select profile.name
  from jsonb_array_elements(${sql.ref("table.all_billing_profiles")}) with ordinality as listed(interval, place),
    jsonb_to_record(listed.interval)
      as held(profile_id integer, start timestamptz, stop timestamptz, effective_start_time timestamptz)
  join billingprofiles as profile on profile.id = held.profile_id
  where (held.start is null or held.start <= now()) and (held.stop is null or held.stop > now())
  order by held.effective_start_time desc, listed.place desc
  limit 1)`;
