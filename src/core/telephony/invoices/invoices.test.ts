import fc from "fast-check";
import { describe, expect, it } from "vitest";
import de from "../../../../i18n/de/invoices.json" with { type: "json" };
import en from "../../../../i18n/en/invoices.json" with { type: "json" };
import es from "../../../../i18n/es/invoices.json" with { type: "json" };
import fr from "../../../../i18n/fr/invoices.json" with { type: "json" };
import itTexts from "../../../../i18n/it/invoices.json" with { type: "json" };
import ru from "../../../../i18n/ru/invoices.json" with { type: "json" };
import { textsFrom } from "../../schema/texts.ts";
import {
  type Amount,
  addAmounts,
  amountFromCents,
  amountToText,
  roundTogether,
  taxOn,
  toMinorUnits,
} from "../../values/amount.ts";
import { defaultTemplate } from "./defaultTemplate.ts";
import {
  creditNoteOf,
  type InvoiceCall,
  type InvoiceDocument,
  sumInvoice,
  toExactAmount,
  ZoneSums,
} from "./invoiceDocument.ts";
import { type InvoiceTemplate, readTemplate } from "./invoiceSvg.ts";
import { countPages, type InvoicePage, layPages } from "./layPages.ts";
import { pageToSvg } from "./pageToSvg.ts";
import { sampleInvoice } from "./sampleInvoice.ts";

const languages = { de, en, es, fr, it: itTexts, ru };
const texts = textsFrom({ invoices: en });
const sample = sampleInvoice(texts, "en");

function template(svg: string): InvoiceTemplate {
  const read = readTemplate(svg);
  if (!read.template) throw new Error(JSON.stringify(read.faults));
  return read.template;
}

async function pagesOf(
  svg: string,
  document: InvoiceDocument = sample.document,
  calls: readonly InvoiceCall[] = sample.calls,
): Promise<InvoicePage[]> {
  const pages: InvoicePage[] = [];
  for await (const page of layPages(template(svg), document, () => [calls])) pages.push(page);
  return pages;
}

const svgOf = (flow: string, others = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
${others}
<g class="flow" data-top="40" data-next-top="10" data-bottom="90">${flow}</g>
</svg>`;

describe("the sums of an invoice", () => {
  const call = (cost: string, zone: string): InvoiceCall => ({
    ...{ start: "2026-01-01T00:00:00Z", from: "1", to: "2", type: "call", seconds: 60, freeTime: 0 },
    ...{ zone, detail: "", cost },
  });

  it.each<[costs: [string, string][], charge: string, vat: number | null, expected: object]>([
    [[], "990", 20, { net: 990, vat: 198, total: 1188, lines: [990] }],
    [
      [
        ["0.5", "a"],
        ["0.5", "a"],
      ],
      "0",
      null,
      { net: 1, vat: 0, total: 1, lines: [0, 1] },
    ],
    // Rounded one by one the lines would be 0 + 0 + 0.
    [
      [
        ["0.4", "a"],
        ["0.4", "b"],
        ["0.4", "c"],
      ],
      "0",
      20,
      { net: 1, vat: 0, total: 1, lines: [0, 1, 0, 0] },
    ],
    [
      [
        ["0.125", "a"],
        ["-10.5", "b"],
      ],
      "100",
      7.7,
      { net: 90, vat: 7, total: 97, lines: [100, 0, -10] },
    ],
  ])("%j and a charge of %s with %s percent VAT", (costs, charge, vat, expected) => {
    const zones = new ZoneSums();
    for (const [cost, zone] of costs) zones.add(call(cost, zone), toExactAmount(cost));
    const {
      fees,
      zones: lines,
      ...sums
    } = sumInvoice({ charges: [{ name: "c", cost: toExactAmount(charge) }], zones }, { vatRate: vat, currency: "EUR" });
    expect({ ...sums, lines: [...fees, ...lines].map(({ amount }) => amount) }).toEqual(expected);
  });

  it("keeps every fraction of a cent until the one rounding, for any calls", () => {
    const costs = fc.array(fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(9)), {
      minLength: 100,
      maxLength: 100,
    });
    let added = 0;
    fc.assert(
      fc.property(costs, fc.nat(1_000_000), fc.option(fc.nat(300)), (calls, charge, tenths) => {
        const zones = new ZoneSums();
        let ticks = BigInt(charge) * 10_000n;
        for (const [tick, zone] of calls) {
          const cost = amountFromCents(tick / 10_000);
          zones.add(call(amountToText(cost), String(zone)), cost);
          ticks += BigInt(tick);
        }
        const rate = tenths === null ? null : tenths / 10;
        const parts = { charges: [{ name: "c", cost: amountFromCents(charge) }], zones };
        const sums = sumInvoice(parts, { vatRate: rate, currency: "EUR" });
        const lines = [...sums.fees, ...sums.zones];
        // By whole numbers, halves away from zero.
        const half = (dividend: bigint, by: bigint) =>
          Number(dividend < 0n ? -((-dividend * 2n + by) / (by * 2n)) : (dividend * 2n + by) / (by * 2n));
        expect(sums.net).toBe(half(ticks, 10_000n));
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(sums.net);
        for (const { cost, amount } of lines) expect(Math.abs(Number(cost) - amount)).toBeLessThan(1);
        expect(sums.vat).toBe(tenths === null ? 0 : half(BigInt(sums.net) * BigInt(tenths), 1000n) + 0);
        expect(sums.total).toBe(sums.net + sums.vat);
        added += calls.length;
      }),
      { numRuns: 1_000 },
    );
    expect(added).toBe(100_000);
  });

  it("rounds lines up by what they lose, so that they add up", () => {
    const amounts = ["0.6", "0.6", "-0.6", "1"].map(toExactAmount);
    const rounding = toMinorUnits("EUR");
    expect(roundTogether(amounts, rounding).map(amountToText)).toEqual(["1", "1", "-1", "1"]);
    const sum = addAmounts(...roundTogether(amounts, rounding));
    expect(sum).toBe(toExactAmount("2") as Amount);
    expect(taxOn(sum, 20, toMinorUnits("EUR"))).toBe(0n);
  });

  it.each([
    ["KWD", { net: 123.5, vat: 6.2, total: 129.7 }],
    ["JPY", { net: 100, vat: 0, total: 100 }],
    ["EUR", { net: 123, vat: 6, total: 129 }],
  ])("are in whole minor units of %s", (currency, expected) => {
    const charges = [{ name: "c", cost: toExactAmount("123.4567") }];
    const { fees, zones, ...sums } = sumInvoice({ charges, zones: new ZoneSums() }, { vatRate: 5, currency });
    expect(sums).toEqual(expected);
  });

  it("is undone by a credit note", () => {
    const credit = creditNoteOf(sample.document, { serial: "INV2", issued: "2026-02-02T00:00:00Z" });
    expect(credit).toMatchObject({ serial: "INV2", cancels: sample.document.serial, calls: 0 });
    const { net, vat, total } = sample.document;
    expect([credit.net + net, credit.vat + vat, credit.total + total]).toEqual([0, 0, 0]);
    expect(credit.zones[0]?.amount).toBe(-(sample.document.zones[0]?.amount ?? 0));
  });
});

describe("a template", () => {
  const problems = (svg: string) =>
    (readTemplate(svg).faults ?? []).map(({ rule, line, params }) => `${line} ${rule} ${Object.values(params)}`);
  const text = (content: string) => `<text x="1" y="2">${content}</text>`;

  it.each<[what: string, svg: string, expected: string]>([
    ["a script", svgOf("", "<script>alert(1)</script>"), "2 templateForbidden script"],
    ["a script in other letters", svgOf("", "<SCRIPT/>"), "2 templateForbidden SCRIPT"],
    ["an event handler", svgOf("", '<rect onclick="alert(1)"/>'), "2 templateForbidden onclick"],
    ["foreign content", svgOf("", "<foreignObject/>"), "2 templateForbidden foreignObject"],
    [
      "a script by another prefix",
      svgOf("", '<x:script xmlns:x="http://www.w3.org/2000/svg"/>'),
      "2 templateForbidden x:script",
    ],
    ["a script that is not drawn", svgOf("", "<defs><g><script/></g></defs>"), "2 templateForbidden script"],
    ["a handler that is not drawn", svgOf("", '<metadata><a:b onload="x"/></metadata>'), "2 templateForbidden onload"],
    ["a picture without a file", svgOf("", "<image/>"), "2 templateImage 2000"],
    ["a style sheet", svgOf("", "<style>@import 'x'</style>"), "2 templateForbidden style"],
    ["a link", svgOf("", '<image href="http://192.0.2.1/a.png"/>'), "2 templateForbidden href"],
    ["a file", svgOf("", '<image xlink:href="file:///etc/passwd"/>'), "2 templateForbidden xlink:href"],
    ["a picture that is none", svgOf("", '<image href="data:image/png;base64,AAAA"/>'), "2 templateImage 2000"],
    ["an SVG as a picture", svgOf("", '<image href="data:image/svg+xml;base64,AAAA"/>'), "2 templateImage 2000"],
    ["a reference in a value", svgOf("", '<rect fill="url(http://192.0.2.1/)"/>'), "2 templateForbidden fill"],
    ["a reference in a style", svgOf("", '<rect style="fill:url(#a)"/>'), "2 templateForbidden fill"],
    ["an entity", svgOf("", text("&secret;")), "2 templateForbidden &secret;"],
    ["a document type", `<!DOCTYPE svg [<!ENTITY a "b">]>${svgOf("")}`, "1 templateForbidden <!DOCTYPE"],
    ["an instruction", `<?xml-stylesheet href="a"?>${svgOf("")}`, "1 templateForbidden <?"],
    ["broken XML", `<svg>\n<g></svg>`, "2 templateUnreadable "],
    ["elements without end", `<svg>${"<g>".repeat(80_000)}`, "1 templateUnreadable "],
    ["an unknown element", svgOf("", "<circel/>"), "2 templateUnknown circel,circle"],
    ["an unknown attribute", svgOf("", '<rect widht="3"/>'), "2 templateUnknown widht,width"],
    ["a colour that is none", svgOf("", '<rect fill="#12345"/>'), "2 templateValue fill"],
    [
      "an unknown placeholder",
      svgOf("", text("\n[% invoice.seriel %]")),
      "3 templateUnknown invoice.seriel,invoice.serial",
    ],
    ["code", svgOf("", text("[% FOREACH c IN calls %]")), "2 templateUnknown FOREACH c IN calls,"],
    ["an open bracket", svgOf("", text("[% invoice.serial")), "2 templateUnknown [%,"],
    ["a placeholder of rows outside of them", svgOf("", text("[% call.cost %]")), "2 templateUnknown call.cost,"],
    ["an unknown list", svgOf('<g data-each="cals" data-height="10"/>'), "3 templateUnknown cals,calls"],
    ["an unknown condition", svgOf('<g data-when="vats" data-height="10"/>'), "3 templateUnknown vats,vat"],
    ["a row without height", svgOf('<g data-each="calls" data-height="0"/>'), "3 templateHeight 50"],
    ["a row higher than a page", svgOf('<g data-height="51"/>'), "3 templateHeight 50"],
    ["no flow", '<svg viewBox="0 0 9 9"/>', "1 templateFlow 0"],
    ["no size", svgOf("").replace("viewBox", "class"), "1 templateValue viewBox"],
  ])("with %s is refused with its line", (_, svg, expected) => {
    expect(problems(svg)).toContainEqual(expect.stringContaining(expected));
  });

  it("names the nearest placeholder", () => {
    expect(problems(svgOf("", text("[% invoice.seriel %]")))).toEqual([
      "2 templateUnknown invoice.seriel,invoice.serial",
    ]);
  });

  it("is refused when too large, at once", () => {
    expect(problems(svgOf("", text(" ".repeat(300_000))))).toEqual(["1 templateSize 256"]);
    expect(problems(svgOf("", "<rect/>".repeat(6_000)))[0]).toBe("2 templateSize 256");
    expect(problems(svgOf("", text("a".repeat(2_001))))).toEqual(["2 templateText 2000"]);
    const row = (count: number) => `<g data-height="20" data-each="calls">${"<rect/>".repeat(count)}</g>`;
    expect(problems(svgOf(row(99), ""))).toEqual([]);
    expect(problems(svgOf(row(101), ""))[0]).toMatch(/templateSize 256$/);
    // Patterns that could match in many ways would take forever.
    for (const sign of ["1", " ", "[%", ",", "-"]) {
      const long = sign.repeat(Math.floor(200_000 / sign.length));
      readTemplate(svgOf("", `<path d="${long}x" transform="translate(${long}" /><polyline points="${long}x"/>`));
      readTemplate(svgOf("", text(long)));
    }
  });

  it("keeps what drawing programs write, without effect", () => {
    const svg = svgOf(
      "",
      '<metadata><rdf:RDF/></metadata><title>x</title><rect inkscape:label="a" width="1" height="1"/>',
    );
    expect(template(svg).every).toEqual([
      { name: "rect", attributes: { width: "1", height: "1" }, children: [], when: null },
    ]);
  });

  it.each(Object.entries(languages))("by default is valid and complete in %s", async (language, invoices) => {
    const own = textsFrom({ invoices }, language);
    const { document, calls } = sampleInvoice(own, language);
    const svg = defaultTemplate(own);
    const pages = await pagesOf(svg, document, calls);
    expect(pages).toHaveLength(2);
    const drawn = pages.map((page) => pageToSvg(template(svg), page));
    expect(drawn.join("")).not.toMatch(/\[%|%\]|invoices\.|undefined/);
    expect(drawn[0]).toContain(invoices.document.invoice);
    expect(drawn[0]).not.toContain(invoices.document.creditNote);
    expect(drawn.every((page) => page.includes(invoices.document.time))).toBe(true);
    const credit = creditNoteOf(document, { serial: "C", issued: document.issued });
    const [first, second] = await pagesOf(svg, credit, []);
    expect(second).toBeUndefined();
    expect(first && pageToSvg(template(svg), first)).toContain(invoices.document.creditNote);
  });
});

describe("pages", () => {
  const row = '<g data-each="calls" data-height="10"><text x="0" y="8">[% call.to %]</text></g>'.replace(
    "call.to ",
    "call.destination_user_in ",
  );
  const heading = '<g data-height="10" data-heading="true"><text x="0" y="8">Calls</text></g>';
  const words = (pages: readonly InvoicePage[], svg: string) =>
    pages.map((page) => [...pageToSvg(template(svg), page).matchAll(/>([^<>]+)</g)].map(([, word]) => word));
  const some = (count: number) => ({
    document: { ...sample.document, calls: count },
    calls: sample.calls.slice(0, count).map((call, index) => ({ ...call, to: `<${index}>` })),
  });

  it("flow rows over pages, with the heading above them again", async () => {
    const svg = svgOf(heading + row, '<text x="0" y="5">[% page.number %]/[% page.count %]</text>');
    const { document, calls } = some(10);
    const shown = words(await pagesOf(svg, document, calls), svg);
    const to = (index: number) => `&lt;${index}&gt;`;
    expect(shown).toEqual([
      ["1/2", "Calls", ...[0, 1, 2, 3].map(to)],
      ["2/2", "Calls", ...[4, 5, 6, 7, 8, 9].map(to)],
    ]);
    expect(countPages(template(svg), document)).toBe(2);
  });

  it("do not leave a heading alone at the end of a page", async () => {
    const svg = svgOf(`<g data-height="32"><text x="0" y="1">a</text></g>${heading}${row}`);
    const { document, calls } = some(1);
    expect(words(await pagesOf(svg, document, calls), svg)).toEqual([["a"], ["Calls", "&lt;0&gt;"]]);
  });

  it("leave out what a condition excludes, and cut long texts", async () => {
    const cut = '<g data-height="10" data-when="vat"><text x="0" y="1">VAT</text></g>';
    const svg = svgOf(cut, '<text x="0" y="1" data-max-chars="4">Ünïcode</text>');
    const { document } = some(0);
    expect(words(await pagesOf(svg, { ...document, vatRate: null }, []), svg)).toEqual([["Ünï…"]]);
  });

  it("hold one page of any number of calls", async () => {
    const { document } = some(0);
    let read = 0;
    const batches = function* () {
      for (let batch = 0; batch < 10; batch++) {
        read++;
        yield Array.from({ length: 1_000 }, () => sample.calls[0] as InvoiceCall);
      }
    };
    const long = { ...document, calls: 10_000 };
    let pages = 0;
    for await (const { count } of layPages(template(svgOf(row)), long, batches)) {
      if (pages === 0) expect(read).toBe(1);
      pages++;
      expect(count).toBe(1_251);
    }
    expect(pages).toBe(1_251);
  });
});
