import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { can } from "../../../core/access/access.ts";
import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { textIn } from "../../../core/schema/valueAt.ts";
import { statusField } from "../../../core/validation/transitions.ts";
import { knownTitle } from "../../../core/values/recordTitle.ts";
import { runConcurrently, runWithFreshPlan } from "../../db/statements.ts";
import { hasTrigramIndexes } from "../../db/trigrams.ts";
import { pagingOf, queryOf } from "../../http/query.ts";
import type { Actor, ReadContext } from "../../resourceHooks.ts";
import { readGrant, readsField } from "../actor.ts";
import type { PlatformContext } from "../context.ts";
import { titledRecords, titleReferences } from "../operations/present.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { lookupCondition } from "../query/filters.ts";
import { likeCondition } from "../query/like.ts";
import { from, visibleTo, whereAll } from "../query/selectRows.ts";
import { candidatesByNumber } from "./byNumber.ts";
import {
  candidatesIn,
  livingFirst,
  MAX_MATCHES,
  patternOf,
  type SearchCandidate,
  type SearchTarget,
} from "./candidates.ts";
import { betterMatch, type Match, parseSearchInput, rankOf, ranks, type SearchInput } from "./searchInput.ts";

/** A record that was found, and by what. */
interface SearchHit {
  readonly resource: string;
  readonly record: WireRecord;
  readonly match: Match;
  /** Its status is final. */
  readonly isEnded: boolean;
}

/** A hit with its position among all hits. */
interface RankedHit extends SearchHit {
  readonly position: number;
}

/** Shorter texts are in too many entries of a log. */
const MIN_LOG_TEXT_LENGTH = 6;

/** The records to look up of all resources together, as a multiple of the limit of one: each costs a query. */
const MAX_LOOKUPS = 8;

/** A resource with the targets in which its records are searched. */
interface SearchedResource {
  readonly plan: ResourcePlan;
  readonly own: SearchTarget;
  /** Targets behind references, by reference. */
  readonly behind: ReadonlyMap<string, SearchTarget>;
}

/**
 * Records of all resources open to the caller that have `text` in what people look for them by, or as their id, at most
 * `limit` per resource, with what related records say about them. The best first: exact matches before prefixes before
 * parts, and what has not ended before what has; of one resource, active records before locked ones.
 */
export async function searchRecords(
  context: ReadContext,
  plans: Plans,
  text: string,
  limit: number,
): Promise<SearchHit[]> {
  if (text.includes("\0")) return [];
  const input = parseSearchInput(text);
  const searched = [...plans.values()]
    .filter((plan) => isSearched(plan, context, input))
    .map((plan) => searchedIn(plan, plans, context));
  const abilities = { hasTrigrams: await hasTrigramIndexes(context.db) };
  const places = searched.flatMap(({ own, behind }) => [own, ...behind.values()]);
  const [byNumber, byText] = await Promise.all([
    candidatesByNumber(context, plans, text, abilities),
    candidatesIn(context, places, input, abilities),
  ]);
  const candidates = new Map<ResourcePlan, readonly SearchCandidate[]>();
  await runConcurrently(
    context.db,
    searched.map(({ plan, own, behind }) => async () => {
      const ofResource = [
        ...(byNumber.get(plan.name) ?? []),
        ...(await candidatesBySipName(context, plans, plan, input)),
        ...(byText.get(own) ?? []),
        ...(await candidatesBehind(context, plan, behind, byText)),
      ];
      candidates.set(plan, bestCandidatesOf(ofResource, limit));
    }),
  );
  return sortByRank(await toRecords(context, plans, candidates, limit * MAX_LOOKUPS));
}

function isSearched({ descriptor }: ResourcePlan, { actor }: ReadContext, { text }: SearchInput): boolean {
  const standing = standingOf(descriptor);
  if (standing === "none" || (standing === "log" && text.length < MIN_LOG_TEXT_LENGTH)) return false;
  return can(actor, descriptor, "read") && readGrant(actor, descriptor) !== "none";
}

function searchedIn(plan: ResourcePlan, plans: Plans, { actor }: ReadContext): SearchedResource {
  const { own, behind } = searchColumns(plan, plans, actor);
  return {
    plan,
    own: { plan, columns: own, isById: standingOf(plan.descriptor) === "page" },
    behind: new Map([...behind].map(([reference, { target, columns }]) => [reference, { plan: target, columns }])),
  };
}

async function candidatesBehind(
  context: ReadContext,
  plan: ResourcePlan,
  behind: SearchedResource["behind"],
  byText: ReadonlyMap<SearchTarget, readonly SearchCandidate[]>,
): Promise<SearchCandidate[]> {
  const candidates: SearchCandidate[] = [];
  for (const [reference, searchTarget] of behind) {
    const targets = new Map((byText.get(searchTarget) ?? []).map(({ id, match }) => [id, match]));
    if (targets.size === 0) continue;
    const column = sql.ref(`${rootAlias}.${reference}`);
    const refers = sql<boolean>`${column} = any(${[...targets.keys()]}::integer[])`;
    const parts = livingFirst(context, plan, [refers], sql`${column} as target`);
    const { rows } = await runWithFreshPlan(
      sql<{ id: number; is_ended: boolean; target: number }>`${sql.join(parts, sql` union all `)}`,
      context.db,
    );
    for (const { id, is_ended, target } of rows) {
      const match = targets.get(Number(target));
      const field = `${reference}.${match?.field}`;
      if (match) candidates.push({ id: Number(id), match: { ...match, field }, isEnded: is_ended });
    }
  }
  return candidates;
}

/** The best candidates of one resource, each once. */
function bestCandidatesOf(candidates: readonly SearchCandidate[], limit: number): SearchCandidate[] {
  const best = new Map<number, SearchCandidate>();
  for (const candidate of candidates) {
    const previous = best.get(candidate.id);
    const match = betterMatch(previous?.match, candidate.match);
    if (match)
      best.set(candidate.id, { ...candidate, match, isEnded: candidate.isEnded || (previous?.isEnded ?? false) });
  }
  const order = [...best.values()].toSorted(
    (a, b) =>
      ranks.indexOf(a.match.rank) - ranks.indexOf(b.match.rank) ||
      Number(a.isEnded) - Number(b.isEnded) ||
      a.match.text.length - b.match.text.length ||
      a.id - b.id,
  );
  return order.slice(0, limit);
}

/** The best of all, as the caller sees them. */
async function toRecords(
  context: ReadContext,
  plans: Plans,
  candidates: ReadonlyMap<ResourcePlan, readonly SearchCandidate[]>,
  limit: number,
): Promise<RankedHit[]> {
  const all = [...candidates].flatMap(([plan, ofPlan]) => ofPlan.map((candidate) => ({ plan, candidate })));
  const initialPosition = ({ plan, candidate }: (typeof all)[number]) => positionOf(plan, candidate, 0);
  const best = all.toSorted((a, b) => initialPosition(a) - initialPosition(b)).slice(0, limit);
  const records: RankedHit[] = [];
  const byPlan = new Map([...candidates.keys()].map((plan) => [plan, best.filter((entry) => entry.plan === plan)]));
  await runConcurrently(
    context.db,
    [...byPlan].map(([plan, ofPlan]) => async () => {
      if (ofPlan.length === 0) return;
      const byId = new Map(ofPlan.map(({ candidate }) => [candidate.id, candidate]));
      for (const record of await titledRecords(context, plans, plan, [...byId.keys()], ownersOf(plan, plans))) {
        const candidate = byId.get(record.id);
        if (!candidate) continue;
        const { match, isEnded } = candidate;
        const hit = { resource: plan.name, record, match, isEnded };
        records.push({ ...hit, position: positionOf(plan, candidate, stageOf(plan.descriptor, record)) });
      }
    }),
  );
  return records;
}

function sortByRank(records: readonly RankedHit[]): SearchHit[] {
  return records.toSorted((a, b) => a.position - b.position).map(({ position: _, ...hit }) => hit);
}

/** Returns the position of a record among all hits: the least comes first. */
function positionOf({ descriptor }: ResourcePlan, { match, isEnded }: SearchCandidate, stage: number): number {
  const digits = [ranks.indexOf(match.rank), Number(isEnded), importance(descriptor, match), stage];
  return digits.reduce((sum, digit) => sum * 10 + digit, 0);
}

/**
 * Records found by a number come first, then customers and subscribers and others that people look for in more, others
 * with pages, what is below a record, and logs.
 */
function importance({ list, operations, ...descriptor }: ResourceDescriptor, { isNumber }: Match): number {
  const standing = standingOf({ list, operations, ...descriptor });
  if (standing !== "page") return standing === "child" ? 6 : 7;
  if (list.searchFields) return isNumber ? 0 : list.large ? 1 : 2;
  if (list.searchNumbers) return 3;
  // Records that are only created (messages, invoices) are more a log than something to work on.
  return operations.includes("update") ? 4 : 5;
}

/** The states of a record stand in the order of a life. */
function stageOf(descriptor: ResourceDescriptor, record: WireRecord): number {
  const field = descriptor.fields.find(({ name }) => name === statusField(descriptor));
  return Math.max(field?.enum?.map(String).indexOf(textIn(record, field.name)) ?? 0, 0);
}

/** Returns references to owners: the customer or subscriber, or what it is part of, each with those of its title. */
function ownersOf({ descriptor, fields }: ResourcePlan, plans: Plans): string[] {
  const owners = [...fields.values()].filter(
    ({ name, reference }) =>
      reference?.expand && (name === descriptor.parent?.reference || holders.includes(reference.resource)),
  );
  return owners.flatMap(({ name, reference }) => {
    const target = plans.get(reference?.resource ?? "");
    return [name, ...(target ? titleReferences(target) : []).map((further) => `${name}.${further}`)];
  });
}

const holders: readonly string[] = ["customers", "subscribers"];

/** Records whose title is a SIP name (`{username}@{domain}`), by a text around its `@`. */
async function candidatesBySipName(
  context: ReadContext,
  plans: Plans,
  plan: ResourcePlan,
  { text, folded }: SearchInput,
): Promise<SearchCandidate[]> {
  const [user = "", domain, ...extraParts] = text.split("@");
  const template = /^\{(\w+)\}@\{(\w+)\}$/.exec(plan.descriptor.recordRepresentation);
  const [, userField = "", domainField = ""] = template ?? [];
  const path = plan.fields.get(domainField)?.aliasOf?.split(".") ?? [];
  if (domain === undefined || extraParts.length > 0 || user === "" || path.length !== 2) return [];
  // Without a trigram only the whole name is found.
  const pattern = patternOf(user, user.length < 3 ? "exact" : "part").replace(/%$/, "");
  const inDomain = await lookupCondition(context, path, plan, plans, ({ expression }) =>
    likeCondition(expression, patternOf(domain, "prefix")),
  );
  const [reference = "", name = ""] = path;
  const target = plans.get(plan.fields.get(reference)?.reference?.resource ?? "");
  if (!target) return [];
  const userColumn = sql.ref(`${rootAlias}.${userField}`);
  const where = whereAll([likeCondition(userColumn, pattern), inDomain, ...visibleTo(plan, context.actor)]);
  const domains = sql`(select ${sql.ref(name)} from ${target.source} as target
    where target.id = ${sql.ref(`${rootAlias}.${reference}`)})`;
  const { rows } = await runWithFreshPlan(
    sql<{ id: number; user: string; domain: string }>`select ${sql.ref(`${rootAlias}.id`)}, ${userColumn} as "user",
      ${domains} as domain ${from(plan)} ${where} limit ${sql.lit(MAX_MATCHES)}`,
    context.db,
  );
  return rows.flatMap((row): SearchCandidate[] => {
    const title =
      knownTitle(plan.descriptor.recordRepresentation, { [userField]: row.user, [domainField]: row.domain }) ?? "";
    const rank = rankOf(title, folded);
    return rank ? [{ id: Number(row.id), match: { field: userField, text: title, rank }, isEnded: false }] : [];
  });
}

/** The way the search over all resources treats one of them. */
type Standing = "page" | "child" | "log" | "none";

/** Records with a page of their own, those below another record, and logs, which nobody opens by name. */
function standingOf({ operations, parent, list, storage, settingsOf, ownerFilters }: ResourceDescriptor): Standing {
  const isStored = storage === undefined && settingsOf === undefined && !ownerFilters;
  if (!isStored || !operations.includes("list") || !operations.includes("read")) return "none";
  const isKept = operations.includes("create") || operations.includes("update");
  if (!parent && isKept) return "page";
  if (!list.searchFields) return "none";
  return isKept ? "child" : "log";
}

/** Columns to search a resource in: of those that the caller may read. */
interface SearchColumns {
  readonly own: readonly string[];
  /** Columns of referenced resources, by reference. */
  readonly behind: ReadonlyMap<string, { readonly target: ResourcePlan; readonly columns: readonly string[] }>;
}

/** Returns the columns that the search over all resources looks in. */
function searchColumns(plan: ResourcePlan, plans: Plans, actor: Actor): SearchColumns {
  const { descriptor } = plan;
  const { searchIn, searchFields = [], searchNumbers } = descriptor.list;
  // The parts of a number are found with the whole of it.
  const paths =
    standingOf(descriptor) === "page" && searchNumbers?.resource !== descriptor.name ? searchIn : searchFields;
  const own = paths.filter((path) => !path.includes(".") && isSearchFieldReadable(plan, actor, path));
  const behind = new Map<string, { target: ResourcePlan; columns: string[] }>();
  for (const path of paths) {
    const [reference = "", column] = path.split(".");
    if (column === undefined || !isSearchFieldReadable(plan, actor, reference)) continue;
    const target = plans.get(plan.fields.get(reference)?.reference?.resource ?? "");
    if (!target || readGrant(actor, target.descriptor) === "none" || !isSearchFieldReadable(target, actor, column))
      continue;
    const existing = behind.get(reference) ?? { target, columns: [] };
    behind.set(reference, { target, columns: [...existing.columns, column] });
  }
  return { own, behind };
}

function isSearchFieldReadable({ descriptor, columns, fields }: ResourcePlan, actor: Actor, name: string): boolean {
  const field = fields.get(name);
  const isKnown = field !== undefined && !field.internal && columns.has(name);
  return isKnown && columns.get(name)?.type !== "bytea" && readsField(actor, descriptor, field);
}

/** Maximum records per resource in one search. */
const maxRows = 20;

/**
 * `GET /api/search/?q=…&rows=5`: `{ results: [{ resource, record, match, isEnded }] }`, records of all resources with
 * the text in what people look for them by, the best first; `match` is what was found: its field, whole text and rank.
 * Only on this platform (extension `search`): older ones are searched list by list.
 */
export function registerSearch(app: FastifyInstance, context: PlatformContext): void {
  app.get("/api/search/", async (request) => {
    const actor = await context.actorOf(request);
    const query = queryOf(request);
    const text = (query.get("q") ?? "").trim().slice(0, 100);
    const { rows } = pagingOf(query, maxRows);
    if (text === "") return { results: [] };
    return { results: await searchRecords(await context.readApart(actor), context.plans, text, rows) };
  });
}
