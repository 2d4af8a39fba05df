import { PatternFault } from "./patternFault.ts";

/** Code points, from and to. */
export type Range = readonly [from: number, to: number];

const LAST = 0x10ffff;
const digits: Range[] = [[48, 57]];
const lower: Range[] = [[97, 122]];
const upper: Range[] = [[65, 90]];
const letters = [...upper, ...lower];
const spaces: Range[] = [
  [9, 13],
  [32, 32],
];
const wordCharacters: Range[] = [...digits, ...letters, [95, 95]];

/** Escapes that stand for one of several characters; ASCII, as with PCRE unless it is built or called otherwise. */
export const shorthands: Readonly<Record<string, readonly Range[]>> = {
  d: digits,
  w: wordCharacters,
  s: spaces,
  h: [
    [9, 9],
    [32, 32],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
  ],
  v: [
    [10, 13],
    [0x85, 0x85],
    [0x2028, 0x2029],
  ],
};

const posix: Readonly<Record<string, readonly Range[]>> = {
  alpha: letters,
  alnum: [...digits, ...letters],
  ascii: [[0, 127]],
  blank: [
    [9, 9],
    [32, 32],
  ],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  digit: digits,
  graph: [[33, 126]],
  lower,
  print: [[32, 126]],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  space: spaces,
  upper,
  word: wordCharacters,
  xdigit: [...digits, [65, 70], [97, 102]],
};

/** `digit` and `^digit` of `[[:digit:]]`; undefined: no such class. */
export function posixSet(name: string, ignoreCase: boolean): readonly Range[] | undefined {
  const bare = name.replace("^", "");
  const isCase = bare === "upper" || bare === "lower";
  const set = Object.hasOwn(posix, bare) ? posix[ignoreCase && isCase ? "alpha" : bare] : undefined;
  return set && name.startsWith("^") ? complement(set) : set;
}

export function complement(set: readonly Range[]): Range[] {
  const gaps: Range[] = [];
  let next = 0;
  for (const [from, to] of [...set].sort((a, b) => a[0] - b[0])) {
    if (from > next) gaps.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  return next > LAST ? gaps : [...gaps, [next, LAST]];
}

/** The set with the letters' other cases; `written` is what a refusal shows. */
export function inAnyCase([from, to]: Range, written: string): Range[] {
  if (from === to && to > 127) return casesOf(from, written);
  // No range that reaches beyond ASCII is needed for numbers and names, and its cases lie scattered.
  if (to > 127) throw new PatternFault("unsupported", written);
  const swapped = [...upper, ...lower].flatMap(([first, last], index): Range[] => {
    const [start, end] = [Math.max(from, first), Math.min(to, last)];
    const shift = index === 0 ? 32 : -32;
    return start > end ? [] : [[start + shift, end + shift]];
  });
  const has = (letter: string) =>
    [letter, letter.toUpperCase()].some((variant) => isWithin([from, to], variant.charCodeAt(0)));
  // The Kelvin sign is a k, and a long s is an s.
  return [[from, to], ...swapped, ...only(has("k"), 0x212a), ...only(has("s"), 0x17f)];
}

function only(condition: boolean, code: number): Range[] {
  return condition ? [[code, code]] : [];
}

function isWithin([from, to]: Range, code: number): boolean {
  return from <= code && code <= to;
}

function casesOf(code: number, written: string): Range[] {
  const letter = String.fromCodePoint(code);
  const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
  for (const variant of [...cases]) cases.add(variant.toLowerCase()).add(variant.toUpperCase());
  // Letters with three cases and more, and those that become two.
  if (cases.size > 2 || [...cases].some((variant) => [...variant].length > 1))
    throw new PatternFault("unsupported", written);
  return [...cases].map((variant): Range => [variant.codePointAt(0) ?? code, variant.codePointAt(0) ?? code]);
}

/** A class of JavaScript's Unicode mode, or the escaped character where there is only one. */
export function emitSet(set: readonly Range[], isNegated = false, properties = ""): string {
  const [[from, to] = [0, -1], ...furtherRanges] = set;
  if (!isNegated && furtherRanges.length === 0 && from === to && properties === "") return emitCharacter(from);
  const parts = set.map(([first, last]) =>
    first === last ? emitCharacter(first) : `${emitCharacter(first)}-${emitCharacter(last)}`,
  );
  return `[${isNegated ? "^" : ""}${parts.join("")}${properties}]`;
}

export function emitCharacter(code: number): string {
  const isPlain =
    wordCharacters.some((range) => isWithin(range, code)) || [32, 33, 34, 35, 37, 38, 39, 44, 58, 64].includes(code);
  return isPlain ? String.fromCodePoint(code) : `\\u{${code.toString(16)}}`;
}
