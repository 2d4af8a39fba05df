import type { Market } from "./markets.ts";
import type { Random } from "./random.ts";

export interface BankAccount {
  readonly iban: string;
  readonly bic: string;
  readonly bankname: string;
}

/** An account at a fictional bank with valid check digits; the United States do not use IBANs. */
export function bankAccount({ country }: Market, random: Random): BankAccount | undefined {
  if (country === "GB") {
    return { iban: iban("GB", `TEST999999${random.digits(8)}`), bic: "TESTGB2L", bankname: "Bank of Nowhere" };
  }
  if (country === "DE") {
    return { iban: iban("DE", `99999999${random.digits(10)}`), bic: "TESTDEFFXXX", bankname: "Musterbank" };
  }
  return undefined;
}

/** ISO 13616: letters are numbered from 10, and the result modulo 97 is 1. */
function iban(country: string, account: string): string {
  const number = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(number) % 97n);
  return `${country}${String(check).padStart(2, "0")}${account}`;
}
