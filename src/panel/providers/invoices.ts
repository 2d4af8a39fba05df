import type { WireRecord } from "../../core/descriptor.ts";
import type { InvoiceCall, InvoiceDocument } from "../../core/invoices/invoiceDocument.ts";
import { ask } from "./ask.ts";

/** What an invoice was made from, with its first calls. */
export interface InvoiceSource {
  readonly document: InvoiceDocument;
  readonly calls: readonly InvoiceCall[];
}

/** An invoice as it would be issued, and those that bill some of its days already. */
export interface InvoicePreview {
  readonly document: InvoiceDocument;
  /** Base64. */
  readonly pdf: string;
  readonly overlaps: readonly { readonly id: number; readonly serial: string | null }[];
}

/** What a request to create an invoice would issue. Rejects with an HttpError. */
export function previewInvoice(record: WireRecord, signal?: AbortSignal): Promise<InvoicePreview> {
  return ask(
    { method: "POST", path: "/api/invoices/preview", body: record, signal },
    { document: "object", overlaps: "array" },
  );
}

/** For previews of other templates. Only the embedded platform has it. */
export function loadInvoiceSource(id: string): Promise<InvoiceSource> {
  return ask({ path: `/api/invoices/${id}/source` }, { document: "object", calls: "array" });
}
