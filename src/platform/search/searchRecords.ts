import { sql } from "kysely";
import { can } from "../../core/access.ts";
import type { ResourceDescriptor, WireRecord } from "../../core/descriptor.ts";
import { largestInteger } from "../../core/ids.ts";
import { statusField } from "../../core/transitions.ts";
import { runPlanned } from "../db/statements.ts";
import { sideBySide } from "../db/tables.ts";
import { canFindParts } from "../db/trigrams.ts";
import type { Reading } from "../entityHooks.ts";
import { titledRecords, titleReferences } from "../operations/titledRecords.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { readGrant } from "../rights.ts";
import { candidatesByNumber } from "./byNumber.ts";
import { candidatesBySipName } from "./bySipName.ts";
import { type Abilities, type Candidate, candidatesIn, livingFirst } from "./candidates.ts";
import { better, type Match, ranks } from "./ranks.ts";
import { placeOf, searchColumns } from "./searchColumns.ts";
import { readTyped, type Typed } from "./typed.ts";

/** A record that was found, and by what. */
export interface Found {
  readonly resource: string;
  readonly record: WireRecord;
  readonly match: Match;
}

/** The same before it is put in order. */
interface Ranked extends Found {
  readonly isEnded: boolean;
}

/** Shorter texts are in too many entries of a log. */
const fewestInLogs = 6;

interface Search {
  readonly reading: Reading;
  readonly plans: Plans;
  readonly typed: Typed;
  readonly abilities: Abilities;
  /** Candidates of referenced resources, which several others may refer to. */
  readonly known: Map<string, Promise<Candidate[]>>;
}

/**
 * Records of all resources open to the caller that have `text` in what people look for them by, or as their id, at most
 * `limit` per resource, with what related records say about them. The best first: exact matches before prefixes before
 * parts, and what has not ended before what has; of one resource, active records before locked ones.
 */
export async function searchRecords(reading: Reading, plans: Plans, text: string, limit: number): Promise<Found[]> {
  if (text.includes("\0")) return [];
  const typed = readTyped(text);
  const searched = [...plans.values()].filter((plan) => isSearched(plan, reading, typed));
  const abilities = { hasTrigrams: await canFindParts(reading.db) };
  const byNumber = await candidatesByNumber(reading, plans, text, abilities);
  const search: Search = { reading, plans, typed, abilities, known: new Map() };
  const found = new Map<string, Ranked[]>();
  await sideBySide(
    reading.db,
    searched.map((plan) => async () => {
      const candidates = [...(byNumber.get(plan.name) ?? []), ...(await candidatesOf(search, plan))];
      found.set(plan.name, await toFound(search, plan, candidates, limit));
    }),
  );
  return searched
    .flatMap((plan) => (found.get(plan.name) ?? []).map((one) => ({ ...one, place: placeIn(plan, one) })))
    .toSorted((one, other) => one.place - other.place)
    .map(({ resource, record, match }) => ({ resource, record, match }));
}

/** Where a record stands among all that were found: the least first. */
function placeIn({ descriptor }: ResourcePlan, { record, match, isEnded }: Ranked): number {
  const digits = [ranks.indexOf(match.rank), Number(isEnded), importance(descriptor), stageOf(descriptor, record)];
  return digits.reduce((sum, digit) => sum * 10 + digit, 0);
}

function isSearched({ descriptor }: ResourcePlan, { actor }: Reading, { text }: Typed): boolean {
  const place = placeOf(descriptor);
  if (place === "none" || (place === "log" && text.length < fewestInLogs)) return false;
  return can(actor, descriptor, "read") && readGrant(actor, descriptor) !== "none";
}

/** Resources with more to look for come first, then others with pages, then what is below a record, then logs. */
function importance(descriptor: ResourceDescriptor): number {
  const { list, operations } = descriptor;
  const place = placeOf(descriptor);
  if (place !== "page") return place === "child" ? 5 : 6;
  if (list.finds) return list.numbers ? 0 : 1;
  if (list.numbers) return 2;
  // What is only created (messages, invoices) is more a log than a record to work on.
  return operations.includes("update") ? 3 : 4;
}

/** The states of a record stand in the order of a life. */
function stageOf(descriptor: ResourceDescriptor, record: WireRecord): number {
  const field = descriptor.fields.find(({ name }) => name === statusField(descriptor));
  return Math.max(field?.enum?.findIndex((value) => value === record[field.name]) ?? 0, 0);
}

async function candidatesOf(search: Search, plan: ResourcePlan): Promise<Candidate[]> {
  const { reading, plans, typed } = search;
  const { own, behind } = searchColumns(plan, plans, reading.actor);
  const found = [...(await candidatesBySipName(reading, plans, plan, typed)), ...(await inColumns(search, plan, own))];
  for (const [reference, { target, columns }] of behind) {
    found.push(...(await candidatesBehind(search, plan, reference, await inColumns(search, target, columns))));
  }
  const id = placeOf(plan.descriptor) === "page" ? idIn(typed.text) : undefined;
  if (id !== undefined) {
    // Digits alone are rather those of a number, or an extension.
    const rank = typed.text.startsWith("#") ? "exact" : "prefix";
    found.push({ id, match: { field: "id", text: String(id), rank }, isEnded: false });
  }
  return found;
}

function inColumns(search: Search, plan: ResourcePlan, columns: readonly string[]): Promise<Candidate[]> {
  const { reading, typed, abilities, known } = search;
  const key = `${plan.name} ${columns.join(" ")}`;
  const candidates = known.get(key) ?? candidatesIn(reading, plan, columns, typed, abilities);
  known.set(key, candidates);
  return candidates;
}

/** Records that refer to one of the candidates. */
async function candidatesBehind(
  { reading }: Search,
  plan: ResourcePlan,
  reference: string,
  targets: readonly Candidate[],
): Promise<Candidate[]> {
  const matches = new Map<number, Match>();
  for (const { id, match } of targets) {
    const best = better(matches.get(id), match);
    if (best) matches.set(id, { ...best, field: `${reference}.${match.field}` });
  }
  if (matches.size === 0) return [];
  const column = sql.ref(`${rootAlias}.${reference}`);
  const refers = sql<boolean>`${column} = any(${[...matches.keys()]}::integer[])`;
  const parts = livingFirst(reading, plan, [refers], sql`${column} as target`);
  const { rows } = await runPlanned(
    sql<{ id: number; is_ended: boolean; target: number }>`${sql.join(parts, sql` union all `)}`,
    reading.db,
  );
  return rows.flatMap(({ id, is_ended, target }): Candidate[] => {
    const match = matches.get(Number(target));
    return match ? [{ id: Number(id), match, isEnded: is_ended }] : [];
  });
}

function idIn(text: string): number | undefined {
  const digits = /^#?([1-9]\d{0,9})$/.exec(text)?.[1];
  return digits !== undefined && Number(digits) <= largestInteger ? Number(digits) : undefined;
}

/** The best of the candidates, as the caller sees them. */
async function toFound(
  { reading, plans }: Search,
  plan: ResourcePlan,
  candidates: readonly Candidate[],
  limit: number,
): Promise<Ranked[]> {
  const best = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const known = best.get(candidate.id);
    const match = better(known?.match, candidate.match);
    if (match) best.set(candidate.id, { ...candidate, match, isEnded: candidate.isEnded || (known?.isEnded ?? false) });
  }
  const order = [...best.values()].toSorted(
    (one, other) =>
      ranks.indexOf(one.match.rank) - ranks.indexOf(other.match.rank) ||
      Number(one.isEnded) - Number(other.isEnded) ||
      one.match.text.length - other.match.text.length ||
      one.id - other.id,
  );
  const ids = order.slice(0, limit).map(({ id }) => id);
  if (ids.length === 0) return [];
  const records = await titledRecords(reading, plans, plan, ids, ownersOf(plan, plans));
  return records.flatMap((record): Ranked[] => {
    const found = best.get(Number(record.id));
    return found ? [{ resource: plan.name, record, match: found.match, isEnded: found.isEnded }] : [];
  });
}

/** Who has the record: its customer or subscriber, or what it is part of, each with what its own title follows. */
function ownersOf({ descriptor, fields }: ResourcePlan, plans: Plans): string[] {
  const owners = [...fields.values()].filter(
    ({ name, reference }) =>
      reference?.expand && (name === descriptor.parent?.by || holders.includes(reference.resource)),
  );
  return owners.flatMap(({ name, reference }) => {
    const target = plans.get(reference?.resource ?? "");
    return [name, ...(target ? titleReferences(target) : []).map((further) => `${name}.${further}`)];
  });
}

const holders: readonly string[] = ["customers", "subscribers"];
