import type { FieldKind } from "../src/core/schema/kinds.ts";

/** Formats of dates and times. */
export const TIME_FORMATS = ["date-time", "timestamp", "date", "local-date-time", "time-of-day"];

/** Formats of times without a zone, which say whose clock they are on. */
export const CLOCK_FORMATS =
  /^(?:time-of-day|local-date-time|year-month|(?:minute|hour|weekday|day|month-day|year-day|week|month|year)-(?:range|list))$/;

interface KindDeclaration {
  /** For the documentation. */
  readonly how: string;
  /** Formats of texts that are of this kind. */
  readonly formats?: readonly string[];
  /** Units of numbers that are of this kind. */
  readonly units?: readonly string[];
}

/** The declaration of each kind of field in a schema. */
export const kindDeclarations: Readonly<Record<FieldKind, KindDeclaration>> = {
  text: { how: "`type: string` with `maxLength`." },
  longText: { how: "`type: string` with a `maxLength` beyond 1024, or `x-field.kind: longText`." },
  integer: { how: "`type: integer`; `minimum` and `maximum` bound it." },
  decimal: { how: "`type: number`.", units: ["centsPerSecond", "centsEach"] },
  money: {
    how: "`type: integer` with `x-field.unit: cents`: typed and shown as an amount, sent in cents; or `type: number` with `currency`.",
    units: ["cents", "currency"],
  },
  percent: { how: "`type: number` or `integer` with `x-field.unit: percent`.", units: ["percent"] },
  duration: {
    how: "`type: integer` with `x-field.unit: seconds`: typed and shown as hours, minutes and seconds; or `type: number` if read-only.",
    units: ["seconds"],
  },
  boolean: { how: "`type: boolean`." },
  enum: { how: "`enum` with `type: string` or `integer`." },
  reference: { how: "`type: integer` with `x-field.reference`." },
  references: { how: "`type: array` whose `items` are references." },
  dateTime: { how: "`format: date-time`.", formats: ["date-time", "timestamp"] },
  date: { how: "`format: date`: a day of the calendar, without a zone.", formats: ["date"] },
  timeOfDay: { how: "`format: time-of-day`.", formats: ["time-of-day"] },
  calendarRange: {
    how: "`format: weekday-range`, or that of another part of a date: a span such as `2-6`, chosen and shown by name.",
    formats: ["year", "month", "day", "weekday", "hour", "minute"].map((part) => `${part}-range`),
  },
  callDestination: { how: "`x-field.kind: callDestination`: a service of the platform, or a number or SIP URI." },
  email: { how: "`format: email`.", formats: ["email"] },
  emailList: { how: "`format: email-list-comma`: addresses with commas between them.", formats: ["email-list-comma"] },
  host: { how: "`format: domain-or-ip`.", formats: ["domain-or-ip"] },
  ip: { how: "`format: ip`.", formats: ["ip"] },
  ipList: { how: "`type: array` whose `items` have `format: ip-or-cidr`." },
  phoneNumber: { how: "`$ref: ../shared/phone-number.schema.json`: country code, area code and the rest." },
  phoneNumbers: { how: "`type: array` whose `items` are phone numbers." },
  regex: {
    how: "`format: regex`, `number-pattern` for patterns of numbers, `uri-pattern` for those of SIP URIs, or `format: replacement` for what takes the place of a match.",
    formats: ["regex", "number-pattern", "uri-pattern", "replacement"],
  },
  colour: { how: "`format: hex-colour`.", formats: ["hex-colour"] },
  file: { how: "`type: string` with `x-field.file`." },
  password: { how: "`format: password`.", formats: ["password"] },
  country: { how: "`format: iso-3166-alpha2`.", formats: ["iso-3166-alpha2"] },
  timezone: { how: "`format: timezone-name`.", formats: ["timezone-name"] },
  tags: { how: "`type: array` whose `items` are any other strings." },
  object: { how: "`type: object` with `properties`: fields of its own." },
  list: { how: "`type: array` whose `items` are objects." },
};

export const fieldKinds = Object.keys(kindDeclarations) as FieldKind[];

/** The kind that one of these formats or units belongs to. */
function kindByWord(keyword: "formats" | "units"): ReadonlyMap<string, FieldKind> {
  return new Map(
    fieldKinds.flatMap((kind) => (kindDeclarations[kind][keyword] ?? []).map((word) => [word, kind] as const)),
  );
}
export const kindOfFormat = kindByWord("formats");
export const kindOfUnit = kindByWord("units");
