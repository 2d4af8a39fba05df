import { parseFileValue, toFileValue } from "../../core/fileValue.ts";
import { defaultTemplate } from "../../core/invoices/defaultTemplate.ts";
import { type InvoiceTemplate, readTemplate, type TemplateProblem } from "../../core/invoices/invoiceSvg.ts";
import { sampleInvoice } from "../../core/invoices/sampleInvoice.ts";
import { templateRules } from "../../core/invoices/templateRules.ts";
import { once } from "../../core/once.ts";
import type { EntityHooks, WriteEvent } from "../entityHooks.ts";
import { writePdf } from "../invoices/invoicePdf.ts";
import { englishTexts, serverTexts } from "../language/serverTexts.ts";
import { lineChecks } from "./checks.ts";

/** What is wrong with a new drawing. A removed one is none: invoices then refuse the template. */
const problemsOf = once(async ({ values }: WriteEvent<"invoicetemplates">): Promise<readonly TemplateProblem[]> => {
  const file = typeof values.data === "string" ? parseFileValue(values.data) : undefined;
  if (!file) return [];
  const { template, problems } = readTemplate(Buffer.from(file.base64, "base64").toString("utf8"));
  return template ? drawingProblems(template) : problems;
});

export const invoicetemplates: EntityHooks<"invoicetemplates"> = {
  checks: lineChecks(templateRules, "/data", problemsOf),

  async beforeWrite({ mode, values }) {
    if (mode === "update" || values.data) return;
    const svg = defaultTemplate(await serverTexts(values.language ?? "en"));
    values.data = toFileValue({
      type: "image/svg+xml",
      name: "invoice.svg",
      base64: Buffer.from(svg, "utf8").toString("base64"),
    });
  },
};

/** A shape whose numbers are well-formed may still be none that can be drawn: that must not wait for an invoice. */
async function drawingProblems(template: InvoiceTemplate): Promise<readonly TemplateProblem[]> {
  const { document, calls } = sampleInvoice(englishTexts, "en");
  const [first] = calls;
  try {
    await writePdf({ template, document: { ...document, calls: 1 }, readCalls: () => [first ? [first] : []] });
    return [];
  } catch (error) {
    return [{ rule: "templateValue", line: 1, params: { name: String(error).slice(0, 100) } }];
  }
}
