import type { WireRecord } from "../../core/descriptor.ts";
import { once } from "../../core/once.ts";
import type { PrepareEvent, Row, WriteEvent } from "../entityHooks.ts";
import { isChanged, nextValue } from "./checks.ts";

/** With another profile set the subscriber leaves the profile of the former one, unless the request names a profile. */
export function withoutFormerProfile({ body, previous, touched }: PrepareEvent<"subscribers">): WireRecord {
  const isMoved = previous !== undefined && (body.profile_set_id ?? null) !== previous.profile_set_id;
  return isMoved && !touched.has("profile_id") ? { ...body, profile_id: null } : body;
}

/** The default profiles of sets, loaded once for subscribers that are written together. */
const standards = once(
  (_: readonly WriteEvent<"subscribers">[]) => new Map<number, Promise<readonly Row<"subscriberprofiles">[]>>(),
);

/** With a set alone the subscriber gets its default profile, if any; without a set it has none. */
export async function giveProfile(event: WriteEvent<"subscribers">): Promise<void> {
  const { work, values, touched, together } = event;
  if (!isChanged(event, "profile_set_id") && !isChanged(event, "profile_id")) return;
  const setId = nextValue(event, "profile_set_id");
  if (typeof setId !== "number") values.profile_id = null;
  else if (isChanged(event, "profile_set_id") && !(touched.has("profile_id") && values.profile_id)) {
    const known = standards(together);
    const standard = known.get(setId) ?? work.find("subscriberprofiles", { profile_set_id: setId, set_default: true });
    known.set(setId, standard);
    values.profile_id = (await standard)[0]?.id ?? null;
  }
}
