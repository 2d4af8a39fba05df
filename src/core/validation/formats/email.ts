import { isQualifiedHostName } from "../../values/hostName.ts";

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i;

/** One address, local@domain, with a top-level domain. Quoted local parts and display names are refused. */
export function isValid(value: string): boolean {
  if (value.length > 254) return false;
  const atIndex = value.lastIndexOf("@");
  const local = value.slice(0, Math.max(atIndex, 0));
  return (
    local.length <= 64 &&
    local.split(".").every((part) => localPart.test(part)) &&
    isQualifiedHostName(value.slice(atIndex + 1))
  );
}
