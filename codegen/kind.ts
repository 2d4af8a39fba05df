import type { PropertySchema } from "./schemaTypes.ts";

const KIND_OF_FORMAT: Readonly<Record<string, string>> = {
  email: "email",
  "email-list-comma": "emailList",
  "domain-or-ip": "host",
  ip: "ip",
  "hex-colour": "colour",
  regex: "regex",
  "number-pattern": "regex",
  replacement: "regex",
  password: "password",
  "iso-3166-alpha2": "country",
  "timezone-name": "timezone",
  "date-time": "dateTime",
  timestamp: "dateTime",
  date: "date",
  "time-of-day": "timeOfDay",
  "year-range": "calendarRange",
  "month-range": "calendarRange",
  "day-range": "calendarRange",
  "weekday-range": "calendarRange",
  "hour-range": "calendarRange",
  "minute-range": "calendarRange",
};

/** Formats of dates and times. */
export const TIME_FORMATS = ["date-time", "timestamp", "date", "local-date-time", "time-of-day"];

/** Formats of times without a zone, which say whose clock they are on. */
export const CLOCK_FORMATS =
  /^(?:time-of-day|local-date-time|year-month|(?:minute|hour|weekday|day|month-day|year-day|week|month|year)-(?:range|list))$/;

const KIND_OF_UNIT: Readonly<Record<string, string>> = {
  cents: "money",
  currency: "money",
  centsPerSecond: "decimal",
  centsEach: "decimal",
  seconds: "duration",
  percent: "percent",
};

/** Every kind of field with how to declare it, for the documentation. */
export const kindSources: readonly (readonly [kind: string, how: string])[] = [
  ["text", "`type: string` with `maxLength`."],
  ["longText", "`type: string` with a `maxLength` beyond 1024, or `x-field.kind: longText`."],
  ["integer", "`type: integer`; `minimum` and `maximum` bound it."],
  ["decimal", "`type: number`."],
  [
    "money",
    "`type: integer` with `x-field.unit: cents`: typed and shown as an amount, sent in cents; or `type: number` with `currency`.",
  ],
  ["percent", "`type: number` or `integer` with `x-field.unit: percent`."],
  [
    "duration",
    "`type: integer` with `x-field.unit: seconds`: typed and shown as hours, minutes and seconds; or `type: number` if read-only.",
  ],
  ["boolean", "`type: boolean`."],
  ["enum", "`enum` with `type: string` or `integer`."],
  ["reference", "`type: integer` with `x-field.reference`."],
  ["references", "`type: array` whose `items` are references."],
  ["dateTime", "`format: date-time`."],
  ["date", "`format: date`: a day of the calendar, without a zone."],
  ["timeOfDay", "`format: time-of-day`."],
  [
    "calendarRange",
    "`format: weekday-range`, or that of another part of a date: a span such as `2-6`, chosen and shown by name.",
  ],
  ["callDestination", "`x-field.kind: callDestination`: a service of the platform, or a number or SIP URI."],
  ["email", "`format: email`."],
  ["emailList", "`format: email-list-comma`: addresses with commas between them."],
  ["host", "`format: domain-or-ip`."],
  ["ip", "`format: ip`."],
  ["ipList", "`type: array` whose `items` have `format: ip-or-cidr`."],
  ["phoneNumber", "`$ref: ../shared/phone-number.schema.json`: country code, area code and the rest."],
  ["phoneNumbers", "`type: array` whose `items` are phone numbers."],
  [
    "regex",
    "`format: regex`, `number-pattern` for patterns of numbers, or `format: replacement` for what takes the place of a match.",
  ],
  ["colour", "`format: hex-colour`."],
  ["file", "`type: string` with `x-field.file`."],
  ["password", "`format: password`."],
  ["country", "`format: iso-3166-alpha2`."],
  ["timezone", "`format: timezone-name`."],
  ["tags", "`type: array` whose `items` are any other strings."],
  ["object", "`type: object` with `properties`: fields of its own."],
  ["list", "`type: array` whose `items` are objects."],
];

/** A longer text gets a multi-line input. */
const LONG_TEXT = 1024;

/** The one kind of a field, or undefined when type, format and keywords do not name one. */
export function fieldKindOf(schema: PropertySchema): string | undefined {
  const x = schema["x-field"];
  if (x?.kind) return x.kind;
  if (x?.file) return schema.type === "string" ? "file" : undefined;
  switch (schema.type) {
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      if (x?.reference) return "reference";
      if (schema.enum) return "enum";
      if (x?.unit && x.unit !== "code" && x.unit !== "phone") return KIND_OF_UNIT[x.unit];
      return schema.type === "integer" ? "integer" : "decimal";
    case "string":
      if (schema.enum) return "enum";
      if (schema.format && KIND_OF_FORMAT[schema.format]) return KIND_OF_FORMAT[schema.format];
      return (schema.maxLength ?? 0) > LONG_TEXT ? "longText" : "text";
    case "object":
      return "object";
    case "array":
      return kindOfArray(schema);
    default:
      return undefined;
  }
}

function kindOfArray(schema: PropertySchema): string | undefined {
  const items = schema.items;
  if (!items) return undefined;
  if (items["x-field"]?.kind === "phoneNumber") return "phoneNumbers";
  if (items.type === "object") return "list";
  if (items.type === "integer" && items["x-field"]?.reference) return "references";
  if (items.format === "ip-or-cidr") return "ipList";
  return items.type === "string" ? "tags" : undefined;
}
