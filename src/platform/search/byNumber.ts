import { type RawBuilder, sql } from "kysely";
import { typedNumber } from "../../core/typedNumber.ts";
import { runPlanned } from "../db/statements.ts";
import type { Reading } from "../entityHooks.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { matchesPattern } from "../query/like.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";
import { type Abilities, type Candidate, most, patternOf } from "./candidates.ts";
import { type Match, ranks } from "./ranks.ts";

/** Numbers in their order that start with the digits; with more, those are too few to be useful. */
const mostBeginnings = 20;

/** A number that matches: its digits, and the ids of its row and of what it belongs to. */
interface FoundNumber {
  readonly number: string;
  readonly id: number;
  readonly owner: number | null;
}

type Numbers = NonNullable<ResourcePlan["descriptor"]["list"]["numbers"]>;

/** Records by any part of their phone numbers, in any notation, by resource. */
export async function candidatesByNumber(
  reading: Reading,
  plans: Plans,
  text: string,
  abilities: Abilities,
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const found = new Map<string, readonly Candidate[]>();
  // Several resources may be found by the same numbers.
  const known = new Map<string, Promise<FoundNumber[]>>();
  const beginnings = await beginningsOf(reading, text);
  if (!beginnings) return found;
  for (const { name, descriptor } of plans.values()) {
    const { numbers } = descriptor.list;
    const holder = plans.get(numbers?.resource ?? "");
    if (!numbers || !holder) continue;
    const by = ownerOf(holder, plans, numbers);
    const key = `${holder.name} ${numbers.field} ${by}`;
    const rows = known.get(key) ?? selectNumbers(reading, holder, { ...numbers, by }, { ...beginnings, abilities });
    known.set(key, rows);
    found.set(name, toCandidates(await rows, name, numbers, beginnings.beginnings));
  }
  return found;
}

/** The reference that others are found by: rows of numbers are read once for themselves and for their owners. */
function ownerOf(holder: ResourcePlan, plans: Plans, { field, resource }: Numbers): string {
  const others = [...plans.values()].flatMap(({ descriptor: { list, name } }) =>
    list.numbers?.resource === resource && list.numbers.field === field && name !== holder.name ? list.numbers.by : [],
  );
  return others[0] ?? "id";
}

interface Digits {
  readonly beginnings: readonly string[];
  readonly part?: string;
}

async function beginningsOf({ db }: Reading, text: string): Promise<Digits | undefined> {
  const isNational = /^\s*(?:tel:)?0(?!0)/i.test(text) && typedNumber(text, []) !== undefined;
  return typedNumber(text, isNational ? await countryCodes(db) : []);
}

async function selectNumbers(
  reading: Reading,
  plan: ResourcePlan,
  { field, by }: Numbers,
  { beginnings, part, abilities }: Digits & { readonly abilities: Abilities },
): Promise<FoundNumber[]> {
  const number = sql.ref(`${rootAlias}.${field}`);
  const values = sql`${number} as number, ${sql.ref(`${rootAlias}.id`)} as id, ${sql.ref(`${rootAlias}.${by}`)} as owner`;
  const selected = (condition: RawBuilder<boolean>, rest: RawBuilder<unknown>) =>
    sql`(select ${values} ${from(plan)} ${whereAll([condition, ...visibleTo(plan, reading.actor)])} ${rest})`;
  const parts: RawBuilder<unknown>[] = [];
  if (beginnings.length > 0) {
    const ranges = beginnings.map((digits) => startsWith(number, digits));
    parts.push(
      selected(sql<boolean>`(${sql.join(ranges, sql` or `)})`, sql`order by ${number} limit ${mostBeginnings}`),
    );
  }
  if (part !== undefined && abilities.hasTrigrams)
    parts.push(selected(matchesPattern(number, patternOf(part, "part")), sql`limit ${sql.lit(most)}`));
  if (parts.length === 0) return [];
  const { rows } = await runPlanned(sql<FoundNumber>`${sql.join(parts, sql` union all `)}`, reading.db);
  return rows;
}

function toCandidates(
  rows: readonly FoundNumber[],
  name: string,
  { resource, field }: Numbers,
  beginnings: readonly string[],
): Candidate[] {
  const own = resource === name;
  return rows.flatMap(({ number, id, owner }): Candidate[] => {
    const target = own ? id : owner;
    if (target === null) return [];
    const match: Match = {
      field: own ? field : `${resource}.${field}`,
      text: number,
      rank: rankOfNumber(number, beginnings),
      isNumber: true,
    };
    return [{ id: Number(target), match, isEnded: false }];
  });
}

function rankOfNumber(number: string, beginnings: readonly string[]): Match["rank"] {
  if (beginnings.includes(number)) return ranks[0];
  return beginnings.some((digits) => number.startsWith(digits)) ? "prefix" : "part";
}

/** Digits sort alike in every collation, so the plain index supports ranges. */
function startsWith(number: RawBuilder<unknown>, digits: string): RawBuilder<boolean> {
  const end = endOfRange(digits);
  return end === "" ? sql`${number} >= ${digits}` : sql`(${number} >= ${digits} and ${number} < ${end})`;
}

/** The exclusive upper bound of a prefix: 431 ends before 432, 439 before 44; "" is unbounded. */
function endOfRange(digits: string): string {
  const head = digits.replace(/9+$/, "");
  return head === "" ? "" : head.slice(0, -1) + String(Number(head.at(-1)) + 1);
}

/** Country codes in use, by a loose index scan, however many numbers there are. */
export async function countryCodes(db: Reading["db"]): Promise<string[]> {
  const { rows } = await sql<{ cc: string }>`with recursive codes as (
      (select cc from numbers order by cc limit 1)
      union all
      select (select cc from numbers where cc > codes.cc order by cc limit 1) from codes where codes.cc is not null
    ) select cc from codes where cc is not null limit 300`.execute(db);
  return rows.map(({ cc }) => cc);
}
