import { defaultTemplate } from "../../core/telephony/invoices/defaultTemplate.ts";
import type { SvgFault } from "../../core/telephony/invoices/invoiceSvg.ts";
import { parseFileValue, toFileValue } from "../../core/validation/fileValue.ts";
import { templateRules } from "../../core/validation/invoiceTemplateRules.ts";
import { memoize } from "../../core/values/memoize.ts";
import { findDrawingFaults } from "../features/invoices/invoicePreview.ts";
import { serverTexts } from "../http/language/serverTexts.ts";
import { lineChecks } from "../records/hookHelpers.ts";
import type { ResourceHooks, WriteEvent } from "../resourceHooks.ts";

/** Returns the faults of a new drawing. A removed one has none: invoices then refuse the template. */
const problemsOf = memoize(async ({ values }: WriteEvent<"invoicetemplates">): Promise<readonly SvgFault[]> => {
  const file = typeof values.data === "string" ? parseFileValue(values.data) : undefined;
  return file ? findDrawingFaults(Buffer.from(file.base64, "base64").toString("utf8")) : [];
});

export const invoicetemplates: ResourceHooks<"invoicetemplates"> = {
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
