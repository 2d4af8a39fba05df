const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const onlyDigits = /^\d+$/;
const octet = /^(?:0|[1-9]\d{0,2})$/;

/** Host name of RFC 1123; a single label is enough. An address in digits is not a name. */
export function isHostName(value: string): boolean {
  if (value.length > 253) return false;
  const labels = value.split(".");
  return labels.every((part) => label.test(part)) && !onlyDigits.test(labels.at(-1) ?? "");
}

/** Host name with at least two labels, as mail and certificates need it. */
export function isQualifiedHostName(value: string): boolean {
  return value.includes(".") && isHostName(value);
}

/** Four decimal octets. Octal and shortened notations are refused: systems read them differently. */
export function isIpv4(value: string): boolean {
  if (value.length > 15) return false;
  const parts = value.split(".");
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255);
}
