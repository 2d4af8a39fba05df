import { type Expression, type RawBuilder, sql } from "kysely";
import type { ColumnStorage, FilterDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { MAX_INTEGER } from "../../../core/schema/ids.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { isNumberKind } from "../../../core/schema/kinds.ts";
import { parseWireInstant } from "../../../core/values/dateTime.ts";
import { wildcardPatterns } from "../../../core/values/searchPattern.ts";
import { fitsWildcard, matchesWildcard } from "./like.ts";

/** The test of a filter: of a column in the database, and of the same value in memory. */
interface FilterTest {
  readonly sql: (column: Expression<unknown>) => RawBuilder<boolean>;
  readonly holds: (value: unknown) => boolean;
}

/** The values that are filtered. */
export interface Subject {
  readonly type: ColumnStorage["type"];
  readonly timeZone: string;
  /** Lists of ids, or of items with an id as this member. */
  readonly list?: { readonly member: string | null };
  /** A number as it is shown finds what its digits find. */
  readonly isNumber?: boolean;
}

type Operator = (subject: Subject, text: string) => FilterTest;

const isMissing = (value: unknown) => value === undefined || value === null;

const never: FilterTest = { sql: () => sql.lit(false), holds: () => false };
const missing: FilterTest = { sql: (column) => sql`${column} is null`, holds: isMissing };
const present: FilterTest = { sql: (column) => sql`${column} is not null`, holds: (value) => !isMissing(value) };

/** Every operator of a filter. An impossible value matches nothing. */
const operators: Readonly<Record<FilterDescriptor["match"], Operator>> = {
  wildcard: ({ type }, text) => ({
    sql: (column) => matchesWildcard(type === "text" ? column : sql`${column}::text`, text),
    holds: (value) => !isMissing(value) && fitsWildcard(String(value), text),
  }),
  exact: (subject, text) => {
    if (subject.list) return oneOf(subject, text.split(","));
    return oneOf(subject, subject.isNumber ? wildcardPatterns(text) : [text]);
  },
  list: (subject, text) => oneOf(subject, text.split(",")),
  not: (subject, text) => {
    const excluded = oneOf(subject, text.split(","));
    return {
      sql: (column) => sql`(${column} is null or not ${excluded.sql(column)})`,
      holds: (value) => isMissing(value) || !excluded.holds(value),
    };
  },
  gt: compared(">", (value, bound) => value > bound),
  ge: compared(">=", (value, bound) => value >= bound),
  lt: compared("<", (value, bound) => value < bound),
  le: compared("<=", (value, bound) => value <= bound),
  empty: ({ timeZone }, text) => {
    const wantsEmpty = parseValue("boolean", text.trim(), timeZone);
    return wantsEmpty === undefined ? never : wantsEmpty ? missing : present;
  },
};

/** Returns the test that a filter's text stands for. */
export function filterTestOf(match: FilterDescriptor["match"], subject: Subject, text: string): FilterTest {
  if (text === "$null") return missing;
  if (text === "$not_null") return present;
  return operators[match](subject, text);
}

/** Whether a record passes a filter, tested in memory. */
export function matchesFilter(
  { match, kind, source, isNumber }: Pick<FilterDescriptor, "match" | "kind" | "source"> & Pick<Subject, "isNumber">,
  record: Readonly<WireRecord>,
  text: string,
): boolean {
  // A test compares values of any kind.
  const list = kind === "references" ? { list: { member: null } } : {};
  return filterTestOf(match, { type: typeOf(kind), timeZone: "UTC", isNumber, ...list }, text).holds(record[source]);
}

/** The type that a column of this kind would have, as far as it matters to a filter. */
function typeOf(kind: FilterDescriptor["kind"]): ColumnStorage["type"] {
  if (kind === "dateTime") return "timestamptz";
  if (kind === "boolean") return "boolean";
  return isNumberKind(kind) ? "numeric" : "text";
}

function oneOf(subject: Subject, texts: readonly string[]): FilterTest {
  const { type, timeZone, list } = subject;
  if (list) return containing(list.member, texts);
  const values = texts.map((text) => parseValue(type, text.trim(), timeZone)).filter((value) => value !== undefined);
  const [first] = values;
  if (first === undefined) return never;
  // A switch that was never set is off.
  if (type === "boolean") {
    return {
      sql: (column) => (first ? sql`${column} is true` : sql`${column} is not true`),
      holds: (value) => Boolean(value) === first,
    };
  }
  const measures = new Set(values.map((value) => measureOf(subject, value)));
  return {
    sql: (column) => (values.length === 1 ? sql`${column} = ${first}` : sql`${column} in (${sql.join(values)})`),
    holds: (value) => !isMissing(value) && measures.has(measureOf(subject, value)),
  };
}

/** Lists are stored as JSON: `[3, 5]` contains 5, and `[{"profile_id": 5}]` has an item whose profile_id is 5. */
function containing(member: string | null, texts: readonly string[]): FilterTest {
  const ids = texts.filter((part) => /^\d{1,15}$/.test(part.trim())).map(Number);
  if (ids.length === 0) return never;
  const documents = ids.map((id) => JSON.stringify([member === null ? id : { [member]: id }]));
  const idIn = (item: unknown) => (member === null ? item : isObject(item) ? item[member] : undefined);
  return {
    sql: (column) => {
      const each = documents.map((document) => sql`${column} @> ${document}::jsonb`);
      return sql`(${sql.join(each, sql` or `)})`;
    },
    holds: (value) => Array.isArray(value) && value.some((item) => ids.some((id) => id === idIn(item))),
  };
}

type Measure = string | number;

function compared(sign: ">" | ">=" | "<" | "<=", holds: (value: Measure, bound: Measure) => boolean): Operator {
  return (subject, text) => {
    const value = parseValue(subject.type, text, subject.timeZone);
    if (value === undefined) return never;
    const bound = measureOf(subject, value);
    return {
      sql: (column) => sql`${column} ${sql.raw(sign)} ${value}`,
      holds: (candidate) => !isMissing(candidate) && holds(measureOf(subject, candidate), bound),
    };
  };
}

/** A value as it is compared in memory: of equal values it is equal. */
function measureOf({ type, timeZone }: Subject, value: unknown): Measure {
  if (type === "text") return String(value);
  if (type !== "timestamptz") return Number(value);
  const instant = value instanceof Date ? value : parseWireInstant(String(value), timeZone);
  return instant?.getTime() ?? Number.NaN;
}

const MIN_INTEGER = -2_147_483_648;

/**
 * A query parameter as a value of the column, undefined when impossible: such a filter matches nothing instead of
 * failing in the database.
 */
export function parseValue(type: ColumnStorage["type"], text: string, timeZone: string): unknown {
  switch (type) {
    case "integer": {
      const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return value >= MIN_INTEGER && value <= MAX_INTEGER ? value : undefined;
    }
    case "bigint":
      return /^-?\d{1,18}$/.test(text) ? text : undefined;
    case "numeric":
    case "double precision":
      return /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return parseBoolean(text);
    case "timestamptz":
      return parseWireInstant(text, timeZone) ?? undefined;
    case "text":
      return text.includes("\0") ? undefined : text;
    case "jsonb":
      return undefined;
  }
}

function parseBoolean(text: string): boolean | undefined {
  if (text === "1" || text.toLowerCase() === "true") return true;
  if (text === "0" || text.toLowerCase() === "false") return false;
  return undefined;
}

/** Whether an unvalidated value of a body is a text that can be used in a query. */
export function isAskable<Value>(value: Value): value is Value & string {
  return typeof value === "string" && value !== "" && !value.includes("\0") && value.isWellFormed();
}
