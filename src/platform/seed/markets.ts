/**
 * Numbers reserved for fiction and documentation, which nobody has:
 * - United Kingdom: Ofcom, "Telephone numbers for use in TV and radio drama programmes": 01632 960xxx, 020 7946 0xxx,
 *   0113/0117/0121/0131/0141/0161 496 0xxx, mobile 07700 900xxx.
 * - Germany: Bundesnetzagentur, Mitteilung 148/2021 ("Drama Numbers"): Berlin 23125xxx, Frankfurt 90009xxx,
 *   Hamburg 66969xxx, Köln 4710xxx, München 99998xxx.
 * - North America: NANPA, 555 line number guidelines: 555-0100 to 555-0199 in every area code.
 */
export interface NumberRange {
  readonly city: string;
  readonly ac: string;
  /** First digits of all subscriber numbers of the range. */
  readonly prefix: string;
  /** Number of digits after the prefix. */
  readonly free: number;
}

/** The country of a reseller. */
export interface Market {
  readonly country: string;
  readonly cc: string;
  readonly currency: string;
  readonly timezone: string;
  readonly language: string;
  readonly vatRate: number;
  /** Single lines. */
  readonly singles: readonly NumberRange[];
  /** Blocks of a hundred for cloud PBX customers. */
  readonly blocks: readonly NumberRange[];
  /** Phone numbers of contacts. */
  readonly contacts: NumberRange;
  readonly postcodes: readonly string[];
  readonly streets: readonly string[];
}

export const britain: Market = {
  country: "GB",
  cc: "44",
  currency: "GBP",
  timezone: "Europe/London",
  language: "en",
  vatRate: 20,
  singles: [
    { city: "London", ac: "20", prefix: "794608", free: 2 },
    { city: "Manchester", ac: "161", prefix: "4960", free: 3 },
    { city: "Leeds", ac: "113", prefix: "4960", free: 3 },
  ],
  blocks: [
    { city: "London", ac: "20", prefix: "794601", free: 2 },
    { city: "London", ac: "20", prefix: "794604", free: 2 },
    { city: "Bristol", ac: "117", prefix: "49602", free: 2 },
    { city: "Birmingham", ac: "121", prefix: "49605", free: 2 },
    { city: "Edinburgh", ac: "131", prefix: "49603", free: 2 },
    { city: "Glasgow", ac: "141", prefix: "49607", free: 2 },
  ],
  contacts: { city: "", ac: "7700", prefix: "900", free: 3 },
  postcodes: ["EC1A 1ZZ", "M1 9ZZ", "LS1 9ZZ", "BS1 9ZZ", "B1 9ZZ", "EH1 9ZZ"],
  streets: ["Harbour Lane", "Foundry Street", "Chapel Row", "Market Place", "Quay Road", "Mill Yard"],
};

export const germany: Market = {
  country: "DE",
  cc: "49",
  currency: "EUR",
  timezone: "Europe/Berlin",
  language: "de",
  vatRate: 19,
  singles: [
    { city: "Berlin", ac: "30", prefix: "231258", free: 2 },
    { city: "Hamburg", ac: "40", prefix: "66969", free: 3 },
  ],
  blocks: [
    { city: "Berlin", ac: "30", prefix: "231251", free: 2 },
    { city: "Berlin", ac: "30", prefix: "231254", free: 2 },
    { city: "Frankfurt am Main", ac: "69", prefix: "900092", free: 2 },
    { city: "Frankfurt am Main", ac: "69", prefix: "900096", free: 2 },
    { city: "Köln", ac: "221", prefix: "47103", free: 2 },
    { city: "München", ac: "89", prefix: "999985", free: 2 },
  ],
  contacts: { city: "", ac: "89", prefix: "99998", free: 3 },
  postcodes: ["10115", "20095", "60311", "50667", "80331"],
  streets: ["Lindenweg", "Am Speicher", "Werftstraße", "Gartenallee", "Mühlgasse", "Bahnhofstraße"],
};

export const america: Market = {
  country: "US",
  cc: "1",
  currency: "USD",
  timezone: "America/Los_Angeles",
  language: "en",
  vatRate: 0,
  singles: [
    { city: "San Francisco", ac: "415", prefix: "55501", free: 2 },
    { city: "Oakland", ac: "510", prefix: "55501", free: 2 },
  ],
  blocks: [
    { city: "San Jose", ac: "408", prefix: "55501", free: 2 },
    { city: "Sacramento", ac: "916", prefix: "55501", free: 2 },
    { city: "Monterey", ac: "831", prefix: "55501", free: 2 },
  ],
  contacts: { city: "", ac: "707", prefix: "55501", free: 2 },
  postcodes: ["94100", "94600", "95100", "95800"],
  streets: ["Alder Street", "Bayshore Drive", "Canyon Road", "Mission Lane", "Orchard Avenue"],
};

export interface AllottedNumber {
  readonly cc: string;
  readonly ac: string;
  readonly sn: string;
}

/** Allocates the numbers of a range in order. */
export class NumberPool {
  readonly #used = new Map<NumberRange, number>();

  constructor(readonly cc: string) {}

  take(range: NumberRange): AllottedNumber {
    const next = this.#used.get(range) ?? 0;
    if (next >= 10 ** range.free) throw new RangeError(`${range.ac} ${range.prefix} has no free number left`);
    this.#used.set(range, next + 1);
    return { cc: this.cc, ac: range.ac, sn: range.prefix + String(next).padStart(range.free, "0") };
  }
}
