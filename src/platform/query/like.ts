import { type Expression, type RawBuilder, sql } from "kysely";

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

/** Case-insensitive match of the whole value, in the form that the prefix indexes support. */
export function matchesPattern(expression: Expression<unknown>, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${expression}) like lower(${pattern}::text)`;
}
