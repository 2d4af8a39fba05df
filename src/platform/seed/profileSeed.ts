import type { Draft } from "./draft.ts";

/** A set of subscriber profiles of a reseller. */
export interface SeedProfiles {
  readonly setId: number;
  /** The default profile of the set. */
  readonly standardId: number;
  readonly receptionId: number;
}

/** A set with a profile for standard lines and one for lines with many calls. */
export function addSubscriberProfiles(draft: Draft, resellerId: number): SeedProfiles {
  const setId = draft.add("subscriberprofilesets", {
    reseller_id: resellerId,
    name: "Business lines",
    description: "Standard features",
  });
  const profile = (name: string, description: string, attributes: readonly string[], isDefault: boolean) =>
    draft.add("subscriberprofiles", {
      reseller_id: resellerId,
      profile_set_id: setId,
      name,
      description,
      set_default: isDefault,
      attributes,
    });
  return {
    setId,
    standardId: profile("Standard", "Desk and home phones", ["clir", "dnd", "block_in_list", "block_in_mode"], true),
    receptionId: profile("Reception", "Many calls at a time", ["clir", "dnd", "cloud_pbx_callqueue"], false),
  };
}
