import { parseWireInstant } from "../../core/dateTime.ts";
import type { FilterDescriptor, Json } from "../../core/descriptor.ts";
import { foldText } from "../../core/foldText.ts";
import { wildcardPatterns } from "../../core/searchPattern.ts";

const comparisons = {
  gt: (one: number, other: number) => one > other,
  ge: (one: number, other: number) => one >= other,
  lt: (one: number, other: number) => one < other,
  le: (one: number, other: number) => one <= other,
};

/** Whether a value passes a filter: the counterpart of `filters.ts` in memory. */
export function matchesFilter(
  { match, kind }: Pick<FilterDescriptor, "match" | "kind">,
  value: Json | undefined,
  text: string,
): boolean {
  const isMissing = value === undefined || value === null;
  if (text === "$null") return isMissing;
  if (text === "$not_null") return !isMissing;
  if (match === "empty") return switchOf(text) === isMissing;
  if (kind === "boolean") return switchOf(text) === Boolean(value);
  const isOneOf = () => {
    const wanted = match === "exact" ? [text] : text.split(",");
    return !isMissing && wanted.some((one) => textsOf(value).includes(one.trim()));
  };
  switch (match) {
    case "wildcard":
      return (
        !isMissing &&
        wildcardPatterns(text).some((pattern) => textsOf(value).some((one) => matchesPattern(pattern, one)))
      );
    case "exact":
    case "list":
      return isOneOf();
    case "not":
      return !isOneOf();
    case "gt":
    case "ge":
    case "lt":
    case "le": {
      const [one, other] = [value, text].map((each) => measureOf(kind, each));
      if (one === undefined || other === undefined) return false;
      return comparisons[match](one, other);
    }
  }
}

/**
 * Whether the whole text matches the pattern, without case and accents: `*` matches any run, `\*` a star. Takes linear time,
 * however many stars a caller sends.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const pieces = piecesOf(foldText(pattern));
  const subject = foldText(text);
  const [first = "", ...others] = pieces;
  if (others.length === 0) return subject === first;
  if (!subject.startsWith(first)) return false;
  const last = others.at(-1) ?? "";
  let at = first.length;
  for (const piece of others.slice(0, -1)) {
    const found = subject.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return subject.length - at >= last.length && subject.endsWith(last);
}

/** The literal pieces between wildcards. */
function piecesOf(pattern: string): string[] {
  const pieces = [""];
  for (const [part] of pattern.matchAll(/\\\*|\*|[^*\\]+|\\/g)) {
    if (part === "*") pieces.push("");
    else pieces[pieces.length - 1] += part === "\\*" ? "*" : part;
  }
  return pieces;
}

function textsOf(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

function switchOf(text: string): boolean | undefined {
  if (text === "1" || text.toLowerCase() === "true") return true;
  return text === "0" || text.toLowerCase() === "false" ? false : undefined;
}

function measureOf(kind: FilterDescriptor["kind"], value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number =
    kind === "dateTime" || kind === "date" ? parseWireInstant(String(value), "UTC")?.getTime() : Number(value);
  return number === undefined || Number.isNaN(number) ? undefined : number;
}
