import type { InvoiceCall, InvoiceDocument } from "../../../core/telephony/invoices/invoiceDocument.ts";
import { readTemplate, type SvgFault } from "../../../core/telephony/invoices/invoiceSvg.ts";
import type { InvoicePage } from "../../../core/telephony/invoices/layPages.ts";
import { writePdf } from "./invoicePdf.ts";
import { unpackCalls } from "./invoiceSource.ts";

declare module "../../evaluation/evaluators.ts" {
  interface Evaluators {
    readonly checkDrawing: typeof checkDrawing;
    readonly drawInvoice: typeof drawInvoice;
  }
}

// A tenth of a second, which is not the drawing's.
await import("pdfkit");

interface Drawing {
  readonly svg: string;
  readonly document: InvoiceDocument;
  /** Output of `packCalls`. */
  readonly calls: readonly Uint8Array[];
}

/** Told each page before it is drawn. */
type PageQuestion = Pick<InvoicePage, "number" | "count">;

/** The document as a PDF; null if the template cannot be drawn. */
export async function drawInvoice(
  { svg, document, calls }: Drawing,
  ask: (question: PageQuestion) => Promise<unknown>,
): Promise<Uint8Array | null> {
  const { template } = readTemplate(svg);
  if (!template) return null;
  const onPage = ({ number, count }: PageQuestion) => ask({ number, count });
  return writePdf({ template, document, readCalls: () => unpackCalls(calls), onPage });
}

export interface SampleDrawing {
  readonly svg: string;
  readonly document: InvoiceDocument;
  readonly calls: readonly InvoiceCall[];
}

/**
 * Finds faults of a template by drawing it. A shape whose numbers are well-formed may still be none that can be drawn:
 * that must not wait for an invoice.
 */
export async function checkDrawing(
  _: { readonly digest: string },
  ask: (question: "sample") => Promise<SampleDrawing>,
): Promise<readonly SvgFault[]> {
  const { svg, document, calls } = await ask("sample");
  const { template, faults } = readTemplate(svg);
  if (!template) return faults;
  try {
    await writePdf({ template, document: { ...document, calls: calls.length }, readCalls: () => [calls] });
    return [];
  } catch (error) {
    return [{ rule: "templateValue", line: 1, params: { name: String(error).slice(0, 100) } }];
  }
}
