import { addTexts } from "../../providers/i18nProvider.ts";
import type { FormOverride } from "../../views/form/override.ts";

/** The form, once its texts are there. */
export async function loadBatchForm(): Promise<FormOverride> {
  const [{ batchForm }] = await Promise.all([import("./form.tsx"), addTexts("vouchers")]);
  return batchForm;
}
