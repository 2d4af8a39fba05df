import { findFolded, type Span } from "../../../core/foldText.ts";

/**
 * Where a shown text has what was typed: without case and accents, and digits whatever stands between them. `46011` is
 * in `+44 20 794 601 13`, and so are `0044 20` and `020 79`.
 */
export function markOf(text: string, typed: string): Span | undefined {
  const plain = typed.trim().replace(/^(?:sips?|tel|callto):/i, "");
  return findFolded(text, plain) ?? findDigits(text, plain) ?? findFolded(text, plain.replaceAll(/[:.-]/g, ""));
}

function findDigits(text: string, typed: string): Span | undefined {
  if (!/^\+?[\d\s()/.-]+$/.test(typed)) return undefined;
  const digits = typed.replace("(0)", "").replaceAll(/\D/g, "");
  const places = [...text].flatMap((letter, at) => (/\d/.test(letter) ? [at] : []));
  const all = places.map((at) => text[at]).join("");
  // As typed, without the international prefix, and without that of a country.
  for (const wanted of [digits, digits.replace(/^00/, ""), digits.replace(/^0/, "")]) {
    if (wanted.length < 3) continue;
    const found = all.indexOf(wanted);
    const [first, last] = [places[found], places[found + wanted.length - 1]];
    if (found >= 0 && first !== undefined && last !== undefined) return [first, last + 1];
  }
  return undefined;
}
