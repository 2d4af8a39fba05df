import type { WireRecord } from "../../../src/core/descriptor.ts";
import { removedFile, toFileValue } from "../../../src/core/fileValue.ts";
import { ofReseller, patch, post, type State } from "./stateMakers.ts";

/** A drawing with this in front of its rows. */
const drawing = (head: string, rows = "") => {
  const flow = `<g class="flow" data-top="40" data-bottom="90">${rows}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${head}${flow}</svg>`;
  return toFileValue({ type: "image/svg+xml", base64: btoa(svg) });
};

const template = (broken: string, good: string): State =>
  post("invoicetemplates", (_, isBroken) => ({ data: isBroken ? broken : good }));

/** Bills days that an invoice of the same customer has billed; or of another. */
const again =
  (period: WireRecord): State =>
  async (world, requests, isBroken) => {
    const billed = { ...period, period_end: null, allow_overlap: false, customer_id: await world.make("customers") };
    await post("invoices", () => billed)(world, requests, false);
    const customer_id = isBroken ? billed.customer_id : await world.make("customers");
    return post("invoices", () => ({ ...billed, customer_id }))(world, requests, isBroken);
  };

/** States of invoices and their templates, by rule, resource and pointer. */
export const invoiceStates: Readonly<Record<string, State>> = {
  "periodNeeded invoices /period": post("invoices", (_, isBroken) => ({
    period: isBroken ? null : "2026-01",
    period_start: null,
  })),
  "periodAhead invoices /period": post("invoices", (_, isBroken) => ({ period: isBroken ? "2999-01" : "2026-01" })),
  "periodAhead invoices /period_start": post("invoices", (_, isBroken) => ({
    period: null,
    period_start: isBroken ? "2999-01-01T00:00:00Z" : "2026-01-01T00:00:00Z",
  })),
  "periodInvoiced invoices /period": again({ period: "2026-01", period_start: null }),
  "periodInvoiced invoices /period_start": again({ period: null, period_start: "2026-01-01T00:00:00Z" }),
  "templateEmpty invoices /template_id": async (world, requests, isBroken) => {
    const template_id = await world.make("invoicetemplates");
    if (isBroken) await patch(requests, "invoicetemplates", template_id, "data", removedFile);
    return post("invoices", () => ({ template_id }))(world, requests, isBroken);
  },
  "otherReseller invoices /template_id": post("invoices", async (world, isBroken) => ({
    template_id: await ofReseller(world, "invoicetemplates", isBroken),
  })),
  "otherReseller customers /invoice_template_id": post("customers", async (world, isBroken) => ({
    invoice_template_id: await ofReseller(world, "invoicetemplates", isBroken),
  })),
  "templateText invoicetemplates /data": template(
    drawing(`<text x="9" y="9">${"a".repeat(2_001)}</text>`),
    drawing("<rect/>"),
  ),
  "templateSize invoicetemplates /data": template(drawing("<rect/>".repeat(5_001)), drawing("<rect/>".repeat(100))),
  "templateUnreadable invoicetemplates /data": template(drawing("<g>"), drawing("<g/>")),
  "templateForbidden invoicetemplates /data": template(drawing("<script/>"), drawing("<title/>")),
  "templateUnknown invoicetemplates /data": template(
    drawing("<text>[% invoice.seriel %]</text>"),
    drawing("<text>[% invoice.serial %]</text>"),
  ),
  "templateValue invoicetemplates /data": template(drawing('<rect fill="#12345"/>'), drawing('<rect fill="#123456"/>')),
  "templateImage invoicetemplates /data": template(
    drawing('<image href="data:image/png;base64,AAAA"/>'),
    drawing('<rect width="1" height="1"/>'),
  ),
  "templateHeight invoicetemplates /data": template(
    drawing("", '<g data-height="51"/>'),
    drawing("", '<g data-height="50"/>'),
  ),
  "templateFlow invoicetemplates /data": template(
    drawing('<g class="flow" data-top="1" data-bottom="2"/>'),
    drawing('<g class="first"/>'),
  ),
};
