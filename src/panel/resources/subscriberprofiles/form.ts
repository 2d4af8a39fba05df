import type { FormOverride } from "../../views/form/override.ts";
import { GrantedPreferences } from "./GrantedPreferences.tsx";

export const subscriberprofilesForm: FormOverride = { fieldComponents: { attributes: GrantedPreferences } };
