const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const nameLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const onlyDigits = /^\d+$/;
const octet = /^(?:0|[1-9]\d{0,2})$/;

/** Host name of RFC 1123; a single label is enough. A numeric address is not a name. */
export function isHostName(value: string): boolean {
  return isName(value, label);
}

/** Whether this is a host name, also with underscores, as in service names and many SIP domains (RFC 2181). */
export function isDomainName(value: string): boolean {
  return isName(value, nameLabel);
}

function isName(value: string, part: RegExp): boolean {
  if (value.length > 253) return false;
  const labels = value.split(".");
  return labels.every((label) => part.test(label)) && !onlyDigits.test(labels.at(-1) ?? "");
}

/** Host name with at least two labels, as mail and certificates require it. */
export function isQualifiedHostName(value: string): boolean {
  return value.includes(".") && isHostName(value);
}

/** Four decimal octets. Octal and short notations are refused: systems parse them differently. */
export function isIpv4(value: string): boolean {
  if (value.length > 15) return false;
  const parts = value.split(".");
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255);
}
