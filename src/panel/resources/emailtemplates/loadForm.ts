import { addTexts } from "../../providers/i18nProvider.ts";
import type { FormOverride } from "../../views/form/override.ts";

/** The form, once its texts are there. */
export async function loadEmailtemplatesForm(): Promise<FormOverride> {
  const [{ emailtemplatesForm }] = await Promise.all([import("./form.tsx"), addTexts("mails")]);
  return emailtemplatesForm;
}
