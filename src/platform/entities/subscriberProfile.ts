import type { WireRecord } from "../../core/descriptor.ts";
import type { PrepareEvent, WriteEvent } from "../entityHooks.ts";
import { isChanged, nextValue } from "./checks.ts";

/** With another profile set the subscriber leaves the profile of the former one, unless the request names a profile. */
export function withoutFormerProfile({ body, previous, touched }: PrepareEvent<"subscribers">): WireRecord {
  const isMoved = previous !== undefined && (body.profile_set_id ?? null) !== previous.profile_set_id;
  return isMoved && !touched.has("profile_id") ? { ...body, profile_id: null } : body;
}

/** With a set alone the subscriber gets its default profile, if any; without a set it has none. */
export async function giveProfile(event: WriteEvent<"subscribers">): Promise<void> {
  const { work, values, touched } = event;
  if (!isChanged(event, "profile_set_id") && !isChanged(event, "profile_id")) return;
  const setId = nextValue(event, "profile_set_id");
  if (typeof setId !== "number") values.profile_id = null;
  else if (isChanged(event, "profile_set_id") && !(touched.has("profile_id") && values.profile_id)) {
    const [standard] = await work.find("subscriberprofiles", { profile_set_id: setId, set_default: true });
    values.profile_id = standard?.id ?? null;
  }
}
