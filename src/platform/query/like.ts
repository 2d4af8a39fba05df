import { type Expression, type RawBuilder, sql } from "kysely";
import { wildcardPatterns } from "../../core/searchPattern.ts";
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

/** Match of a filter with wildcards; a number as it is shown finds what its digits find. */
export function matchesWildcard(expression: Expression<unknown>, text: string): RawBuilder<boolean> {
  if (text.includes("\0")) return sql.lit(false);
  const found = wildcardPatterns(text).map((pattern) => matchesPattern(expression, toLikePattern(pattern)));
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

/** The same of a value that is folded already. */
export function foldedLike(value: Expression<string>, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${value} like ${foldedParameter(pattern)}`;
}
