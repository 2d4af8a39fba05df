/**
 * Letters that Unicode does not take apart into a letter and a mark, and those with the capital of another one, such as
 * the final sigma; the database folds the same ones.
 */
export const foldedLetters: Readonly<Record<string, string>> = {
  ...{ ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ", "\u0345": "ι" },
  ...{ ᲀ: "в", ᲁ: "д", ᲂ: "о", ᲃ: "с", ᲄ: "т", ᲅ: "т", ᲆ: "ъ", ᲇ: "ѣ", ᲈ: "ꙋ" },
};
/** Letters that become two. */
export const foldedPairs: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe" };

const marks = /[\u0300-\u036f]/g;
const letters = new RegExp(`[${Object.keys({ ...foldedLetters, ...foldedPairs }).join("")}]`, "g");

/**
 * A text without case and accents, as searches compare it: `Müller Straße` -> `muller strasse`. What Unicode's full case
 * folding makes equal is equal here.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return isPlain(lower)
    ? lower
    : lower
        .normalize("NFKD")
        .toLowerCase()
        .replace(letters, (letter) => foldedLetters[letter] ?? foldedPairs[letter] ?? letter)
        .replace(marks, "");
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** A name as names are compared (RFC 8265): `Émile ` and `e\u0301mile` are one, `emile` is another. */
export function foldName(name: string): string {
  return name.trim().normalize("NFC").replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ");
}

export type TextRange = readonly [start: number, end: number];

/** Finds the first occurrence of a part, regardless of case and accents. */
export function findFolded(text: string, part: string): TextRange | undefined {
  const foldedPart = foldText(part);
  if (foldedPart === "") return undefined;
  let folded = "";
  /** For each folded character: where the original one starts and ends. */
  const spans: TextRange[] = [];
  let start = 0;
  for (const letter of text) {
    const end = start + letter.length;
    const foldedLetter = foldText(letter);
    folded += foldedLetter;
    for (let index = 0; index < foldedLetter.length; index++) spans.push([start, end]);
    start = end;
  }
  const position = folded.indexOf(foldedPart);
  const [first, last] = [spans[position], spans[position + foldedPart.length - 1]];
  return first && last ? [first[0], last[1]] : undefined;
}
