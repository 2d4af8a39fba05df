/** Formats of values: money in cents, durations in seconds, times as instants. */
export type PlaceholderKind = "text" | "count" | "money" | "exactMoney" | "percent" | "date" | "time" | "duration";

/** Lists that a template may repeat a block for. */
export const invoiceLists = ["fees", "zones", "calls"] as const;

export type InvoiceList = (typeof invoiceLists)[number];

/** Conditions that a block may depend on. */
export const invoiceConditions = [...invoiceLists, "vat", "invoice", "credit"] as const;

export type InvoiceCondition = (typeof invoiceConditions)[number];

/** Fields of a customer or reseller: columns of contacts. */
export const partyFields = [
  ...["company", "firstname", "lastname", "street", "postcode", "city", "country", "comregnum", "vatnum"],
  ...["email", "phonenumber", "bankname", "iban", "bic"],
];

const party = (prefix: string) => partyFields.map((name): PlaceholderEntry => [`${prefix}.${name}`, "text"]);

type PlaceholderEntry = readonly [name: string, kind: PlaceholderKind];

/** Placeholders that hold anywhere, in the order in which they are offered. */
const everywhere: readonly PlaceholderEntry[] = [
  ["invoice.serial", "text"],
  ["invoice.cancels", "text"],
  ["invoice.date", "date"],
  ["invoice.period_start", "date"],
  ["invoice.period_end", "date"],
  ["invoice.amount_net", "money"],
  ["invoice.amount_vat", "money"],
  ["invoice.amount_total", "money"],
  ["customer.id", "text"],
  ["customer.external_id", "text"],
  ["customer.vat_rate", "percent"],
  ...party("custcontact"),
  ...party("rescontact"),
  ["billprof.name", "text"],
  ["billprof.handle", "text"],
  ["billprof.currency", "text"],
  ["zones.number", "count"],
  ["zones.totalduration", "duration"],
  ["zones.totalcost", "money"],
  ["page.number", "count"],
  ["page.count", "count"],
];

/** Placeholders that hold in blocks repeated for a list. */
const inLists: Readonly<Record<InvoiceList, readonly PlaceholderEntry[]>> = {
  fees: [
    ["fee.name", "text"],
    ["fee.amount", "money"],
  ],
  zones: [
    ["zone.zone", "text"],
    ["zone.zone_detail", "text"],
    ["zone.number", "count"],
    ["zone.duration", "duration"],
    ["zone.free_time", "duration"],
    ["zone.customercost", "money"],
  ],
  calls: [
    ["call.start_time", "time"],
    ["call.source_cli", "text"],
    ["call.destination_user_in", "text"],
    ["call.call_type", "text"],
    ["call.duration", "duration"],
    ["call.free_time", "duration"],
    ["call.zone", "text"],
    ["call.zone_detail", "text"],
    ["call.cost", "exactMoney"],
  ],
};

const placeholders = new Map([
  [null, new Map(everywhere)],
  ...invoiceLists.map((list) => [list, new Map(inLists[list])] as const),
]);

/** Names and kinds of placeholders, by where they hold; null: anywhere. */
export function placeholdersIn(list: InvoiceList | null): ReadonlyMap<string, PlaceholderKind> {
  return placeholders.get(list) ?? new Map();
}
