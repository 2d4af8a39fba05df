import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { notFound, PlatformError } from "../../../core/validation/errors.ts";
import { isNumber, searchPattern, searchWords } from "../../../core/values/searchPattern.ts";
import type { CollectionPage } from "../../http/hal.ts";
import { isTruthyParam, type Paging, pagingOf, type Query } from "../../http/query.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { assertReadsJournals } from "../actor.ts";
import { type Entries, findEntry, pageOfEntries, type StoredEntry } from "../operations/journal.ts";
import { matchesFilter } from "../query/operators.ts";
import { type ComputedPlan, findComputed, isComputedFieldReadable, readComputed } from "./computedPlan.ts";

/** One page of a computed resource: filtered, sorted as texts and counted over all records of the hook. */
export async function listComputed(
  context: ReadContext,
  plan: ComputedPlan,
  query: Query,
  maxRows: number,
): Promise<CollectionPage> {
  const { page, rows } = pagingOf(query, maxRows);
  const records = await findComputedList(context, plan, query);
  const from = (page - 1) * rows;
  const listed = records.slice(from, from + rows);
  const refusal = refuseExpand(query, listed);
  return {
    page,
    rows,
    records: listed,
    ...(refusal && { refusal }),
    total: isTruthyParam(query, "no_count") ? null : records.length,
    hasNext: records.length > from + rows,
  };
}

/** All records that match this query, in its order. */
export async function findComputedList(
  context: ReadContext,
  plan: ComputedPlan,
  query: Query,
): Promise<readonly WireRecord[]> {
  const tests = testsOf(context, plan, query);
  const records = await readComputed(context, plan, query);
  return sortComputed(
    records.filter((record) => tests.every((test) => test(record))),
    query,
  );
}

/** The refusal that goes with records: computed ones have no references to expand. */
export function refuseExpand(query: Query, records: readonly WireRecord[]): PlatformError | undefined {
  const names = (query.get("expand") ?? "").split(",").filter((name) => name.trim() !== "" && name.trim() !== "all");
  if (names.length === 0 || records.length === 0 || isTruthyParam(query, "soft_expand")) return undefined;
  return new PlatformError("unknown_expand", { names: names.join(", ").slice(0, 80) });
}

function testsOf(
  { actor }: ReadContext,
  { descriptor, handledFilters }: ComputedPlan,
  query: Query,
): readonly ((record: WireRecord) => boolean)[] {
  const { fields, filters } = descriptor;
  const tests = filters.flatMap((filter) => {
    const text = query.get(filter.name);
    const field = fields.find(({ name }) => name === filter.source);
    if (
      text === undefined ||
      handledFilters.includes(filter.name) ||
      !field ||
      !isComputedFieldReadable(actor, descriptor, field)
    )
      return [];
    return [(record: WireRecord) => matchesFilter({ ...filter, isNumber: isNumber(field) }, record, text)];
  });
  const [searched, ids] = [query.get("search"), query.get("id")];
  if (searched !== undefined) tests.push((record) => matchesSearch(descriptor, record, searched));
  if (ids !== undefined)
    tests.push((record) => matchesFilter({ match: "list", kind: "text", source: "id" }, record, ids));
  return tests;
}

/** Whether the record has the text in one of its identifying texts, or each of its words in one of them. */
function matchesSearch({ list }: ResourceDescriptor, record: WireRecord, text: string): boolean {
  const has = (part: string) =>
    list.searchIn.some((path) =>
      matchesFilter({ match: "wildcard", kind: "text", source: path }, record, searchPattern(part, list)),
    );
  const words = searchWords(text);
  return has(text) || (words.length > 0 && words.every(has));
}

/** Sorted as texts, as the platform does for computed values; records without a value come last, as in a database. */
function sortComputed(records: readonly WireRecord[], query: Query): readonly WireRecord[] {
  const requested = query.get("order_by") ?? "id";
  const by = records[0] && Object.hasOwn(records[0], requested) ? requested : "id";
  const direction = query.get("order_by_direction")?.toLowerCase() === "desc" ? -1 : 1;
  return [...records].sort((a, b) => direction * (compareBy(by, a, b) || compareBy("id", a, b)));
}

function compareBy(name: string, record: WireRecord, other: WireRecord): number {
  const [a, b] = [record[name], other[name]].map((value) =>
    value === undefined || value === null ? null : String(value),
  );
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return a < b ? -1 : 1;
}

/** The journal of a computed record, oldest first; also of a deleted one. */
export async function listComputedJournal(
  context: ReadContext,
  plan: ComputedPlan,
  id: string,
  paging: Paging,
): Promise<CollectionPage> {
  assertReadsJournals(context.actor);
  if (id.includes("\0")) throw notFound(plan.name, "");
  const page = await pageOfEntries(computedEntries(context, plan, id), paging, (row) =>
    toRecord(context, plan, id, row),
  );
  if (page.total === 0 && !(await findComputed(context, plan, id))) throw notFound(plan.name, id);
  return page;
}

export async function readComputedEntry(
  context: ReadContext,
  plan: ComputedPlan,
  id: string,
  entryId: number | undefined,
): Promise<WireRecord> {
  assertReadsJournals(context.actor);
  if (id.includes("\0") || entryId === undefined) throw notFound("journals", entryId ?? "");
  return toRecord(context, plan, id, await findEntry(computedEntries(context, plan, id), entryId));
}

/** Returns the journal entries of a computed record. Text ids have a column of their own; the other one is indexed. */
function computedEntries({ db, actor }: ReadContext, { name }: ComputedPlan, id: string): Entries {
  const ofResource = db.selectFrom("journals").where("resource_name", "=", name).where("resource_id", "=", 0);
  const ofRecord = ofResource.where("resource_key", "=", id);
  return actor.resellerId === null ? ofRecord : ofRecord.where("reseller_id", "=", actor.resellerId);
}

function toRecord({ actor }: ReadContext, { descriptor }: ComputedPlan, id: string, row: StoredEntry): WireRecord {
  const changes = Object.entries(row.changes).filter(([name]) => {
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    return !field || isComputedFieldReadable(actor, descriptor, field);
  });
  return { ...row, resource_id: id, changes: Object.fromEntries(changes) };
}
