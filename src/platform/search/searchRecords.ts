import { type RawBuilder, sql } from "kysely";
import { can } from "../../core/access.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import { largestInteger } from "../../core/ids.ts";
import { runPlanned } from "../db/statements.ts";
import { sideBySide } from "../db/tables.ts";
import type { Reading } from "../entityHooks.ts";
import { titledRecords, titleReferences } from "../operations/titledRecords.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { matchesPattern, toLikePattern } from "../query/like.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";
import { readGrant } from "../rights.ts";
import { numberBeginnings } from "./numberBeginnings.ts";
import { searchColumns } from "./searchColumns.ts";

/** A record that matches by prefix, in one of its fields or in its number. */
export interface Found {
  readonly resource: string;
  readonly record: WireRecord;
}

/** With more matches a prefix is too short to be useful. */
const maxNumbers = 20;

/**
 * Records of all resources with pages open to the caller that start with `text`, or have it as their id, at most
 * `limit` per resource. Uses prefix indexes only, so that it stays fast at any size.
 */
export async function searchRecords(reading: Reading, plans: Plans, text: string, limit: number): Promise<Found[]> {
  if (text.includes("\0")) return [];
  const searched = [...plans.values()].filter(({ descriptor }) => {
    const { operations, parent } = descriptor;
    // Records that nobody creates or changes (calls) are a log, which nobody opens by name.
    const isKept = operations.includes("create") || operations.includes("update");
    const isPage = operations.includes("list") && operations.includes("read") && !parent && isKept;
    return isPage && can(reading.actor, descriptor, "read") && readGrant(reading.actor, descriptor) !== "none";
  });
  const byNumber = await idsByNumber(reading, plans, text);
  const found = new Map<string, WireRecord[]>();
  await sideBySide(
    reading.db,
    searched.map((plan) => async () => {
      const ids = [...(await idsOf(reading, plans, plan, text, limit)), ...(byNumber.get(plan.name) ?? [])];
      found.set(plan.name, await titledRecords(reading, plans, plan, [...new Set(ids)].slice(0, limit)));
    }),
  );
  return searched.flatMap(({ name }) => (found.get(name) ?? []).map((record) => ({ resource: name, record })));
}

/** Ids by prefix of the record's own fields, by id, and by prefix of the related record in its title. */
async function idsOf(
  reading: Reading,
  plans: Plans,
  plan: ResourcePlan,
  text: string,
  limit: number,
): Promise<number[]> {
  const parts: RawBuilder<unknown>[] = [];
  const part = (condition: RawBuilder<boolean>) => {
    const where = whereAll([condition, ...visibleTo(plan, reading.actor)]);
    parts.push(sql`(select ${sql.ref(`${rootAlias}.id`)} ${from(plan)} ${where} limit ${limit})`);
  };
  if (/^\d{1,10}$/.test(text) && Number(text) <= largestInteger)
    part(sql`${sql.ref(`${rootAlias}.id`)} = ${Number(text)}`);
  for (const column of searchColumns(plan, reading.actor)) part(beginsLike(column, text));
  for (const name of titleReferences(plan)) {
    const target = plans.get(plan.fields.get(name)?.reference?.resource ?? "");
    const ids =
      target && readGrant(reading.actor, target.descriptor) !== "none"
        ? await idsBehind(reading, target, text, limit)
        : [];
    if (ids.length > 0) part(sql`${sql.ref(`${rootAlias}.${name}`)} in (${sql.join(ids)})`);
  }
  if (parts.length === 0) return [];
  const { rows } = await runPlanned(sql<{ id: number }>`${sql.join(parts, sql` union all `)}`, reading.db);
  return rows.map(({ id }) => Number(id));
}

async function idsBehind(reading: Reading, plan: ResourcePlan, text: string, limit: number): Promise<number[]> {
  const parts = searchColumns(plan, reading.actor).map((column) => {
    const where = whereAll([beginsLike(column, text), ...visibleTo(plan, reading.actor)]);
    return sql`(select ${sql.ref(`${rootAlias}.id`)} ${from(plan)} ${where} limit ${limit})`;
  });
  if (parts.length === 0) return [];
  const { rows } = await runPlanned(sql<{ id: number }>`${sql.join(parts, sql` union all `)}`, reading.db);
  return rows.map(({ id }) => Number(id));
}

function beginsLike(column: string, text: string): RawBuilder<boolean> {
  return matchesPattern(sql.ref(`${rootAlias}.${column}`), `${toLikePattern(text.replaceAll("*", "\\*"))}%`);
}

/** Owners of the numbers with these prefixes, by resource. */
async function idsByNumber(
  reading: Reading,
  plans: Plans,
  text: string,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const plan = plans.get("numbers");
  if (!plan || !/^[+\d\s()/.-]+$/.test(text)) return new Map();
  const codes = text.trim().startsWith("0") ? await countryCodes(reading.db) : [];
  const beginnings = numberBeginnings(text, codes) ?? [];
  if (beginnings.length === 0) return new Map();
  const number = sql.ref(`${rootAlias}.number`);
  // Digits sort alike in every collation, so the plain index supports ranges.
  const ranges = beginnings.map((digits) => {
    const end = endOfRange(digits);
    return end === "" ? sql`${number} >= ${digits}` : sql`(${number} >= ${digits} and ${number} < ${end})`;
  });
  const owner = sql.ref(`${rootAlias}.subscriber_id`);
  const where = whereAll([sql<boolean>`(${sql.join(ranges, sql` or `)})`, ...visibleTo(plan, reading.actor)]);
  const owners = sql<{ subscriber_id: number | null }>`select ${owner} as subscriber_id ${from(plan)} ${where}
    order by ${number} limit ${maxNumbers}`;
  const { rows } = await runPlanned(owners, reading.db);
  return new Map([
    ["subscribers", rows.flatMap(({ subscriber_id }) => (subscriber_id === null ? [] : [Number(subscriber_id)]))],
  ]);
}

/** The exclusive upper bound of a prefix: 431 ends before 432, 439 before 44; "" is unbounded. */
function endOfRange(digits: string): string {
  const head = digits.replace(/9+$/, "");
  return head === "" ? "" : head.slice(0, -1) + String(Number(head.at(-1)) + 1);
}

/** Country codes in use, by a loose index scan, however many numbers there are. */
async function countryCodes(db: Reading["db"]): Promise<string[]> {
  const { rows } = await sql<{ cc: string }>`with recursive codes as (
      (select cc from numbers order by cc limit 1)
      union all
      select (select cc from numbers where cc > codes.cc order by cc limit 1) from codes where codes.cc is not null
    ) select cc from codes where cc is not null limit 300`.execute(db);
  return rows.map(({ cc }) => cc);
}
