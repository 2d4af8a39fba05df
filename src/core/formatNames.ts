/** Names that a schema may put in `format`. One file in `formats/` answers for each. */
export const formatNames = [
  "bic",
  "date-time",
  "digits",
  "domain-or-ip",
  "e164",
  "email",
  "email-list-comma",
  "handle",
  "hex-colour",
  "http-url",
  "iban",
  "identifier",
  "ip",
  "ip-or-cidr",
  "iso-3166-alpha2",
  "local-date-time",
  "mac",
  "regex",
  "sip-uri",
  "time-of-day",
  "timezone-name",
] as const;

export type FormatName = (typeof formatNames)[number];
