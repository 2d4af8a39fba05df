import { closest } from "fastest-levenshtein";
import type { DirectiveRule, LineFault } from "../../validation/deviceTemplateRules.ts";
import { isVariableName } from "../../validation/templateDirectives.ts";
import { entryOf, pathsOf, shapeAt, type TemplateShape } from "./shapes.ts";
import { templateLimits } from "./templateLimits.ts";

/**
 * The language of templates is that of Template Toolkit, as far as a file for a phone needs it: values with filters,
 * conditions, loops, variables and comments between `[%` and `%]`. It is translated to Liquid, whose engine runs no code.
 */

/** Variables of a kind of template: a shape, or names of values in nothing but text. */
export type Vocabulary = TemplateShape | readonly string[];

/** A fault and its line, counted from 1. */
export type TemplateFault = LineFault<DirectiveRule>;

/** Delimiters of the translation; no text has these characters. */
export const delimiters = {
  tagDelimiterLeft: "\u0001",
  tagDelimiterRight: "\u0002",
  outputDelimiterLeft: "\u0003",
  outputDelimiterRight: "\u0004",
} as const;

export interface LiquidTemplate {
  readonly liquid: string;
  readonly faults: readonly TemplateFault[];
  /** Everything that it names: `phone.accounts`, `line.preferences.lock`. */
  readonly names: ReadonlySet<string>;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the delimiters of the translation
const reserved = /[\u0001-\u0004]/g;

/**
 * Translates a template with this vocabulary. Where only names may be, all else gives nothing; with other faults the
 * translation is not to be used.
 */
export function toLiquidTemplate(template: string, vocabulary: Vocabulary): LiquidTemplate {
  const reader = new Reader(vocabulary);
  const { isPlain } = reader;
  const liquid: string[] = [];
  let [position, count, isTrimmed] = [0, 0, false];
  while (position < template.length && !reader.excess) {
    const start = template.indexOf("[%", position);
    const text = template.slice(position, start < 0 ? undefined : start);
    const before = isTrimmed ? text.replace(/^[^\S\n]*\n?/, "") : text;
    const isCut = start >= 0 && !isPlain && isTrim(template[start + 2]);
    const after = isCut ? before.replace(/(?:\n|^)[^\S\n]*$/, "") : before;
    liquid.push(after.replaceAll(reserved, ""));
    reader.pass(text);
    if (start < 0) break;
    // Names alone are few enough for their text.
    if (!isPlain && ++count > templateLimits.directives) reader.exceed("directiveMany", templateLimits.directives);
    const end = isPlain ? template.indexOf("%]", start + 2) : directiveEnd(template, start + 2);
    if (end < 0) {
      reader.fail("directiveOpen");
      liquid.push(template.slice(start).replaceAll(reserved, ""));
      break;
    }
    const directive = template.slice(start + 2, end);
    liquid.push(reader.translate(directive));
    reader.pass(directive);
    isTrimmed = !isPlain && isTrim(directive.at(-1));
    position = end + 2;
  }
  reader.finish();
  const { faults, excess, names } = reader;
  return { liquid: liquid.join(""), faults: excess ? [excess] : faults, names };
}

/** Returns the index at which a directive ends; `%]` within a quoted text is part of it. -1 if it has no end. */
function directiveEnd(template: string, from: number): number {
  if (template[from] === "#") return template.indexOf("%]", from);
  const pattern = /"[^"]*"|'[^']*'|%\]/g;
  pattern.lastIndex = from;
  for (let match = pattern.exec(template); match; match = pattern.exec(template)) {
    if (match[0] === "%]") return match.index;
  }
  // A quote that is never closed, as in a text: the first bracket is the end.
  return template.indexOf("%]", from);
}

interface Block {
  readonly kind: "if" | "unless" | "for";
  readonly line: number;
  /** The names that hold within a loop. */
  readonly names?: Readonly<Record<string, TemplateShape>>;
}

type Token = readonly [kind: "text" | "number" | "name" | "sign", text: string];

const pattern =
  /\s*(?:("[^"]*"|'[^']*')|(\d+(?:\.\d+)?)|([A-Za-z_]\w*(?:\.\w+)*)|(==|!=|<=|>=|&&|\|\||[-+*/%!<>=|:,()]))/y;

/** Names of a loop in Template Toolkit, and as Liquid has them. */
const loopNames: Readonly<Record<string, string>> = {
  count: "index",
  index: "index0",
  first: "first",
  last: "last",
  size: "length",
};
const arithmetic: Readonly<Record<string, string>> = {
  "+": "plus",
  "-": "minus",
  "*": "times",
  "/": "divided_by",
  "%": "modulo",
};
const operators: Readonly<Record<string, string>> = { "&&": "and", "||": "or", "!": "not" };
const keywords: ReadonlySet<string> = new Set(["and", "or", "not", "contains", "true", "false", "nil", "empty"]);

/** Filters of Liquid that a file can need. Those of files, dates by locale and the like are left out. */
export const filterNames: ReadonlySet<string> = new Set(
  (
    "html xml uri upper lower raw json default escape url_encode upcase downcase capitalize strip replace remove append " +
    "prepend slice split join first last size plus minus times divided_by modulo round at_least at_most sort where map " +
    "reverse truncate base64_encode md5"
  ).split(" "),
);

class Reader {
  readonly faults: TemplateFault[] = [];
  readonly names = new Set<string>();
  /** The limit that the template breaks. */
  excess: TemplateFault | undefined;
  readonly isPlain: boolean;
  readonly #shape: TemplateShape;
  readonly #blocks: Block[] = [];
  readonly #assigned: Record<string, TemplateShape> = {};
  #line = 1;

  constructor(vocabulary: Vocabulary) {
    this.isPlain = isList(vocabulary);
    const byName = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "value" as const]));
    this.#shape = isList(vocabulary) ? { members: byName(vocabulary) } : vocabulary;
  }

  pass(text: string): void {
    for (const letter of text) if (letter === "\n") this.#line++;
  }

  fail(rule: DirectiveRule, params: Readonly<Record<string, string>> = {}): void {
    this.#tell({ rule, line: this.#line, params });
  }

  exceed(rule: DirectiveRule, limit: number): void {
    this.excess ??= { rule, line: this.#line, params: { limit: String(limit) } };
  }

  finish(): void {
    const open = this.#blocks.at(-1);
    if (open) this.#tell({ rule: "directiveEnd", line: open.line, params: { name: open.kind } });
  }

  #tell(fault: TemplateFault): void {
    if (this.faults.length < templateLimits.faults) this.faults.push(fault);
  }

  /** One directive; the signs that trim the space around it are none of its business. */
  translate(directive: string): string {
    if (this.isPlain) return this.#placeholder(directive.trim());
    if (directive.startsWith("#")) return "";
    const body = directive.replace(/^[-+=~]/, "").replace(/[-+=~]$/, "");
    const statements = splitStatements(body).filter((statement) => statement.trim() !== "");
    return statements.map((statement) => this.#statement(statement.trim())).join("");
  }

  /** A value by its whole name, dots included. */
  #placeholder(name: string): string {
    if (isVariableName(name) && shapeAt(this.#shape, [name])) return output(`["${name}"]`);
    this.#failUnknown(isVariableName(name) ? "variableUnknown" : "directiveUnknown", name, () => pathsOf(this.#shape));
    return "";
  }

  #failUnknown(rule: DirectiveRule, unknown: string, candidates: () => readonly string[]): void {
    // Comparing each of very many with all names would take seconds.
    if (this.faults.length >= templateLimits.faults) return;
    const name = unknown.slice(0, templateLimits.name);
    this.fail(rule, { name, nearest: closest(name, [...candidates()]) });
  }

  #statement(statement: string): string {
    const [, word = "", argument = ""] = /^([A-Za-z_]+)\b\s*([\s\S]*)$/.exec(statement) ?? [];
    switch (word.toLowerCase()) {
      case "if":
      case "unless":
        return this.#open({ kind: word.toLowerCase() as "if" | "unless", line: this.#line }, this.#condition(argument));
      case "elsif":
      case "elseif":
        this.#assertIn("if", word);
        return tag(`elsif ${this.#condition(argument)}`);
      case "else":
        this.#assertIn("if", word);
        return tag("else");
      case "foreach":
      case "for":
        return this.#loop(argument);
      case "end":
      case "endif":
      case "endfor":
      case "endunless":
        return this.#close(word);
      case "last":
        return tag("break");
      case "next":
        return tag("continue");
      case "set":
        return this.#assign(argument);
      case "get":
        return output(this.#value(argument));
      default:
        return this.#other(statement, word);
    }
  }

  #other(statement: string, word: string): string {
    if (/^[A-Za-z_]\w*\s*=(?!=)/.test(statement)) return this.#assign(statement);
    // A directive of Template Toolkit that there is no use for, such as INCLUDE or PERL.
    if (/^[A-Z]{2,}$/.test(word)) {
      this.fail("directiveUnknown", { name: word });
      return "";
    }
    return output(this.#value(statement));
  }

  #open(block: Block, argument: string): string {
    this.#blocks.push(block);
    if (this.#blocks.length > templateLimits.depth) this.exceed("directiveDeep", templateLimits.depth);
    return tag(`${block.kind} ${argument}`);
  }

  #close(word: string): string {
    const block = this.#blocks.pop();
    if (!block || (word.length > 3 && word.toLowerCase() !== `end${block.kind}`))
      this.fail("directiveEnd", { name: word });
    return tag(`end${block?.kind ?? "if"}`);
  }

  #assertIn(kind: "if", word: string): void {
    const block = this.#blocks.at(-1);
    if (block?.kind !== kind && block?.kind !== "unless") this.fail("directiveEnd", { name: word });
  }

  #loop(argument: string): string {
    const [, name, list] = /^([A-Za-z_]\w*)\s*(?:\bin\b|=)\s*([A-Za-z_][\w.]*)\s*$/i.exec(argument) ?? [];
    if (name === undefined || list === undefined) this.fail("directiveUnreadable", { text: argument.slice(0, 40) });
    const shape = this.#shapeOf(list ?? "");
    const names = { [name ?? "_"]: entryOf(shape), loop: "any" as const, forloop: "any" as const };
    return this.#open({ kind: "for", line: this.#line, names }, `${name} in ${toLiquid(list ?? "")}`);
  }

  #assign(text: string): string {
    const [, name, value] = /^([A-Za-z_]\w*)\s*=\s*([\s\S]+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      this.fail("directiveUnreadable", { text: text.slice(0, 40) });
      return "";
    }
    const written = this.#value(value);
    const isName = /^[A-Za-z_][\w.]*$/.test(value.trim());
    this.#assigned[name] = isName && this.faults.length === 0 ? this.#shapeOf(value.trim()) : "any";
    return tag(`assign ${name} = ${written}`);
  }

  /** A value with its filters. Sums and alternatives become filters, from left to right. */
  #value(text: string): string {
    const parts: string[] = [];
    const tokens = this.#tokens(text);
    for (const [index, [kind, token]] of tokens.entries()) {
      const before = tokens[index - 1]?.[1];
      if (kind === "sign" && arithmetic[token] && index > 0) parts.push("|", `${arithmetic[token]}:`);
      else if (kind === "sign" && token === "||") parts.push("|", "default:");
      else if (kind === "sign" && token === "|") parts.push("|");
      else if (kind === "name" && before === "|") parts.push(this.#filter(token));
      else if (kind === "sign" && !["(", ")", ",", ":", "-"].includes(token)) this.#unreadable(text);
      // Arguments of a filter in brackets, as of a function.
      else if (token === "(" && tokens[index - 2]?.[1] === "|") parts.push(":");
      else if (token === "(" || token === ")") continue;
      else parts.push(this.#operand([kind, token]));
    }
    if (parts.length === 0) this.#unreadable(text);
    return parts.join(" ");
  }

  #condition(text: string): string {
    const tokens = this.#tokens(text);
    const parts = tokens.map(([kind, token]) => {
      if (kind !== "sign") return this.#operand([kind, token]);
      if (operators[token]) return operators[token];
      if (["==", "!=", "<", ">", "<=", ">=", "(", ")"].includes(token)) return token;
      this.#unreadable(text);
      return "";
    });
    if (parts.length === 0) this.#unreadable(text);
    return parts.join(" ");
  }

  #filter(name: string): string {
    if (!filterNames.has(name)) this.#failUnknown("variableUnknown", name, () => [...filterNames]);
    return name;
  }

  #operand([kind, token]: Token): string {
    if (kind !== "name") return token;
    const word = { eq: "==", ne: "!=" }[token] ?? token.toLowerCase();
    if (keywords.has(word) || word === "==" || word === "!=") return word;
    this.#shapeOf(token);
    return toLiquid(token);
  }

  /** The shape of what a path names; fails if there is no such thing. */
  #shapeOf(path: string): TemplateShape {
    this.names.add(path);
    const [first = "", ...segments] = path.split(".");
    const loops = this.#blocks.toReversed().flatMap(({ names }) => (names ? [names] : []));
    const scope = [...loops, this.#assigned].find((names) => Object.hasOwn(names, first));
    const match = scope ? shapeAt(scope[first] ?? "any", segments) : shapeAt(this.#shape, [first, ...segments]);
    if (match) return match;
    this.#failUnknown("variableUnknown", path, () => {
      const scopedPaths = [...loops, this.#assigned].flatMap((names) =>
        Object.entries(names).flatMap(([name, shape]) => pathsOf(shape, name)),
      );
      const knownPaths = [...pathsOf(this.#shape), ...scopedPaths];
      // Rather the same name elsewhere than a similar path.
      const sameName = knownPaths.filter((other) => other.split(".").at(-1) === segments.at(-1));
      return sameName.length > 0 ? sameName : knownPaths;
    });
    return "any";
  }

  #tokens(text: string): Token[] {
    const tokens: Token[] = [];
    let position = 0;
    while (position < text.length && text.slice(position).trim() !== "") {
      pattern.lastIndex = position;
      const match = pattern.exec(text);
      if (!match) {
        this.#unreadable(text);
        return [];
      }
      const [, quoted, number, name, sign] = match;
      if (quoted !== undefined) tokens.push(["text", quoted]);
      else if (number !== undefined) tokens.push(["number", number]);
      else if (name !== undefined) tokens.push(["name", name]);
      else tokens.push(["sign", sign ?? ""]);
      position = pattern.lastIndex;
    }
    return tokens;
  }

  #unreadable(text: string): void {
    const params = { text: text.trim().slice(0, 40) };
    const isSaid = this.faults.some(({ rule, line }) => rule === "directiveUnreadable" && line === this.#line);
    if (!isSaid) this.fail("directiveUnreadable", params);
  }
}

/** `[%-` takes the line break before it, `-%]` the one after it. */
const isTrim = (sign: string | undefined) => sign === "-" || sign === "~";

const isList = (vocabulary: Vocabulary): vocabulary is readonly string[] => Array.isArray(vocabulary);

function tag(text: string): string {
  return `${delimiters.tagDelimiterLeft} ${text} ${delimiters.tagDelimiterRight}`;
}

function output(text: string): string {
  return `${delimiters.outputDelimiterLeft} ${text} ${delimiters.outputDelimiterRight}`;
}

/** `loop.count` as `forloop.index`; numbers of a path as indexes. */
function toLiquid(path: string): string {
  const [first, member, ...rest] = path.split(".");
  if (first === "loop" && member !== undefined && rest.length === 0) return `forloop.${loopNames[member] ?? member}`;
  return path.replaceAll(/\.(\d+)(?=\.|$)/g, "[$1]");
}

function splitStatements(body: string): string[] {
  const statements: string[] = [];
  let from = 0;
  for (const { 0: match, index } of body.matchAll(/"[^"]*"|'[^']*'|;/g)) {
    if (match !== ";") continue;
    statements.push(body.slice(from, index));
    from = index + 1;
  }
  return [...statements, body.slice(from)];
}
