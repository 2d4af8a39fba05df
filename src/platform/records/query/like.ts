import { type Expression, type RawBuilder, sql } from "kysely";
import { foldText } from "../../../core/values/foldText.ts";
import { wildcardPatterns } from "../../../core/values/searchPattern.ts";
import { folded, foldedParameter } from "../../db/folded.ts";

/** The literal pieces between the wildcards of a filter text: `*` is one, `\*` a star. */
function piecesOf(text: string): string[] {
  const pieces = [""];
  for (const [part] of text.matchAll(/\\\*|\*|[^*\\]+|\\/g)) {
    if (part === "*") pieces.push("");
    else pieces[pieces.length - 1] += part === "\\*" ? "*" : part;
  }
  return pieces;
}

/** The filter text as a LIKE pattern, whose own wildcards are escaped. `50%_*` -> `50\%\_%`. */
export function toLikePattern(text: string): string {
  return piecesOf(text)
    .map((piece) => piece.replace(/[\\%_]/g, "\\$&"))
    .join("%");
}

/** Match of the whole value without case and accents, in the form that prefix and trigram indexes support. */
export function likeCondition(expression: Expression<unknown>, pattern: string): RawBuilder<boolean> {
  return foldedLike(folded(expression), pattern);
}

/** Match of a filter with wildcards; a number as it is shown finds what its digits find. */
export function matchesWildcard(expression: Expression<unknown>, text: string): RawBuilder<boolean> {
  if (text.includes("\0")) return sql.lit(false);
  const conditions = wildcardPatterns(text).map((pattern) => likeCondition(expression, toLikePattern(pattern)));
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Match of the whole of a value that is folded already. */
export function foldedLike(value: Expression<string>, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${value} like ${foldedParameter(pattern)}`;
}

/** Matches a value in memory with wildcards. Takes linear time, however many stars a caller sends. */
export function fitsWildcard(value: string, text: string): boolean {
  return wildcardPatterns(text).some((pattern) => fitsPieces(foldText(value), piecesOf(foldText(pattern))));
}

function fitsPieces(subject: string, [first = "", ...laterPieces]: readonly string[]): boolean {
  if (laterPieces.length === 0) return subject === first;
  if (!subject.startsWith(first)) return false;
  const last = laterPieces.at(-1) ?? "";
  let position = first.length;
  for (const piece of laterPieces.slice(0, -1)) {
    const start = subject.indexOf(piece, position);
    if (start < 0) return false;
    position = start + piece.length;
  }
  return subject.length - position >= last.length && subject.endsWith(last);
}
