import { createContext, Script } from "node:vm";
import type { Report } from "../diagnostics.ts";
import { memoizeByText } from "../memoizeByText.ts";
import type { FieldModel } from "../model.ts";
import { valueError } from "./values.ts";

/** Checks that a pattern is a regular expression, does what its examples say, and comes to an end on any text. */
export function checkPattern(field: FieldModel, report: Report): void {
  const { name, schema, patternExamples: examples } = field;
  const { pattern } = schema;
  const examplesPath = ["x-field", "patternExamples"];
  if (pattern === undefined) {
    if (examples) report(examplesPath, `"patternExamples" of ${name} requires "pattern"`, 'a "pattern" next to "type"');
    return;
  }
  const expression = parsePattern(pattern);
  if (typeof expression === "string") {
    report(["pattern"], `pattern of ${name} is invalid: ${expression}`, "a regular expression of ECMAScript, flag u");
    return;
  }
  if (!examples) {
    const expected = '"patternExamples": { "valid": ["..."], "invalid": ["..."] } in its "x-field"';
    report(["pattern"], `"pattern" of ${name} requires "patternExamples"`, expected);
    return;
  }
  for (const [index, text] of examples.valid.entries()) {
    const message = valueError(field, text);
    if (message) report([...examplesPath, "valid", index], ...message);
  }
  for (const [index, text] of examples.invalid.entries()) {
    if (expression.test(text))
      report(
        [...examplesPath, "invalid", index],
        `${JSON.stringify(text)} matches the pattern`,
        "a text that does not",
      );
  }
  const slow = slowPart(pattern, examples, schema.maxLength);
  if (slow !== undefined)
    report(
      ["pattern"],
      `pattern of ${name} can backtrack without end, as on ${JSON.stringify(slow)} repeated`,
      "a pattern whose parts match a text in one way only, such as (a|b)* for (a*|b)*",
    );
}

/** The regular expression, as validators compile it; why it is none. */
function parsePattern(pattern: string): RegExp | string {
  try {
    return new RegExp(pattern, "u");
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, "") : "";
  }
}

/** Long enough for what grows with its square or faster to run out of time; parts need less to double it often. */
const MAX_TRIED_LENGTH = 16_384;
const MAX_REPEATED_LENGTH = 200;
const MAX_PART = 4;
const LIMIT_MS = 25;
/** A machine that does something else is not slow three times. */
const TRIES = 3;

const slowTexts = memoizeByText<{ readonly part: string | undefined }>();

/**
 * The part of a text that takes the pattern too long when it is repeated; undefined if none does. Parts are those of the
 * valid examples and single characters; before them is what precedes them there, after them what matches nothing. V8
 * interrupts an expression that has run out of time.
 */
function slowPart(
  pattern: string,
  { valid, invalid }: NonNullable<FieldModel["patternExamples"]>,
  maxLength = MAX_TRIED_LENGTH,
): string | undefined {
  const find = () => {
    const context = createContext({ expression: new RegExp(pattern, "u"), text: "" });
    const test = new Script("expression.test(text)");
    const isSlow = (text: string, tries: number): boolean => {
      context.text = text;
      try {
        test.runInContext(context, { timeout: LIMIT_MS });
        return false;
      } catch {
        return tries === 1 || isSlow(text, tries - 1);
      }
    };
    const ends = ["\0", "\n", "", ...invalid];
    const isSlowPart = ([part, before]: readonly [string, string], most: number) => {
      const repeated = before + part.repeat(Math.ceil(Math.min(maxLength, most) / part.length));
      return ends.some((end) => isSlow(repeated + end, TRIES));
    };
    const found =
      [...partsOf(valid)].find((part) => isSlowPart(part, MAX_REPEATED_LENGTH)) ??
      charactersOf(pattern, valid).find((part) => isSlowPart(part, MAX_TRIED_LENGTH));
    return { part: found?.[0] };
  };
  return slowTexts(JSON.stringify([pattern, valid, invalid, maxLength]), find).part;
}

/** Short parts of texts, each with what is before it. */
function partsOf(texts: readonly string[]): Map<string, string> {
  const parts = new Map<string, string>();
  for (const text of texts)
    for (let start = 0; start < text.length; start++)
      for (let end = start + 1; end <= Math.min(text.length, start + MAX_PART); end++)
        if (!parts.has(text.slice(start, end))) parts.set(text.slice(start, end), text.slice(0, start));
  return parts;
}

/** Characters of the pattern and of most classes, at the beginning and behind each text. */
function charactersOf(pattern: string, texts: readonly string[]): [string, string][] {
  const characters = [...new Set(`${pattern} 0aA-._`)];
  return ["", ...texts].flatMap((before) => characters.map((character): [string, string] => [character, before]));
}
