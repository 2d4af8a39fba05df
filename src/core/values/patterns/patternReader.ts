import { complement, emitSet, inAnyCase, posixSet, type Range, shorthands } from "./characterSet.ts";
import { PatternFault, type PatternReason } from "./patternFault.ts";

/** Modifiers in force: letters in any case, lines, dots for line breaks too, blanks and comments for the reader. */
export interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
}

const namedCharacters: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };

/** A place in a pattern, and what stands for characters from there. */
export class PatternReader {
  protected at = 0;
  protected isQuoted = false;

  constructor(
    readonly pattern: string,
    protected flags: Flags,
  ) {}

  protected fault(reason: PatternReason, from: number, to = this.at): PatternFault {
    return new PatternFault(reason, this.pattern.slice(from, Math.max(to, from + 1)));
  }

  /** Takes what a sticky expression matches here. */
  protected take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const match = expression.exec(this.pattern);
    if (match) this.at += match[0].length;
    return match;
  }

  protected next(): string {
    const code = this.pattern.codePointAt(this.at);
    if (code === undefined) throw new PatternFault("invalid", this.pattern);
    const character = String.fromCodePoint(code);
    this.at += character.length;
    return character;
  }

  protected is(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  /** The code point of an escape that stands for one character, in a class and outside. */
  protected characterEscape(from: number): number | undefined {
    const octal = this.take(/0[0-7]{0,2}|[1-7][0-7]{0,2}/uy) ?? this.take(/o\{([0-7]+)\}/uy);
    if (octal) return this.#code(Number.parseInt(octal[1] ?? octal[0], 8), from);
    const hex = this.take(/x\{([\da-fA-F]+)\}|N\{U\+([\da-fA-F]+)\}/uy) ?? this.take(/x(?!\{)([\da-fA-F]{0,2})/uy);
    if (hex) return this.#code(Number.parseInt(hex[1] ?? hex[2] ?? "", 16) || 0, from);
    const control = this.take(/c([?-_a-z])/uy);
    if (control) return ((control[1] ?? "").toUpperCase().charCodeAt(0) ^ 64) & 127;
    const match = this.take(/[aefnrt]/uy);
    if (match) return namedCharacters[match[0]];
    if (this.at >= this.pattern.length) throw this.fault("invalid", from);
    return /[A-Za-z0-9]/.test(this.pattern[this.at] ?? "") ? undefined : this.next().codePointAt(0);
  }

  #code(code: number, from: number): number {
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw this.fault("invalid", from);
    return code;
  }

  /** `\d`, `\H`, `\p{Lu}`: several characters, in a class and outside; properties as JavaScript writes them. */
  protected shorthand(from: number): readonly Range[] | string | undefined {
    const short = this.take(/[dwshvDWSHV]/uy)?.[0];
    if (short !== undefined) {
      const ranges = shorthands[short.toLowerCase()] ?? [];
      return short === short.toLowerCase() ? ranges : complement(ranges);
    }
    const property = this.take(/([pP])(?:([A-Z])|\{(\^?)(\w+)(&?)\})/uy);
    if (!property) return undefined;
    const [, kind, letter, not, long = "", and] = property;
    const name = and ? (long === "L" ? "LC" : "?") : (letter ?? long);
    // PCRE compares their case even where case does not count.
    if (this.flags.i && /^(?:L[ult]|LC)$/.test(name)) throw this.fault("ambiguous", from);
    const isNegated = (kind === "P") !== (not === "^");
    for (const written of [/^(?:[A-Z][a-z]?|LC|Any)$/.test(name) ? name : "?", `scx=${name}`]) {
      const source = `\\${isNegated ? "P" : "p"}{${written}}`;
      if (isProperty(source)) return source;
    }
    throw this.fault("unsupported", from);
  }

  protected readClass(from: number): string {
    if (/^([:.=])[^\]]*\1\]/.test(this.pattern.slice(this.at))) {
      // Characters to Perl, and an error in PCRE.
      this.at = this.pattern.indexOf("]", this.at) + 1;
      throw this.fault("ambiguous", from);
    }
    const isNegated = this.take(/\^/uy) !== null;
    const ranges: Range[] = [];
    let properties = "";
    for (let isFirst = true; isFirst || this.isQuoted || !this.is("]"); isFirst = false) {
      if (this.at >= this.pattern.length) throw this.fault("invalid", from);
      const start = this.at;
      const member = this.#member();
      if (member === undefined) continue;
      if (typeof member === "string") properties += member;
      else if (typeof member !== "number") ranges.push(...member);
      else {
        const to =
          this.isQuoted || !/^-(?!\]|\\E)/.test(this.pattern.slice(this.at, this.at + 3))
            ? member
            : this.#rangeEnd(member, start);
        if (to === undefined) ranges.push(...this.#cased([member, member], start), ...this.#cased([45, 45], start));
        else ranges.push(...this.#cased([member, to], start));
      }
    }
    this.at += 1;
    return emitSet(ranges, isNegated, properties);
  }

  #cased(range: Range, from: number): readonly Range[] {
    return this.flags.i ? inAnyCase(range, this.pattern.slice(from, this.at)) : [range];
  }

  /** The end of a range; undefined: the hyphen stands for itself, and what follows is not a character. */
  #rangeEnd(first: number, from: number): number | undefined {
    this.at += 1;
    const before = this.at;
    const end = this.#member();
    if (typeof end !== "number") {
      this.at = before;
      return undefined;
    }
    if (end < first) throw this.fault("invalid", from);
    return end;
  }

  /** A character, several, or a property of a class; undefined: the beginning or the end of a quotation. */
  #member(): number | readonly Range[] | string | undefined {
    if (this.is("\\E") || (!this.isQuoted && this.is("\\Q"))) {
      this.isQuoted = this.is("\\Q");
      this.at += 2;
      return undefined;
    }
    const from = this.at;
    const posix = this.isQuoted ? null : this.take(/\[([:.=])(\^?\w*)\1\]/uy);
    if (posix) {
      const ranges = posix[1] === ":" ? posixSet(posix[2] ?? "", this.flags.i) : undefined;
      if (!ranges) throw this.fault("invalid", from);
      return ranges;
    }
    const character = this.next();
    if (this.isQuoted || character !== "\\") return character.codePointAt(0) ?? 0;
    if (this.take(/b/uy)) return 8;
    const escaped = this.characterEscape(from) ?? this.shorthand(from);
    if (escaped === undefined) {
      this.at += 1;
      throw this.fault("unsupported", from);
    }
    return escaped;
  }
}

function isProperty(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}
