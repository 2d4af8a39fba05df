interface TextFormat {
  readonly format: string;
  readonly pattern: RegExp;
  /** Of the field: where values alone could be anything. */
  readonly name?: RegExp;
}

/** The first that all values have; what only looks like one is held to the field's name as well. */
const FORMATS: readonly TextFormat[] = [
  { format: "date-time", pattern: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/ },
  { format: "date", pattern: /^\d{4}-\d\d-\d\d$/ },
  { format: "time-of-day", pattern: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/ },
  { format: "email", pattern: /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/ },
  { format: "email-list-comma", pattern: /^[^\s@,]+@[^\s@,]+(, *[^\s@,]+@[^\s@,]+)*$/ },
  { format: "ip", pattern: /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:]*:[0-9a-f.:]*)$/i },
  { format: "ip-or-cidr", pattern: /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:]*)(\/\d{1,3})?$/i },
  { format: "http-url", pattern: /^https?:\/\/\S+$/ },
  { format: "sip-uri", pattern: /^sips?:\S+@\S+$/ },
  { format: "mac", pattern: /^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i },
  { format: "hex-colour", pattern: /^#([0-9a-f]{3}|[0-9a-f]{6})$/i },
  { format: "timezone-name", pattern: /^[A-Z]\w+\/[A-Z][\w/+-]+$/ },
  { format: "iso-3166-alpha2", pattern: /^[A-Z]{2}$/, name: /country/ },
  { format: "iban", pattern: /^[A-Z]{2}\d{2}[A-Z0-9 ]{10,}$/, name: /iban/ },
  { format: "bic", pattern: /^[A-Z]{6}[A-Z0-9]{2,5}$/, name: /bic|swift/ },
  { format: "e164", pattern: /^\+?[1-9]\d{6,14}$/, name: /number|cli|phone|e164/ },
  { format: "domain-or-ip", pattern: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, name: /domain|host|fqdn|server/ },
];

/** The format that all of these texts have; undefined where there is none. */
export function formatOf(name: string, values: readonly string[]): string | undefined {
  return FORMATS.find((one) => (one.name?.test(name) ?? true) && values.every((value) => one.pattern.test(value)))
    ?.format;
}
