import { emitSet, inAnyCase } from "./characterSet.ts";
import { PatternFault } from "./patternFault.ts";
import { type Flags, PatternReader } from "./patternReader.ts";

/** A pattern of Perl in JavaScript: for the Unicode mode, and no other flag. */
export interface TranslatedPattern {
  readonly source: string;
  /** Whether groups have names (`g1`, ...) instead of their numbers. */
  readonly isNamed: boolean;
  /** Why what it matches, or its groups, may differ from Perl's; whether it matches does not. */
  readonly doubt: PatternFault | null;
  /** Texts that all matches contain, in the pattern's own spelling, the longest first; none when there are none to see. */
  readonly required: readonly string[];
}

interface Piece {
  readonly source: string;
  /** Characters that it matches; assertions match none. */
  readonly min: number;
  readonly max: number;
  /** Groups that have matched once it has. */
  readonly groups?: ReadonlySet<number>;
  readonly isAssertion?: true;
  /** A single character, as text. */
  readonly literal?: string;
  /** Whether it only matches where the text begins, or where it ends. */
  readonly atStart?: boolean | undefined;
  readonly atEnd?: boolean | undefined;
  /** A part that nothing matches, as something has to stand before the beginning or after the end. */
  readonly contradiction?: string | undefined;
}

const NONE: ReadonlySet<number> = new Set();
const END = "(?![^])";
/** Perl's and PCRE's bound of a quantifier. */
const MAX_REPETITIONS = 65_535;
/** White space by Perl's rules, which count in the extended mode. */
const blank = /[\t-\r \u0085\u200e\u200f\u2028\u2029]/;

/** Translates a pattern of Perl. Throws `PatternFault` for what JavaScript would read otherwise, or cannot do. */
export function translatePattern(pattern: string, ignoreCase: boolean): TranslatedPattern {
  return new Translation(pattern, ignoreCase).run();
}

class Translation extends PatternReader {
  #opened = 0;
  #atomic = 0;
  #isInLookbehind = false;
  /** The largest number that was read as an octal code because so many groups were not open yet. */
  #octal = 0;
  readonly #names = new Map<string, number>();
  /** Characters that a group matches at least. */
  readonly #least = new Map<number, number>();
  #doubt: PatternFault | null = null;

  constructor(pattern: string, ignoreCase: boolean) {
    super(pattern, { i: ignoreCase, m: false, s: false, x: false });
  }

  run(): TranslatedPattern {
    const { source, required: texts, contradiction } = this.#alternatives(NONE);
    const required = [...texts].sort((a, b) => b.length - a.length);
    if (this.at < this.pattern.length) throw this.fault("invalid", this.at);
    if (contradiction !== undefined) throw new PatternFault("contradiction", contradiction);
    if (this.#octal > 0 && this.#octal <= this.#opened) throw new PatternFault("openReference", `\\${this.#octal}`);
    const isNamed = this.#atomic > 0;
    const doubt = this.#doubt;
    // Without another way to match, what is matched decides whether the rest does.
    if (isNamed && doubt?.reason === "emptyRepetition") throw doubt;
    const plain = source.replace(/\(\?<g\d+>/g, "(").replace(/\\k<g(\d+)>/g, "(?:\\$1)");
    return { source: isNamed ? source : plain, isNamed, doubt, required };
  }

  /** Up to the closing bracket or the end. `before`: the groups that have matched by then. */
  #alternatives(
    before: ReadonlySet<number>,
  ): Piece & { readonly required: readonly string[]; readonly fixed: boolean } {
    const branches = [this.#sequence(before)];
    while (this.is("|")) {
      this.at += 1;
      branches.push(this.#sequence(before));
    }
    const [first] = branches;
    const groups = [...(first?.groups ?? [])].filter((group) => branches.every((branch) => branch.groups?.has(group)));
    return {
      source: branches.map(({ source }) => source).join("|"),
      min: Math.min(...branches.map(({ min }) => min)),
      max: Math.max(...branches.map(({ max }) => max)),
      groups: new Set(groups),
      required: branches.length === 1 ? (first?.required ?? []) : [],
      fixed: branches.every(({ min, max }) => min === max),
      atStart: branches.every(({ atStart }) => atStart),
      atEnd: branches.every(({ atEnd }) => atEnd),
      contradiction: branches.every((branch) => branch.contradiction) ? first?.contradiction : undefined,
    };
  }

  #sequence(before: ReadonlySet<number>): Piece & { readonly required: readonly string[] } {
    const groups = new Set<number>();
    const sequence = { source: "", min: 0, max: 0, atStart: false, atEnd: false };
    const start = this.at;
    let contradiction: string | undefined;
    const required: string[] = [];
    let run = "";
    for (;;) {
      this.#skip();
      if (this.at >= this.pattern.length || (!this.isQuoted && (this.is("|") || this.is(")")))) break;
      const matched = new Set([...before, ...groups]);
      const from = this.at;
      const openedBefore = this.#opened;
      const atom = this.#atom(matched);
      if (!atom) continue;
      const piece = this.#repeated(atom, from, openedBefore);
      // A line break may follow the end.
      if ((piece.atStart && sequence.min > 0) || (sequence.atEnd && piece.min > 0 && piece.literal !== "\n"))
        contradiction ??= this.pattern.slice(start, this.at);
      contradiction ??= piece.contradiction;
      sequence.atStart ||= piece.atStart === true;
      sequence.atEnd ||= piece.atEnd === true;
      sequence.source += piece.source;
      sequence.min += piece.min;
      sequence.max += piece.max;
      for (const group of piece.groups ?? NONE) groups.add(group);
      if (atom.literal !== undefined && piece.min > 0) run += atom.literal;
      if (piece.literal !== undefined) continue;
      if (run !== "") required.push(run);
      run = "";
    }
    if (run !== "") required.push(run);
    return { ...sequence, groups, required, contradiction };
  }

  /** Passes what stands for nothing: comments, blanks of the extended mode, ends of quotations. */
  #skip(): void {
    for (;;) {
      if (this.isQuoted) {
        if (!this.is("\\E")) return;
        this.at += 2;
        this.isQuoted = false;
      } else if (this.is("\\E")) this.at += 2;
      else if (this.is("\\Q")) {
        this.at += 2;
        this.isQuoted = true;
      } else if (this.is("(?#")) {
        const from = this.at;
        if (!this.take(/\(\?#[^)]*\)/uy)) throw this.fault("invalid", from, from + 3);
      } else if (this.flags.x && this.is("#")) this.take(/[^\n]*/uy);
      else if (this.flags.x && blank.test(this.pattern[this.at] ?? "")) this.at += 1;
      else return;
    }
  }

  /** Undefined: it only changes how the rest is read. */
  #atom(matched: ReadonlySet<number>): Piece | undefined {
    if (this.isQuoted) return this.#character(this.next());
    const from = this.at;
    const character = this.next();
    switch (character) {
      case "(":
        return this.#group(from, matched);
      case "[":
        return set(this.readClass(from));
      case "\\":
        return this.#escape(from, matched);
      case ".":
        return set(this.flags.s ? "[^]" : "[^\\n]");
      case "^":
        return this.flags.m ? assertion(`(?:^|(?<=\\n)(?=[^]))`) : { ...assertion("^"), atStart: true };
      case "$":
        return this.flags.m ? assertion(`(?=\\n|${END})`) : { ...assertion(`(?=\\n?${END})`), atEnd: true };
      case "*":
      case "+":
      case "?":
        throw this.fault("invalid", from);
      case "{":
        if (/^\{ *(?:\d| *, *\d)[\d, ]*\}/.test(this.pattern.slice(from))) throw this.fault("ambiguous", from);
        return this.#character(character);
      default:
        return this.#character(character);
    }
  }

  #character(character: string): Piece {
    const code = character.codePointAt(0) ?? 0;
    const ranges = this.flags.i ? inAnyCase([code, code], character) : ([[code, code]] as const);
    return { ...set(emitSet(ranges)), literal: character };
  }

  #repeated(atom: Piece, from: number, openedBefore: number): Piece {
    this.#skip();
    if (this.isQuoted) return atom;
    const written = this.at;
    const match = this.take(/([*+?])|\{(?:(\d+)(,)?(\d*)|( *\d* *,? *\d* *))\}/uy);
    if (!match) return atom;
    const [all, sign, least, comma, most = "", blanks] = match;
    if (blanks !== undefined) {
      // `{,3}` and `{1, 3}` are quantifiers of Perl since 5.34, and text before and in PCRE.
      if (/\d/.test(blanks)) throw new PatternFault("ambiguous", all);
      this.at = written;
      return atom;
    }
    const min = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
    const max =
      sign === "?" ? 1 : sign || (comma && most === "") ? Number.POSITIVE_INFINITY : Number(comma ? most : least);
    if (min > max || min > MAX_REPETITIONS || (max > MAX_REPETITIONS && max < Number.POSITIVE_INFINITY))
      throw this.fault("invalid", written);
    const piece = this.pattern.slice(from, this.at);
    if (atom.isAssertion) throw new PatternFault("unsupported", piece);
    this.#skip();
    const isLazy = !this.isQuoted && this.take(/\?/uy) !== null;
    const isPossessive = !isLazy && !this.isQuoted && this.take(/\+/uy) !== null;
    this.#skip();
    if (!this.isQuoted && this.take(/[*+?]|\{\d+(?:,\d*)?\}/uy)) throw this.fault("invalid", written);
    // JavaScript passes over repetitions that match nothing and tries others; Perl ends with them.
    if (atom.min === 0 && min !== max && max > 1) this.#doubt ??= new PatternFault("emptyRepetition", piece);
    // A repetition that leaves a group out keeps its text in Perl; JavaScript forgets it.
    const inner = Array.from({ length: this.#opened - openedBefore }, (_, index) => openedBefore + 1 + index);
    if (max > 1 && inner.some((group) => !atom.groups?.has(group)))
      this.#doubt ??= new PatternFault("forgottenGroup", piece);
    const mark = isLazy ? "?" : "";
    const either = isLazy ? `(?:|${atom.source})` : `(?:${atom.source}|)`;
    const bounds = `{${min}${max === min ? "" : `,${max === Number.POSITIVE_INFINITY ? "" : max}`}}`;
    const repeated = atom.min === 0 && min === 0 && max === 1 ? either : `${atom.source}${sign ?? bounds}${mark}`;
    const { groups, atStart, atEnd, contradiction } = atom;
    return {
      source: isPossessive ? this.#once(repeated) : repeated,
      min: atom.min * min,
      max: max === 0 ? 0 : atom.max * max,
      ...(min > 0 ? { groups, atStart, atEnd, contradiction } : {}),
    };
  }

  /** An atomic group: its match is not tried in another way. */
  #once(source: string): string {
    this.#atomic += 1;
    return `(?:(?=(?<a${this.#atomic}>${source}))\\k<a${this.#atomic}>)`;
  }

  #group(from: number, matched: ReadonlySet<number>): Piece | undefined {
    if (this.is("*")) throw this.#unsupported(from);
    if (!this.is("?")) return this.#capture(matched);
    const match = this.take(/\?P?<([A-Za-z_]\w*)>|\?'([A-Za-z_]\w*)'/uy);
    if (match) {
      const name = match[1] ?? match[2] ?? "";
      if (this.#names.has(name)) throw this.fault("unsupported", from);
      this.#names.set(name, this.#opened + 1);
      return this.#capture(matched);
    }
    const reference = this.take(/\?P=(\w+)\)/uy);
    if (reference) return this.#reference(this.#names.get(reference[1] ?? ""), matched, from);
    const around = this.take(/\?(<?)([=!])/uy);
    if (around) return this.#lookaround(around[0].slice(1), matched, from);
    if (this.take(/\?>/uy)) {
      const inner = this.#inside(matched);
      return { ...inner, source: this.#once(inner.source) };
    }
    const modifiers = this.take(/\?([imsx]*)(?:-([imsx]*))?([:)])/uy);
    // Twice the x is another mode.
    if (!modifiers || /x.*x/.test(modifiers[0])) throw this.#unsupported(from);
    const [, on = "", off = "", end] = modifiers;
    const flags = { ...this.flags };
    for (const flag of on) flags[flag as keyof Flags] = true;
    for (const flag of off) flags[flag as keyof Flags] = false;
    if (end === ")") {
      this.flags = flags;
      return undefined;
    }
    const inner = this.#inside(matched, flags);
    return { ...inner, source: `(?:${inner.source})` };
  }

  /** Names the group of a kind that is not there, like `(?R)` or `(*FAIL)`; without an end it is none. */
  #unsupported(from: number): PatternFault {
    const [written] = /^\((?:\*[^)]*\)?|\?(?:[&P]?[>+-]?\w+\)|\^?[\w-]+|.?))/s.exec(this.pattern.slice(from)) ?? [];
    return new PatternFault(this.pattern.indexOf(")", from) < 0 ? "invalid" : "unsupported", written ?? "(?");
  }

  #inside(matched: ReadonlySet<number>, flags = this.flags) {
    const outer = this.flags;
    this.flags = flags;
    const from = this.at;
    const inner = this.#alternatives(matched);
    if (!this.is(")")) throw this.fault("invalid", from - 1);
    this.at += 1;
    this.flags = outer;
    return inner;
  }

  #capture(matched: ReadonlySet<number>): Piece {
    this.#opened += 1;
    const group = this.#opened;
    const inner = this.#inside(matched);
    this.#least.set(group, inner.min);
    return { ...inner, source: `(?<g${group}>${inner.source})`, groups: new Set([...(inner.groups ?? []), group]) };
  }

  #lookaround(kind: string, matched: ReadonlySet<number>, from: number): Piece {
    const isBehind = kind.startsWith("<");
    const outer = this.#isInLookbehind;
    this.#isInLookbehind ||= isBehind;
    const inner = this.#inside(matched);
    this.#isInLookbehind = outer;
    if (isBehind && !inner.fixed) throw this.fault("lookbehind", from);
    const groups = kind.endsWith("!") ? NONE : inner.groups;
    return { source: `(?${kind}${inner.source})`, min: 0, max: 0, groups, isAssertion: true };
  }

  /** A group that did not match makes a reference fail in Perl, and nothing in JavaScript. */
  #reference(group: number | undefined, matched: ReadonlySet<number>, from: number): Piece {
    if (group === undefined || !matched.has(group)) throw this.fault("openReference", from);
    // Read backwards, the text of a group is not there yet; without regard to case, JavaScript compares letters as such.
    if (this.#isInLookbehind || this.flags.i) throw this.fault("unsupported", from);
    return { source: `\\k<g${group}>`, min: this.#least.get(group) ?? 0, max: Number.POSITIVE_INFINITY };
  }

  #escape(from: number, matched: ReadonlySet<number>): Piece {
    const reference = this.take(/g(-?)(\d+)/uy) ?? this.take(/g\{(-?)(\d+)\}/uy) ?? this.take(/g\{([A-Za-z_]\w*)\}/uy);
    if (reference) {
      const [, sign = "", digits] = reference;
      const group =
        digits === undefined ? this.#names.get(sign) : sign ? this.#opened + 1 - Number(digits) : Number(digits);
      return this.#reference(group, matched, from);
    }
    const match = this.take(/k(?:<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)'|\{([A-Za-z_]\w*)\})/uy);
    if (match) return this.#reference(this.#names.get(match[1] ?? match[2] ?? match[3] ?? ""), matched, from);
    const number = this.take(/[1-9]\d*/uy);
    if (number) {
      const group = Number(number[0]);
      if (group < 10 || group <= this.#opened) return this.#reference(group, matched, from);
      if (!/^[0-7]/.test(number[0])) throw this.fault("invalid", from);
      this.#octal = Math.max(this.#octal, group);
      this.at = from + 1;
    }
    const escaped = this.characterEscape(from);
    if (escaped !== undefined) return this.#character(String.fromCodePoint(escaped));
    const ranges = this.shorthand(from);
    if (ranges) return set(typeof ranges === "string" ? ranges : emitSet(ranges));
    const character = this.next();
    switch (character) {
      case "A":
        return { ...assertion("^"), atStart: true };
      case "z":
        return { ...assertion(END), atEnd: true };
      case "Z":
        return { ...assertion(`(?=\\n?${END})`), atEnd: true };
      case "b":
      case "B":
        if (this.is("{")) throw this.fault("unsupported", from, this.at + 1);
        return assertion(`\\${character}`);
      case "N":
        if (/^\{(?!\d+(?:,\d*)?\})/.test(this.pattern.slice(this.at))) throw this.fault("unsupported", from);
        return set("[^\\n]");
      case "R":
        return { source: this.#once("\\r\\n|[\\n-\\r\\u0085\\u2028\\u2029]"), min: 1, max: 2 };
      default:
        throw this.fault("unsupported", from);
    }
  }
}

function set(source: string): Piece {
  return { source, min: 1, max: 1 };
}

function assertion(source: string): Piece {
  return { source, min: 0, max: 0, isAssertion: true };
}
