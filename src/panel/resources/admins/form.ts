import type { FormOverride } from "../../views/form/override.ts";
import { RoleInput } from "./RoleInput.tsx";

export const adminsForm: FormOverride = {
  fieldComponents: { role: RoleInput },
  // Changed in the security tab, which says what comes of it.
  onlyNew: ["password"],
};
