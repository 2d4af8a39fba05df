import type { FormOverride } from "../../views/form/override.ts";
import { CurrentProfile } from "./CurrentProfile.tsx";
import { ScheduledProfiles } from "./ScheduledProfiles.tsx";
import { toBillingWire } from "./toWire.ts";

const fieldComponents = {
  billing_profile_definition: null,
  billing_profile_id: CurrentProfile,
  billing_profiles: ScheduledProfiles,
};

export const contractsForm: FormOverride = { fieldComponents, toWire: toBillingWire };

export const customersForm: FormOverride = {
  fieldComponents,
  toWire: (values, context) => toBillingWire(values, context, { firstInterval: { network_id: null } }),
};
