import { formatDateTime } from "../../values/dateTime.ts";
import { formatClock } from "../../values/duration.ts";
import { formatExactMoney, formatMoney } from "../../values/money.ts";
import type { InvoiceCall, InvoiceDocument, InvoiceFee, InvoiceZone } from "./invoiceDocument.ts";
import { type InvoiceCondition, type InvoiceList, type PlaceholderKind, placeholdersIn } from "./placeholders.ts";

type Value = string | number | null;
type PlaceholderValues = Readonly<Record<string, Value>>;

export type ValueTexts = Readonly<Record<string, string>>;

/** Writes the values of one document in its language, currency and time zone. */
export class InvoiceValues {
  readonly #dates: Intl.DateTimeFormat;
  readonly #percents: Intl.NumberFormat;
  readonly #counts: Intl.NumberFormat;

  constructor(readonly document: InvoiceDocument) {
    const { language, zone } = document;
    this.#dates = new Intl.DateTimeFormat(language, { timeZone: zone, dateStyle: "medium" });
    this.#percents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
    this.#counts = new Intl.NumberFormat(language);
  }

  /** Everything but the numbers of pages, which only the layout knows. */
  ofDocument(): ValueTexts {
    const { document } = this;
    const { zones, customer, profile } = document;
    const sum = (name: "calls" | "seconds" | "amount") => zones.reduce((total, zone) => total + zone[name], 0);
    return this.#written(null, {
      "invoice.serial": document.serial,
      "invoice.cancels": document.cancels,
      "invoice.date": document.issued,
      "invoice.period_start": document.start,
      "invoice.period_end": document.end,
      "invoice.amount_net": document.net,
      "invoice.amount_vat": document.vat,
      "invoice.amount_total": document.total,
      "customer.id": String(customer.id),
      "customer.external_id": customer.externalId,
      "customer.vat_rate": document.vatRate,
      "billprof.name": profile.name,
      "billprof.handle": profile.handle,
      "billprof.currency": document.currency,
      "zones.number": sum("calls"),
      "zones.totalduration": sum("seconds"),
      "zones.totalcost": sum("amount"),
      ...prefixed("custcontact", document.client),
      ...prefixed("rescontact", document.provider),
    });
  }

  ofPage(number: number, count: number): ValueTexts {
    return this.#written(null, { "page.number": number, "page.count": count });
  }

  ofFee({ name, amount }: InvoiceFee): ValueTexts {
    return this.#written("fees", { "fee.name": name, "fee.amount": amount });
  }

  ofZone(zone: InvoiceZone): ValueTexts {
    return this.#written("zones", {
      "zone.zone": zone.zone,
      "zone.zone_detail": zone.detail,
      "zone.number": zone.calls,
      "zone.duration": zone.seconds,
      "zone.free_time": zone.freeTime,
      "zone.customercost": zone.amount,
    });
  }

  ofCall(call: InvoiceCall): ValueTexts {
    return this.#written("calls", {
      "call.start_time": call.start,
      "call.source_cli": call.from,
      "call.destination_user_in": call.to,
      "call.call_type": call.type,
      "call.duration": call.seconds,
      "call.free_time": call.freeTime,
      "call.zone": call.zone,
      "call.zone_detail": call.detail,
      "call.cost": call.cost,
    });
  }

  conditions(): ReadonlySet<InvoiceCondition> {
    const { fees, zones, calls, vatRate, cancels } = this.document;
    return new Set<InvoiceCondition>([
      ...(fees.length > 0 ? (["fees"] as const) : []),
      ...(zones.length > 0 ? (["zones"] as const) : []),
      ...(calls > 0 ? (["calls"] as const) : []),
      ...(vatRate === null ? [] : (["vat"] as const)),
      cancels === null ? "invoice" : "credit",
    ]);
  }

  #written(list: InvoiceList | null, values: PlaceholderValues): ValueTexts {
    const kinds = placeholdersIn(list);
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const kind = kinds.get(name);
        return kind === undefined ? [] : [[name, value === null ? "" : this.#write(kind, value)] as const];
      }),
    );
  }

  #write(kind: PlaceholderKind, value: string | number): string {
    const { language, currency, zone } = this.document;
    switch (kind) {
      case "text":
        return String(value);
      case "count":
        return this.#counts.format(Number(value));
      case "money":
        return formatMoney(Number(value), language, currency);
      case "exactMoney":
        return formatExactMoney(String(value), language, currency);
      case "percent":
        return this.#percents.format(Number(value) / 100);
      case "date":
        return this.#dates.format(new Date(value));
      case "time":
        return formatDateTime(new Date(value), zone, { seconds: true });
      case "duration":
        return formatClock(Number(value));
    }
  }
}

function prefixed(prefix: string, values: Readonly<Record<string, string>>): PlaceholderValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
}
