import { type Expression, type RawBuilder, sql } from "kysely";
import { foldedLetters, foldedPairs } from "../../core/values/foldText.ts";

/**
 * A text without case and accents, the counterpart of foldText. Every function in it is immutable, so that indexes can
 * be built on it, unlike `unaccent`, which depends on a dictionary. Most texts are plain ASCII and take the short way.
 */
export function folded(text: Expression<unknown>): RawBuilder<string> {
  return sql<string>`case when octet_length(${text}) = length(${text}) then lower(${text}) else ${withoutMarks(text)} end`;
}

/** The folded form of a parameter, which occurs in it only once. */
export function foldedParameter(value: string): RawBuilder<string> {
  return isAscii(value) ? sql<string>`${value.toLowerCase()}::text` : withoutMarks(sql`${value}::text`);
}

/** A name as names are compared, the counterpart of foldName. */
export function foldedName(name: Expression<unknown>): RawBuilder<string> {
  const trimmed = sql`btrim(${name}, ${sql.lit(blanks)})`;
  return sql<string>`translate(lower(normalize(${trimmed}, NFC)), 'ς', 'σ')`;
}

/** Whether a column has this name, in any spelling of it. */
export function isName(column: Expression<unknown>, name: unknown): RawBuilder<boolean> {
  return sql<boolean>`${foldedName(column)} = ${foldedName(sql`${name}::text`)}`;
}

/** The characters that trim removes in JavaScript. */
const blanks =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

function withoutMarks(text: Expression<unknown>): RawBuilder<string> {
  const [from, to] = [Object.keys(foldedLetters).join(""), Object.values(foldedLetters).join("")];
  // If the database's locale has no letters beyond ASCII, the inner lower leaves a capital with an accent as it is.
  const apart = sql`lower(normalize(lower(${text}), NFKD))`;
  const single = sql`translate(${apart}, ${sql.lit(from)}, ${sql.lit(to)})`;
  const unmarked = sql`regexp_replace(${single}, ${sql.lit("[\u0300-\u036f]")}, '', 'g')`;
  const paired = Object.entries(foldedPairs).reduce(
    (inner, [letter, pair]) => sql`replace(${inner}, ${sql.lit(letter)}, ${sql.lit(pair)})`,
    unmarked,
  );
  return sql<string>`${paired}`;
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
