import { describe, expect, it } from "vitest";
import { pdfText } from "../../../../tests/support/pdfText.ts";
import type { InvoiceCall } from "../../../core/telephony/invoices/invoiceDocument.ts";
import { readTemplate } from "../../../core/telephony/invoices/invoiceSvg.ts";
import { sampleInvoice } from "../../../core/telephony/invoices/sampleInvoice.ts";
import { serverTexts } from "../../http/language/serverTexts.ts";
import { writePdf } from "./invoicePdf.ts";
import { limitDrawing } from "./issueInvoice.ts";

async function draw(head: string, rows = "", calls?: readonly InvoiceCall[], language = "en") {
  const sample = sampleInvoice(await serverTexts(language), language);
  const flow = `<g class="flow" data-top="300" data-next-top="50" data-bottom="800">${rows}</g>`;
  const { template, faults } = readTemplate(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842" font-size="9">${head}${flow}</svg>`,
  );
  if (!template) throw new Error(JSON.stringify(faults));
  const document = { ...sample.document, calls: (calls ?? sample.calls).length };
  return writePdf({ template, document, readCalls: () => [calls ?? sample.calls] });
}

const shapes = `
  <rect x="10" y="10" width="50" height="20" rx="3" fill="#eeeeee" stroke="black" stroke-dasharray="2 1"/>
  <g transform="translate(20 20) rotate(45) scale(2)"><circle cx="5" cy="5" r="4" opacity="0.5"/></g>
  <path d="M10 10 L20 20 C 1 2 3 4 5 6 Z" fill="none" stroke="#00f" stroke-linecap="round"/>
  <polyline points="1,1 2,2 3,1" fill="none" stroke="red"/><polygon points="1,1 2,2 3,1"/>
  <ellipse cx="9" cy="9" rx="2" ry="3"/><line x1="0" y1="0" x2="9" y2="9" stroke="green"/>
  <text x="50" y="60">One <tspan font-weight="bold">bold</tspan> and<tspan x="50" dy="12" font-style="italic">second</tspan></text>`;

describe("a PDF", () => {
  it("has the text of all shapes, in every script of the panel's languages", async () => {
    const [page = ""] = await pdfText(
      await draw(`${shapes}<text x="9" y="90">Größe, Société, Año, Città, Счёт № 7, 12 €</text>`),
    );
    expect(page).toContain("One bold and");
    expect(page).toContain("second");
    expect(page).toContain("Größe, Société, Año, Città, Счёт № 7, 12 €");
  });

  it("has as many pages as its rows need, numbered", async () => {
    const sample = sampleInvoice(await serverTexts("en"), "en");
    const [first] = sample.calls;
    const calls = Array.from({ length: 200 }, (_, index) => ({ ...(first as InvoiceCall), to: `t${index}e` }));
    const rows = '<g data-each="calls" data-height="10"><text x="9" y="8">[% call.destination_user_in %]</text></g>';
    const pages = await pdfText(
      await draw('<text x="9" y="830">[% page.number %] of [% page.count %]</text>', rows, calls),
    );
    // 50 rows on the first page, 75 on each other.
    expect(pages.map((page) => /\d of \d/.exec(page)?.[0])).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
    const found = pages.flatMap((page) => page.match(/t\d+e/g) ?? []);
    expect(found).toEqual(calls.map(({ to }) => to));
    expect(pages[1]).toContain("t50e");
  });

  it("writes amounts and dates in the language of the document", async () => {
    const head = '<text x="9" y="9">[% invoice.amount_total %] [% invoice.date %]</text>';
    const [german = ""] = await pdfText(await draw(head, "", undefined, "de"));
    expect(german.replaceAll(/\s/g, " ")).toContain("37,30 € 01.02.2026");
  });

  it("stops when it takes too long, or when it is told to", async () => {
    let now = 0;
    const limit = limitDrawing(() => now);
    limit({ number: 1, count: 5 });
    now = 11 * 60_000;
    expect(() => limit({ number: 2, count: 5 })).toThrow(
      expect.objectContaining({ key: "errors.drawing_too_long", params: { minutes: 10, page: 2, pages: 5 } }),
    );
  });
});
