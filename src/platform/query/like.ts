import { type Expression, type RawBuilder, sql } from "kysely";
import { folded, foldedParameter } from "../db/folded.ts";

/**
 * The filter text as a LIKE pattern: `*` is a wildcard, `\*` a star, LIKE's own wildcards are escaped. `50%_*` ->
 * `50\%\_%`.
 */
export function toLikePattern(text: string): string {
  return text.replace(/\\\*|\*|[\\%_]/g, (found) => {
    if (found === "*") return "%";
    return found === "\\*" ? "*" : `\\${found}`;
  });
}

/** Match of the whole value without case and accents, in the form that prefix and trigram indexes support. */
export function matchesPattern(expression: Expression<unknown>, pattern: string): RawBuilder<boolean> {
  return foldedLike(folded(expression), pattern);
}

/** The same of a value that is folded already. */
export function foldedLike(value: Expression<string>, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${value} like ${foldedParameter(pattern)}`;
}
