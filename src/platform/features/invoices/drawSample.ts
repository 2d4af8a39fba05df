import { createHash } from "node:crypto";
import type { TemplateProblem } from "../../../core/telephony/invoices/invoiceSvg.ts";
import { sampleInvoice } from "../../../core/telephony/invoices/sampleInvoice.ts";
import { evaluate, evaluateBefore } from "../../evaluation/evaluate.ts";
import { englishTexts, serverTexts } from "../../http/language/serverTexts.ts";
import type { SampleDrawing } from "./drawingEvaluator.ts";
import { packCalls } from "./invoiceSource.ts";

/** Finds faults of a template by drawing it. */
export function findDrawingFaults(svg: string): Promise<readonly TemplateProblem[]> {
  const answer = (): SampleDrawing => {
    const { document, calls } = sampleInvoice(englishTexts, "en");
    return { svg, document, calls: calls.slice(0, 1) };
  };
  const digest = createHash("sha256").update(svg).digest("base64");
  return evaluateBefore("checkDrawing", { digest }, { pointer: "/data", answer });
}

/** The template filled with an example, as a PDF; undefined if it cannot be drawn. */
export async function drawSample(svg: string, language: string): Promise<Buffer | undefined> {
  const { document, calls } = sampleInvoice(await serverTexts(language), language);
  const drawing = { svg, document, calls: [await packCalls(calls)] };
  const pdf = await evaluate("drawInvoice", drawing, { pointer: "/data", answer: () => undefined });
  return pdf ? Buffer.from(pdf) : undefined;
}
