import type { InvoiceCall, InvoiceDocument } from "../../core/invoices/invoiceDocument.ts";
import { ask } from "./ask.ts";

/** What an invoice was made from, with its first calls. */
export interface InvoiceSource {
  readonly document: InvoiceDocument;
  readonly calls: readonly InvoiceCall[];
}

/** For previews of other templates. Only the embedded platform has it. */
export function loadInvoiceSource(id: string): Promise<InvoiceSource> {
  return ask({ path: `/api/invoices/${id}/source` }, { document: "object", calls: "array" });
}
