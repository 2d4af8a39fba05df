import type { InvoiceCall, InvoiceDocument } from "../../core/invoices/invoiceDocument.ts";
import { malformed } from "./errors.ts";
import { send } from "./http.ts";
import { isObject } from "./isObject.ts";

/** What an invoice was made from, with its first calls. */
export interface InvoiceSource {
  readonly document: InvoiceDocument;
  readonly calls: readonly InvoiceCall[];
}

/** For previews of other templates. Only the embedded platform has it. */
export async function loadInvoiceSource(id: string): Promise<InvoiceSource> {
  const { body } = await send({ path: `/api/invoices/${id}/source` });
  if (!isSource(body)) throw malformed("the source of an invoice was expected");
  return body;
}

function isSource(body: unknown): body is InvoiceSource {
  return isObject(body) && isObject(body.document) && Array.isArray(body.calls);
}
