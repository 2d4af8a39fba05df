import {
  type Amount,
  addAmounts,
  amountToCents,
  amountToText,
  parseAmount,
  roundTogether,
  subtractAmounts,
  taxOn,
  toMinorUnits,
  zeroAmount,
} from "../../values/amount.ts";
import { byCodePoint } from "../../values/byCodePoint.ts";

/** A call as invoices list it. Amounts are decimal texts in cents, as numbers would lose fractions. */
export interface InvoiceCall {
  /** RFC 3339. */
  readonly start: string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly seconds: number;
  readonly freeTime: number;
  readonly zone: string;
  readonly detail: string;
  readonly cost: string;
}

/** Sums of all calls of a zone. */
export interface InvoiceZone {
  readonly zone: string;
  readonly detail: string;
  readonly calls: number;
  readonly seconds: number;
  readonly freeTime: number;
  /** Exactly. */
  readonly cost: string;
  /** Cents, in whole minor units of the currency; those of all fees and zones add up to the net amount. */
  readonly amount: number;
}

export interface InvoiceFee {
  readonly name: string;
  readonly cost: string;
  readonly amount: number;
}

export type InvoiceParty = Readonly<Record<string, string>>;

/** Everything that an invoice shows, besides its calls: drawn from it again, it is the same to the byte. */
export interface InvoiceDocument {
  readonly serial: string;
  /** The invoice that this credit note cancels; null: it is an invoice. */
  readonly cancels: string | null;
  /** RFC 3339; the end is the last second. */
  readonly issued: string;
  readonly start: string;
  readonly end: string;
  /** Time zone of times, and language of numbers and dates. */
  readonly zone: string;
  readonly language: string;
  readonly currency: string;
  /** Percent; null: no VAT is added. */
  readonly vatRate: number | null;
  readonly customer: { readonly id: number; readonly externalId: string };
  readonly client: InvoiceParty;
  readonly provider: InvoiceParty;
  readonly profile: { readonly name: string; readonly handle: string };
  readonly fees: readonly InvoiceFee[];
  readonly zones: readonly InvoiceZone[];
  readonly calls: number;
  /** Cents, in whole minor units of the currency. */
  readonly net: number;
  readonly vat: number;
  readonly total: number;
}

export type InvoiceSums = Pick<InvoiceDocument, "fees" | "zones" | "net" | "vat" | "total">;

/** An invoice as it would be issued. */
export interface InvoicePreview {
  readonly document: InvoiceDocument;
  /** Base64. */
  readonly pdf: string;
  /** Invoices of the customer that bill some of its days already. */
  readonly overlaps: readonly { readonly id: number; readonly serial: string | null }[];
}

interface ZoneSum {
  readonly zone: string;
  readonly detail: string;
  calls: number;
  seconds: number;
  freeTime: number;
  cost: Amount;
}

/** Adds up calls by zone, one after the other: invoices of many calls are made without holding them. */
export class ZoneSums {
  readonly #sums = new Map<string, ZoneSum>();

  add({ zone, detail, seconds, freeTime }: InvoiceCall, cost: Amount): void {
    const key = JSON.stringify([zone, detail]);
    const sum = this.#sums.get(key) ?? { zone, detail, calls: 0, seconds: 0, freeTime: 0, cost: zeroAmount };
    this.#sums.set(key, sum);
    sum.calls++;
    sum.seconds += seconds;
    sum.freeTime += freeTime;
    sum.cost = addAmounts(sum.cost, cost);
  }

  /** In the order of their names. */
  inOrder(): readonly Readonly<ZoneSum>[] {
    return [...this.#sums.values()].sort((a, b) => byCodePoint(a.zone, b.zone) || byCodePoint(a.detail, b.detail));
  }
}

export interface InvoiceCharge {
  readonly name: string;
  readonly cost: Amount;
}

export interface InvoiceLines {
  readonly charges: readonly InvoiceCharge[];
  readonly zones: ZoneSums;
}

/**
 * The lines and amounts of an invoice. Costs are added up exactly, and their sum is rounded once, to the currency's minor
 * unit; lines are rounded so that they add up to it. VAT is that of the net amount, rounded once.
 */
export function sumInvoice(
  { charges, zones }: InvoiceLines,
  { vatRate, currency }: Pick<InvoiceDocument, "vatRate" | "currency">,
): InvoiceSums {
  const rounding = toMinorUnits(currency);
  const ordered = zones.inOrder();
  const amounts = roundTogether(
    [...charges, ...ordered].map(({ cost }) => cost),
    rounding,
  );
  const amountAt = (index: number) => amountToCents(amounts[index] ?? zeroAmount);
  const net = addAmounts(...amounts);
  const vat = vatRate === null ? zeroAmount : taxOn(net, vatRate, rounding);
  return {
    fees: charges.map(({ name, cost }, index) => ({ name, cost: amountToText(cost), amount: amountAt(index) })),
    zones: ordered.map(({ cost, ...sum }, index) => ({
      ...sum,
      cost: amountToText(cost),
      amount: amountAt(charges.length + index),
    })),
    net: amountToCents(net),
    vat: amountToCents(vat),
    total: amountToCents(addAmounts(net, vat)),
  };
}

/** Returns the credit note that cancels an invoice: its lines with the opposite sign, without its calls. */
export function creditNoteOf(
  invoice: InvoiceDocument,
  { serial, issued }: Pick<InvoiceDocument, "serial" | "issued">,
): InvoiceDocument {
  const credited = <Line extends Pick<InvoiceFee, "cost" | "amount">>(line: Line): Line => ({
    ...line,
    cost: amountToText(subtractAmounts(zeroAmount, toExactAmount(line.cost))),
    amount: opposite(line.amount),
  });
  return {
    ...invoice,
    serial,
    issued,
    cancels: invoice.serial,
    calls: 0,
    fees: invoice.fees.map(credited),
    zones: invoice.zones.map(credited),
    net: opposite(invoice.net),
    vat: opposite(invoice.vat),
    total: opposite(invoice.total),
  };
}

/** Without the sign of zero. */
function opposite(amount: number): number {
  return amount === 0 ? 0 : -amount;
}

export function toExactAmount(text: string): Amount {
  const amount = parseAmount(text);
  if (amount === null) throw new RangeError(`Not an amount: ${text}`);
  return amount;
}
