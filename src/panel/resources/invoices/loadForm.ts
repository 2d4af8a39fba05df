import { isOffered } from "../../providers/extensions.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { FormOverride } from "../../views/form/override.ts";

/** The form with a preview, where the platform has one. */
export async function loadInvoiceForm(): Promise<FormOverride> {
  if (!isOffered("invoice_preview")) return {};
  const [{ PreviewDialog }] = await Promise.all([import("./PreviewDialog.tsx"), addTexts("invoices")]);
  return { Confirmation: PreviewDialog };
}
