/** Possible codes per voucher, at least: a guessed code then hits one in a thousand of them, at most. */
export const codesPerVoucher = 1000;

/** Without I, L, O and U, which are taken for 1, 0 and V: so are digits and letters never for each other. */
const letters = "ABCDEFGHJKMNPQRSTVWXYZ";
const digits = "0123456789";

/** Placeholder -> characters that it stands for. */
const placeholders: Readonly<Record<string, string>> = { "#": digits, "@": letters, "*": digits + letters };

export function countCodes(pattern: string): bigint {
  return [...pattern].reduce((count, character) => count * BigInt(placeholders[character]?.length ?? 1), 1n);
}

export function hasEnoughCodes(pattern: string, vouchers: number): boolean {
  return countCodes(pattern) >= vouchers * codesPerVoucher;
}

/** Counts the codes of a pattern and those that it takes, for the text of the rule. */
export function tooFewCodes(pattern: string, vouchers: number) {
  return { possible: Number(countCodes(pattern)), needed: vouchers * codesPerVoucher };
}

/** A code with this pattern; `choose` returns a whole number from 0 to below its argument. */
export function makeCode(pattern: string, choose: (below: number) => number): string {
  const toCharacter = (character: string) => {
    const choices = placeholders[character];
    return choices?.[choose(choices.length)] ?? character;
  };
  return [...pattern].map(toCharacter).join("");
}
