import type { WireRecord } from "../../core/schema/descriptor.ts";
import { isStorableId } from "../../core/schema/ids.ts";
import { textIn } from "../../core/schema/valueAt.ts";
import { type FieldError, fieldError } from "../../core/validation/errors.ts";
import { refuse } from "../records/hookHelpers.ts";
import type { HookContext, ResourceHooks, ValidateEvent } from "../resourceHooks.ts";

/** Limit of both names of a zone. */
const MAX_ZONE_LENGTH = 127;
/** Matches any caller. */
const ANY = ".";

export const billingfees: ResourceHooks<"billingfees"> = {
  olderCsv: { minColumns: 14, fallbackColumns: { offpeak_use_free_time: "onpeak_use_free_time" } },
  beforeValidate: async (event) => ({ ...withSource(event), ...(await zoneByNames(event)) }),
};

/** New fees that match by pattern have one for the caller: older clients rely on reading it. */
function withSource({ mode, body, sentFields }: ValidateEvent): WireRecord {
  const { match_mode: by = "regex_longest_pattern" } = body;
  const isGiven = mode === "update" || sentFields.has("source") || by !== "regex_longest_pattern";
  return isGiven ? body : { ...body, source: ANY };
}

/** The zone that a request names by `billing_zone_zone` and `billing_zone_detail` instead of its id: found or created. */
async function zoneByNames({ context, body, sentFields }: ValidateEvent): Promise<WireRecord> {
  const { billing_zone_detail: detail, billing_profile_id: profile } = body;
  const isNamed = sentFields.has("billing_zone_zone") && sentFields.has("billing_zone_detail");
  if (!isNamed || sentFields.has("billing_zone_id") || !isStorableId(profile)) return {};
  if (!(await mayUse(context, profile))) return {};
  refuse([...nameErrors("billing_zone_zone", body, true), ...nameErrors("billing_zone_detail", body, false)]);
  const names = {
    billing_profile_id: profile,
    zone: textIn(body, "billing_zone_zone"),
    detail: typeof detail === "string" && detail !== "" ? detail : null,
  };
  const [zone] = await context.findBy("billingzones", names);
  return { billing_zone_id: (zone ?? (await context.insert("billingzones", names))).id };
}

/** Whether the profile exists for the caller; validation reports it otherwise. */
async function mayUse({ load, actor }: HookContext, profile: number): Promise<boolean> {
  const storedProfile = await load("billingprofiles", profile);
  if (!storedProfile || storedProfile.status === "terminated") return false;
  return actor.resellerId === null || storedProfile.reseller_id === actor.resellerId;
}

function nameErrors(field: string, { [field]: name }: WireRecord, isNeeded: boolean): FieldError[] {
  const pointer = `/${field}`;
  if (name === null || name === undefined || name === "") return isNeeded ? [fieldError(pointer, "required")] : [];
  if (typeof name !== "string") return [fieldError(pointer, "type", { type: "string" })];
  if (name.includes("\0") || !name.isWellFormed()) return [fieldError(pointer, "format", { format: "text" })];
  const isTooLong = [...name].length > MAX_ZONE_LENGTH;
  return isTooLong ? [fieldError(pointer, "maxLength", { limit: MAX_ZONE_LENGTH })] : [];
}
