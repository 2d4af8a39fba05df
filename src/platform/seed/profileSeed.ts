import type { Draft } from "./draft.ts";

/** A reseller's set of subscriber profiles, and what is in it. */
export interface SeedProfiles {
  readonly setId: number;
  /** The default of the set. */
  readonly standardId: number;
  readonly receptionId: number;
}

/** One set with a profile for plain lines and one for those who take many calls. */
export function addSubscriberProfiles(draft: Draft, resellerId: number): SeedProfiles {
  const setId = draft.add("subscriberprofilesets", {
    reseller_id: resellerId,
    name: "Business lines",
    description: "What a line is sold with",
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
