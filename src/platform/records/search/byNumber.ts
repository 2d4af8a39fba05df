import { type RawBuilder, sql } from "kysely";
import type { NumberQuery } from "../../../core/values/parseNumberQuery.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { beginsWith, hasPart, readNumber } from "../query/numberCondition.ts";
import { from, visibleTo, whereAll } from "../query/selectRows.ts";
import { type Abilities, MAX_MATCHES, type SearchCandidate } from "./candidates.ts";
import { type Match, ranks } from "./searchInput.ts";

/** Numbers in their order that start with the digits; with more, those are too few to be useful. */
const MAX_BEGINNINGS = 20;

/** A number that matches: its digits, and the ids of its row and of what it belongs to. */
interface FoundNumber {
  readonly number: string;
  readonly id: number;
  readonly owner: number | null;
}

type Numbers = NonNullable<ResourcePlan["descriptor"]["list"]["searchNumbers"]>;

/** Records by any part of their phone numbers, in any notation, by resource. */
export async function candidatesByNumber(
  context: ReadContext,
  plans: Plans,
  text: string,
  abilities: Abilities,
): Promise<ReadonlyMap<string, readonly SearchCandidate[]>> {
  const candidates = new Map<string, readonly SearchCandidate[]>();
  // Several resources may be found by the same numbers.
  const cached = new Map<string, Promise<FoundNumber[]>>();
  const query = await readNumber(context.db, text);
  if (!query) return candidates;
  for (const { name, descriptor } of plans.values()) {
    const { searchNumbers } = descriptor.list;
    const holder = plans.get(searchNumbers?.resource ?? "");
    if (!searchNumbers || !holder) continue;
    const by = ownerOf(holder, plans, searchNumbers);
    const key = `${holder.name} ${searchNumbers.field} ${by}`;
    const rows =
      cached.get(key) ?? selectNumbers(context, holder, { ...searchNumbers, reference: by }, query, abilities);
    cached.set(key, rows);
    candidates.set(name, toCandidates(await rows, name, searchNumbers, query.beginnings));
  }
  return candidates;
}

/** The reference that others are found by: rows of numbers are read once for themselves and for their owners. */
function ownerOf(holder: ResourcePlan, plans: Plans, { field, resource }: Numbers): string {
  const references = [...plans.values()].flatMap(({ descriptor: { list, name } }) =>
    list.searchNumbers?.resource === resource && list.searchNumbers.field === field && name !== holder.name
      ? list.searchNumbers.reference
      : [],
  );
  return references[0] ?? "id";
}

async function selectNumbers(
  context: ReadContext,
  plan: ResourcePlan,
  { field, reference }: Numbers,
  query: NumberQuery,
  { hasTrigrams }: Abilities,
): Promise<FoundNumber[]> {
  const number = sql.ref(`${rootAlias}.${field}`);
  const values = sql`${number} as number, ${sql.ref(`${rootAlias}.id`)} as id, ${sql.ref(`${rootAlias}.${reference}`)} as owner`;
  const selected = (rows: RawBuilder<unknown>, condition: RawBuilder<boolean>, clauses: RawBuilder<unknown>) =>
    sql`(select ${values} ${rows} ${whereAll([condition, ...visibleTo(plan, context.actor)])} ${clauses})`;
  const run = async (parts: readonly RawBuilder<unknown>[]) => {
    if (parts.length === 0) return [];
    return (await runWithFreshPlan(sql<FoundNumber>`${sql.join(parts, sql` union all `)}`, context.db)).rows;
  };
  const beginning = beginsWith(number, query);
  const part = hasTrigrams ? hasPart(number, query) : undefined;
  const limited = sql`limit ${sql.lit(MAX_MATCHES)}`;
  const probed = part && isRun(query) ? await run([selected(firstOf(plan), part, limited)]) : [];
  const rows = await run([
    ...(beginning ? [selected(from(plan), beginning, sql`order by ${number} limit ${sql.lit(MAX_BEGINNINGS)}`)] : []),
    ...(part && probed.length < MAX_MATCHES ? [selected(from(plan), part, limited)] : []),
  ]);
  return probed.length < MAX_MATCHES ? rows : [...rows, ...probed];
}

/** Numbers that are read one after the other before an index is asked for a run of one digit. */
const MAX_PROBED_NUMBERS = 50_000;

/**
 * A digit four times or more: the index only knows which numbers have it three times, which padded ones nearly all do.
 * Collecting these takes half a second among three million; reading the first ones mostly finds enough.
 */
function isRun({ part }: NumberQuery): boolean {
  return part !== undefined && /^(\d)\1{3,}$/.test(part);
}

function firstOf({ source }: ResourcePlan): RawBuilder<unknown> {
  return sql`from (select * from ${source} as numbers limit ${sql.lit(MAX_PROBED_NUMBERS)}) as ${sql.ref(rootAlias)}`;
}

function toCandidates(
  rows: readonly FoundNumber[],
  name: string,
  { resource, field }: Numbers,
  beginnings: readonly string[],
): SearchCandidate[] {
  const isHolder = resource === name;
  return rows.flatMap(({ number, id, owner }): SearchCandidate[] => {
    const target = isHolder ? id : owner;
    if (target === null) return [];
    const match: Match = {
      field: isHolder ? field : `${resource}.${field}`,
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
