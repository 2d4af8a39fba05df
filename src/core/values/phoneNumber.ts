import type { Json } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";

/** A number on the wire: country code, optional area code and subscriber number, digits each. */
export interface PhoneNumber {
  readonly cc: string;
  readonly ac?: string | null;
  readonly sn: string;
}

/** The parts of a number as it is sent, as texts that may be empty; null for what is no number in parts. */
export function toNumberParts(value: Json | undefined): Readonly<Record<"cc" | "ac" | "sn", string>> | null {
  if (!isObject(value)) return null;
  const part = (name: string) => String(value[name] ?? "");
  return { cc: part("cc"), ac: part("ac"), sn: part("sn") };
}

/** ITU-T E.164: maximum digits of an international number. */
export const E164_MAX_DIGITS = 15;

/**
 * The parts joined to digits without plus ("431234567"). Null when a part is missing or has anything but digits, when
 * the country code begins with 0, or when the whole is longer than E.164 allows.
 */
export function toE164Digits(number: {
  readonly cc?: string | number | null;
  readonly ac?: string | number | null;
  readonly sn?: string | number | null;
}): string | null {
  const [cc, ac, sn] = [number.cc, number.ac, number.sn].map((part) => String(part ?? "")) as [string, string, string];
  if (!/^[1-9]\d*$/.test(cc) || !/^\d*$/.test(ac) || !/^\d+$/.test(sn)) return null;
  const digits = cc + ac + sn;
  return digits.length <= E164_MAX_DIGITS ? digits : null;
}
