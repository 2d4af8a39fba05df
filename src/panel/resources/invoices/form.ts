import { hasExtension } from "../../providers/extensions.ts";
import type { FormOverride } from "../../views/form/override.ts";
import { PreviewDialog } from "./PreviewDialog.tsx";

/** Invoices have a preview if the platform does. */
export const form: FormOverride<"invoices"> = hasExtension("invoice_preview")
  ? { texts: ["invoices"], Confirmation: PreviewDialog }
  : {};
