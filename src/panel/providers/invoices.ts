import type { WireRecord } from "../../core/schema/descriptor.ts";
import type { InvoiceCall, InvoiceDocument, InvoicePreview } from "../../core/telephony/invoices/invoiceDocument.ts";
import { fetchObject } from "./fetchObject.ts";

/** The document that an invoice was made from, with its first calls. */
export interface InvoiceSource {
  readonly document: InvoiceDocument;
  readonly calls: readonly InvoiceCall[];
}

/** Loads the invoice that a request to create one would issue. Rejects with an HttpError. */
export function previewInvoice(record: WireRecord, signal?: AbortSignal): Promise<InvoicePreview> {
  return fetchObject(
    { method: "POST", path: "/api/invoices/preview", body: record, signal },
    { document: "object", overlaps: "array" },
  );
}

/** Loads an invoice's source for previews of other templates. Only the embedded platform has it. */
export function loadInvoiceSource(id: string): Promise<InvoiceSource> {
  return fetchObject({ path: `/api/invoices/${id}/source` }, { document: "object", calls: "array" });
}
