import type { WireRecord } from "../../core/schema/descriptor.ts";
import type { InvoiceCall, InvoiceDocument, InvoicePreview } from "../../core/telephony/invoices/invoiceDocument.ts";
import { fetchObject } from "./fetchObject.ts";

/** What an invoice was made from, with its first calls. */
export interface InvoiceSource {
  readonly document: InvoiceDocument;
  readonly calls: readonly InvoiceCall[];
}

/** What a request to create an invoice would issue. Rejects with an HttpError. */
export function previewInvoice(record: WireRecord, signal?: AbortSignal): Promise<InvoicePreview> {
  return fetchObject(
    { method: "POST", path: "/api/invoices/preview", body: record, signal },
    { document: "object", overlaps: "array" },
  );
}

/** For previews of other templates. Only the embedded platform has it. */
export function loadInvoiceSource(id: string): Promise<InvoiceSource> {
  return fetchObject({ path: `/api/invoices/${id}/source` }, { document: "object", calls: "array" });
}
