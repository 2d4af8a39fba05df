import { businessError, type FieldError } from "../../core/errors.ts";
import type { Row, WriteEvent } from "../entityHooks.ts";
import { isChanged, nextValue } from "./checks.ts";

/**
 * The profile set is one of the customer's reseller and the profile one of the set; with a set alone the subscriber
 * gets its default profile, if it has one.
 */
export async function checkProfile(event: WriteEvent, customer: Row | undefined): Promise<FieldError[]> {
  if (!isChanged(event, "profile_set_id") && !isChanged(event, "profile_id")) return [];
  const { work, values } = event;
  const setId = nextValue(event, "profile_set_id");
  if (typeof setId !== "number") {
    values.profile_id = null;
    return [];
  }
  const set = await work.load("subscriberprofilesets", setId);
  if (set && customer && set.reseller_id !== customer.reseller_id) {
    return [businessError("/profile_set_id", "otherReseller")];
  }
  const wanted = event.touched.has("profile_id") ? values.profile_id : undefined;
  if (typeof wanted === "number") {
    const profile = await work.load("subscriberprofiles", wanted);
    return profile && profile.profile_set_id !== setId ? [businessError("/profile_id", "profileNotInSet")] : [];
  }
  if (isChanged(event, "profile_set_id")) {
    const [standard] = await work.find("subscriberprofiles", { profile_set_id: setId, set_default: true });
    values.profile_id = standard?.id ?? null;
  }
  return [];
}
