import { type RawBuilder, sql } from "kysely";
import { can } from "../../core/access.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import { readGrant } from "../auth/gate.ts";
import { sideBySide } from "../db/tables.ts";
import type { Reading } from "../entityHooks.ts";
import { titledRecords, titleReferences } from "../operations/titledRecords.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { matchesPattern, toLikePattern } from "../query/like.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";
import { numberBeginnings } from "./numberBeginnings.ts";
import { searchColumns } from "./searchColumns.ts";

/** A record that begins like the text, in one of its fields or in its number. */
export interface Found {
  readonly resource: string;
  readonly record: WireRecord;
}

const largestId = 2_147_483_647;
/** Numbers beyond these are no beginning that helps anybody to find one. */
const maxNumbers = 20;

/**
 * Records of all resources whose pages the caller may open that begin like `text`, or have it as their id, at most
 * `limit` a resource. Only indexes of beginnings are asked, so that it stays fast however many rows there are.
 */
export async function searchRecords(reading: Reading, plans: Plans, text: string, limit: number): Promise<Found[]> {
  if (text.includes("\0")) return [];
  const searched = [...plans.values()].filter(({ descriptor }) => {
    const { operations, parent } = descriptor;
    // What nobody makes or changes (calls) is a log: one reads it, one does not go to a record of it by name.
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

/** Ids by the record's own beginnings, by its id, and by the beginnings of the record that its title comes from. */
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
  if (/^\d{1,10}$/.test(text) && Number(text) <= largestId) part(sql`${sql.ref(`${rootAlias}.id`)} = ${Number(text)}`);
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
  const { rows } = await sql<{ id: number }>`${sql.join(parts, sql` union all `)}`.execute(reading.db);
  return rows.map(({ id }) => Number(id));
}

async function idsBehind(reading: Reading, plan: ResourcePlan, text: string, limit: number): Promise<number[]> {
  const parts = searchColumns(plan, reading.actor).map((column) => {
    const where = whereAll([beginsLike(column, text), ...visibleTo(plan, reading.actor)]);
    return sql`(select ${sql.ref(`${rootAlias}.id`)} ${from(plan)} ${where} limit ${limit})`;
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: number }>`${sql.join(parts, sql` union all `)}`.execute(reading.db);
  return rows.map(({ id }) => Number(id));
}

function beginsLike(column: string, text: string): RawBuilder<boolean> {
  return matchesPattern(sql.ref(`${rootAlias}.${column}`), `${toLikePattern(text.replaceAll("*", "\\*"))}%`);
}

/** Owners of the numbers that begin like the text, by resource. */
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
  // Digits sort alike everywhere, so the plain index of whole numbers serves ranges in any collation.
  const ranges = beginnings.map((digits) => {
    const end = endOfRange(digits);
    return end === "" ? sql`${number} >= ${digits}` : sql`(${number} >= ${digits} and ${number} < ${end})`;
  });
  const owner = sql.ref(`${rootAlias}.subscriber_id`);
  const where = whereAll([sql<boolean>`(${sql.join(ranges, sql` or `)})`, ...visibleTo(plan, reading.actor)]);
  const { rows } = await sql<{ subscriber_id: number | null }>`select ${owner} as subscriber_id ${from(plan)} ${where}
    order by ${number} limit ${maxNumbers}`.execute(reading.db);
  return new Map([
    ["subscribers", rows.flatMap(({ subscriber_id }) => (subscriber_id === null ? [] : [Number(subscriber_id)]))],
  ]);
}

/** The first digits after all that begin with these: 431 ends before 432, 439 before 44; "" is no end. */
function endOfRange(digits: string): string {
  const head = digits.replace(/9+$/, "");
  return head === "" ? "" : head.slice(0, -1) + String(Number(head.at(-1)) + 1);
}

/** Country codes in use; each is found by a jump over the index, however many numbers there are. */
async function countryCodes(db: Reading["db"]): Promise<string[]> {
  const { rows } = await sql<{ cc: string }>`with recursive codes as (
      (select cc from numbers order by cc limit 1)
      union all
      select (select cc from numbers where cc > codes.cc order by cc limit 1) from codes where codes.cc is not null
    ) select cc from codes where cc is not null limit 300`.execute(db);
  return rows.map(({ cc }) => cc);
}
