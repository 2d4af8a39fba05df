import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { type FieldError, fieldError } from "../../../core/validation/errors.ts";
import { parseWireInstant } from "../../../core/values/dateTime.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import type { WireContext, WireForm } from "../../views/form/override.ts";
import { isSameValue } from "../../views/form/values.ts";

/**
 * People see the profile in force and the ones to come. The platform sees one list when the record is created, and
 * afterwards two things: single fields that take effect at once, and the list of future intervals, which an update
 * replaces. It refuses an update that holds the interval in force.
 */

/** Fields that take effect at once, in the order that the platform requires: a package sets its profile. */
const immediateFields = ["profile_package_id", "billing_profile_id"] as const;

const plain = { patches: [], errors: [], toFormPointer: (pointer: string) => pointer } as const;

interface BillingOptions {
  /** Further members of a new record's first interval: a customer's has a network. */
  readonly firstInterval?: Readonly<Record<string, Json>>;
}

export function toBillingWire(values: WireRecord, context: WireContext, options: BillingOptions = {}): WireForm {
  return context.mode === "create" ? toCreate(values, context, options) : toUpdate(values, context);
}

function toCreate(values: WireRecord, { now }: WireContext, { firstInterval }: BillingOptions): WireForm {
  const { billing_profile_id: profile = null, ...otherValues } = values;
  const scheduled = intervalsOf(values);
  if (isByPackage(values)) {
    const { billing_profiles: _, ...record } = otherValues;
    return { ...plain, record: { ...record, billing_profile_definition: "package" } };
  }
  const first = { profile_id: profile, ...firstInterval, start: null, stop: null };
  return {
    patches: [],
    record: { ...otherValues, billing_profile_definition: "profiles", billing_profiles: [first, ...scheduled] },
    errors: intervalErrors(scheduled, now),
    toFormPointer: (pointer) => {
      const [, name, position, ...below] = pointer.split("/");
      if (name !== "billing_profiles" || position === undefined) return pointer;
      if (position === "0") return "/billing_profile_id";
      return ["", name, Number(position) - 1, ...below].join("/");
    },
  };
}

/** A package alone brings its own profiles. */
export function isByPackage(values: WireRecord): boolean {
  return (
    hasValue(values.profile_package_id) && !hasValue(values.billing_profile_id) && intervalsOf(values).length === 0
  );
}

function toUpdate(values: WireRecord, { record = {}, now }: WireContext): WireForm {
  const before = intervalsOf(record);
  const hasBegun = (interval: Json) => {
    const start = startOf(interval);
    return start !== null && start <= now && before.some((previous) => isSameValue(previous, interval));
  };
  // Intervals that have taken effect since the form was opened are history now, not the user's mistake.
  const future = intervalsOf(values).filter((interval) => !hasBegun(interval));
  const futureIndexes = intervalsOf(values).flatMap((interval, index) => (hasBegun(interval) ? [] : [index]));
  const otherValues = Object.fromEntries(
    Object.entries(values).filter(([name]) => !immediateFields.some((field) => field === name)),
  );
  const toFormPointer = (pointer: string) => {
    const [, name, position, ...below] = pointer.split("/");
    if (name !== "billing_profiles" || position === undefined) return pointer;
    return ["", name, futureIndexes[Number(position)] ?? position, ...below].join("/");
  };
  return {
    patches: immediateFields
      .filter((field) => field in values && !isSameValue(values[field], record[field]))
      .map((field) => ({ field, value: values[field] ?? null })),
    record: { ...otherValues, billing_profile_definition: "profiles", billing_profiles: future },
    errors: [
      ...(isSameValue(values.billing_profile_id, null) ? [fieldError("/billing_profile_id", "required")] : []),
      ...intervalErrors(future, now).map((error) => ({ ...error, pointer: toFormPointer(error.pointer) })),
    ],
    toFormPointer,
  };
}

/** Every interval but the first starts in the future. */
function intervalErrors(intervals: readonly Json[], now: Date): FieldError[] {
  return intervals.flatMap((interval, index) => {
    const pointer = `/billing_profiles/${index}/start`;
    if (!isObject(interval) || isSameValue(interval.start, null)) return [fieldError(pointer, "required")];
    const start = startOf(interval);
    return start !== null && start <= now ? [fieldError(pointer, "future")] : [];
  });
}

/** Null when absent or invalid: another rule reports that. */
function startOf(interval: Json): Date | null {
  if (!isObject(interval) || typeof interval.start !== "string") return null;
  return parseWireInstant(interval.start, browserZone());
}

function intervalsOf({ billing_profiles: intervals }: WireRecord): readonly Json[] {
  return Array.isArray(intervals) ? intervals : [];
}
