import { addTexts } from "../../providers/i18nProvider.ts";
import type { FormOverride } from "../../views/form/override.ts";

/** The form, once its texts are there. */
export async function loadDeviceForm(): Promise<FormOverride> {
  const [{ pbxdevicesForm }] = await Promise.all([import("./form.ts"), addTexts("deviceKeys")]);
  return pbxdevicesForm;
}
