import type { Texts } from "../../schema/texts.ts";
import { type InvoiceCall, type InvoiceDocument, sumInvoice, toExactAmount, ZoneSums } from "./invoiceDocument.ts";

const CALLS = 60;
const VAT_RATE = 20;
const MINUTE_MS = 60_000;

interface Sample {
  readonly document: InvoiceDocument;
  readonly calls: readonly InvoiceCall[];
}

/** An invoice for previews without a real one: long enough for a second page. */
export function sampleInvoice(texts: Texts, language: string): Sample {
  const word = (key: string) => texts(`invoices.sample.${key}`);
  const from = Date.UTC(2026, 0, 1, 8);
  const zones = [
    [word("national"), word("landline"), "3.5"],
    [word("national"), word("mobile"), "12.25"],
    [word("international"), "", "90.125"],
  ] as const;
  const calls = Array.from({ length: CALLS }, (_, index): InvoiceCall => {
    const [zone, detail, cost] = zones[index % zones.length] ?? ["", "", "0"];
    return {
      start: new Date(from + index * 7 * 60 * MINUTE_MS).toISOString(),
      from: "4315550100",
      to: `44207946${String(1000 + index)}`,
      type: "call",
      seconds: 30 + index * 7,
      freeTime: 0,
      zone,
      detail,
      cost,
    };
  });
  const sums = new ZoneSums();
  for (const call of calls) sums.add(call, toExactAmount(call.cost));
  const charges = [{ name: word("profile"), cost: toExactAmount("990") }];
  const person = { firstname: "Ada", lastname: "Lovelace", street: "Example 1", postcode: "1010", city: "Vienna" };
  const rates = { currency: "EUR", vatRate: VAT_RATE };
  const document: InvoiceDocument = {
    serial: "INV2026010000001",
    cancels: null,
    issued: "2026-02-01T00:00:00Z",
    start: "2026-01-01T00:00:00Z",
    end: "2026-01-31T23:59:59Z",
    zone: "UTC",
    language,
    ...rates,
    customer: { id: 1, externalId: "C-1" },
    client: { ...person, company: "Analytical Engines", country: "AT", email: "ada@example.org" },
    provider: { company: "Example Telecom", street: "Example 2", postcode: "1020", city: "Vienna", iban: "AT61 1904" },
    profile: { name: word("profile"), handle: "sample" },
    calls: calls.length,
    ...sumInvoice({ charges, zones: sums }, rates),
  };
  return { document, calls };
}
