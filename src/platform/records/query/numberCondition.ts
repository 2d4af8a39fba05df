import { type RawBuilder, sql } from "kysely";
import { numberIn } from "../../../core/values/dialled.ts";
import { type NumberQuery, parseNumberQuery } from "../../../core/values/parseNumberQuery.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { likeCondition } from "./like.ts";

/** A typed text as a number; a national one begins with the code of any country in use. */
export async function readNumber(db: Db, text: string): Promise<NumberQuery | undefined> {
  const isNational = /^0(?!0)/.test(numberIn(text) ?? "") && parseNumberQuery(text, []) !== undefined;
  return parseNumberQuery(text, isNational ? await countryCodes(db) : []);
}

/** Numbers that start with one of these; undefined: with none. */
export function beginsWith(column: RawBuilder<unknown>, { beginnings }: NumberQuery): RawBuilder<boolean> | undefined {
  const ranges = beginnings.map((digits) => rangeOf(column, digits));
  return ranges.length > 0 ? sql<boolean>`(${sql.join(ranges, sql` or `)})` : undefined;
}

/** Numbers with the digits anywhere; undefined where the text can only be a beginning. */
export function hasPart(column: RawBuilder<unknown>, { part }: NumberQuery): RawBuilder<boolean> | undefined {
  return part === undefined ? undefined : likeCondition(column, `%${part}%`);
}

/** Owners that are listed in a query one by one; with more of them a subquery is used. */
const FEW = 500;

/** Records of a list with a number that has the typed digits; undefined where the list has none, or they are none. */
export async function numberCondition(
  db: Db,
  plan: ResourcePlan,
  plans: Plans,
  text: string,
): Promise<RawBuilder<boolean> | undefined> {
  const { searchNumbers } = plan.descriptor.list;
  const numberQuery = searchNumbers && (await readNumber(db, text));
  if (!searchNumbers || !numberQuery) return undefined;
  const digits = sql.ref(`${rootAlias}.${searchNumbers.field}`);
  const parts = [beginsWith(digits, numberQuery), hasPart(digits, numberQuery)].filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  const fits = sql<boolean>`(${sql.join(parts, sql` or `)})`;
  if (searchNumbers.resource === plan.name) return fits;
  const holder = planOf(plans, searchNumbers.resource);
  const owner = sql.ref(`${rootAlias}.${searchNumbers.reference}`);
  const owners = sql<{ owner: number | null }>`select ${owner} as owner from ${holder.source} as ${sql.ref(rootAlias)}
    where ${sql.join([...holder.own, fits], sql` and `)}`;
  const { rows } = await runWithFreshPlan(sql<{ owner: number | null }>`${owners} limit ${FEW + 1}`, db);
  const id = sql.ref(`${rootAlias}.id`);
  if (rows.length > FEW) return sql<boolean>`${id} in (${owners})`;
  const ids = rows.flatMap((row) => (row.owner === null ? [] : [Number(row.owner)]));
  return ids.length === 0 ? sql.lit(false) : sql<boolean>`${id} in (${sql.join(ids)})`;
}

/** Digits sort alike in every collation, so the plain index supports ranges. */
function rangeOf(column: RawBuilder<unknown>, digits: string): RawBuilder<boolean> {
  const end = endOfRange(digits);
  return end === "" ? sql`${column} >= ${digits}` : sql`(${column} >= ${digits} and ${column} < ${end})`;
}

/** The exclusive upper bound of a prefix: 431 ends before 432, 439 before 44; "" is unbounded. */
function endOfRange(digits: string): string {
  const head = digits.replace(/9+$/, "");
  return head === "" ? "" : head.slice(0, -1) + String(Number(head.at(-1)) + 1);
}

/** Country codes in use, by a loose index scan, however many numbers there are. */
async function countryCodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ cc: string }>`with recursive codes as (
      (select cc from numbers order by cc limit 1)
      union all
      select (select cc from numbers where cc > codes.cc order by cc limit 1) from codes where codes.cc is not null
    ) select cc from codes where cc is not null limit 300`.execute(db);
  return rows.map(({ cc }) => cc);
}
