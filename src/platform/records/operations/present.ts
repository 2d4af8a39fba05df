import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { fieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { formats } from "../../../core/validation/formats.ts";
import { parseWireInstant, toRfc3339In } from "../../../core/values/dateTime.ts";
import { templatePaths } from "../../../core/values/recordTitle.ts";
import { isTruthyParam, type Query } from "../../http/query.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import { readGrant } from "../actor.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { inScope, selectByIds, visibleTo } from "../query/selectRows.ts";
import { type SerializedRecord, serializeRows } from "../unitOfWork/serialize.ts";

/** `customer_id.contact_id,domain_id` as a tree of names. */
type Tree = Map<string, Tree>;

/**
 * Adds `foo_id_expand` next to every `foo_id` in the query's `expand`: one query per path for the whole page. Returns the
 * refusal (409) of names that the caller cannot expand, which goes with the records; none of no record, nor with
 * `soft_expand`.
 */
export async function expandRecords(
  context: ReadContext,
  plans: Plans,
  plan: ResourcePlan,
  records: readonly WireRecord[],
  query: Query,
): Promise<PlatformError | undefined> {
  const text = query.get("expand");
  if (!text || records.length === 0) return undefined;
  const deniedNames: string[] = [];
  const tree = allowedPart(parseTree(text, plan), plans, plan, context.actor, "", deniedNames);
  await expandTree(context, plans, plan, records, tree);
  if (deniedNames.length === 0 || isTruthyParam(query, "soft_expand")) return undefined;
  return new PlatformError("unknown_expand", { names: deniedNames.join(", ") });
}

function parseTree(text: string, plan: ResourcePlan): Tree {
  const root: Tree = new Map();
  for (const path of text.split(",").map((part) => part.trim())) {
    const paths = path === "all" ? [...plan.fields.values()].filter((field) => field.reference?.expand) : [];
    for (const { name } of paths) root.set(name, root.get(name) ?? new Map());
    if (path === "all" || path === "") continue;
    let node = root;
    for (const name of path.split(".")) {
      const next: Tree = node.get(name) ?? new Map();
      node.set(name, next);
      node = next;
    }
  }
  return root;
}

/** The part of the tree that exists and that the caller may read; the rest is collected. */
function allowedPart(
  tree: Tree,
  plans: Plans,
  plan: ResourcePlan,
  actor: Actor,
  prefix: string,
  deniedNames: string[],
): Tree {
  const allowed: Tree = new Map();
  for (const [name, below] of tree) {
    const target = targetOf(plans, plan, name);
    if (!target || readGrant(actor, target.descriptor) === "none") deniedNames.push(`${prefix}${name}`.slice(0, 80));
    else allowed.set(name, allowedPart(below, plans, target, actor, `${prefix}${name}.`, deniedNames));
  }
  return allowed;
}

function targetOf(plans: Plans, plan: ResourcePlan, name: string): ResourcePlan | undefined {
  const field = plan.fields.get(name);
  return field?.reference?.expand ? plans.get(field.reference.resource) : undefined;
}

async function expandTree(
  context: ReadContext,
  plans: Plans,
  plan: ResourcePlan,
  records: readonly WireRecord[],
  tree: Tree,
): Promise<void> {
  for (const [name, below] of tree) {
    const resource = plan.fields.get(name)?.reference?.resource ?? "";
    const target = planOf(plans, resource);
    const ids = new Set(records.flatMap((record) => idsIn(record, name)));
    const rows = await selectByIds(context.db, target, [...ids], inScope(target, context.actor));
    const related = await serializeRows(context, target, rows, "related");
    await expandTree(context, plans, target, related, below);
    const byId = new Map(related.map((record) => [record.id, record]));
    for (const record of records) attach(record, name, byId);
  }
}

function attach(record: WireRecord, name: string, byId: ReadonlyMap<number, Json>): void {
  const value = record[name];
  const targets = idsIn(record, name).flatMap((id) => byId.get(id) ?? []);
  if (Array.isArray(value)) record[`${name}_expand`] = targets;
  else if (targets[0] !== undefined) record[`${name}_expand`] = targets[0];
}

function idsIn(record: WireRecord, name: string): number[] {
  const value = record[name];
  return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === "number");
}

interface PresentedPage {
  readonly plan: ResourcePlan;
  readonly query: Query;
  readonly rows: readonly Row[];
  /** Their wire records, pairwise. */
  readonly records: readonly WireRecord[];
}

/**
 * Converts the times of records to the requested zone, for resources that know their owners' (`ownerZones`):
 * `tz=Europe/Vienna`, or `use_owner_tz=true`, which takes precedence. 422 for an unknown zone.
 */
export async function writeInZone(context: ReadContext, { plan, query, rows, records }: PresentedPage): Promise<void> {
  const { ownerZones } = plan.hooks;
  if (!ownerZones) return;
  const requestedZone = query.get("tz");
  if (requestedZone !== undefined && !formats["timezone-name"]?.(requestedZone)) {
    throw validationFailed([fieldError("/tz", "format", { format: "timezone-name" })]);
  }
  const owners = isTruthyParam(query, "use_owner_tz") && rows.length > 0 ? await ownerZones(context, rows) : undefined;
  if (requestedZone === undefined && !owners) return;
  const times = plan.descriptor.fields.filter(({ kind }) => kind === "dateTime").map(({ name }) => name);
  for (const [index, record] of records.entries()) {
    const zone = owners?.[index] ?? requestedZone ?? plan.timeZone;
    for (const name of times) {
      const value = record[name];
      const instant = typeof value === "string" ? parseWireInstant(value, plan.timeZone) : null;
      if (instant) record[name] = toRfc3339In(instant, zone);
    }
  }
}

/** Those of these records that the caller sees, in this order, with the related records of their titles and others. */
export async function titledRecords(
  context: ReadContext,
  plans: Plans,
  plan: ResourcePlan,
  ids: readonly number[],
  extraPaths: readonly string[] = [],
): Promise<SerializedRecord[]> {
  const rows = await selectByIds(context.db, plan, ids, visibleTo(plan, context.actor));
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const records = await serializeRows(context, plan, rows);
  const expand = [...titleReferences(plan), ...extraPaths].join(",");
  const query = new Map([
    ["expand", expand],
    ["soft_expand", "1"],
  ]);
  if (expand) await expandRecords(context, plans, plan, records, query);
  return records;
}

/** References that a record's title follows: `contact_id` of `{contact_id.company}`. */
export function titleReferences({ descriptor, fields }: ResourcePlan): string[] {
  const names = templatePaths(descriptor.recordRepresentation)
    .filter((path) => path.includes("."))
    .map((path) => path.split(".", 1)[0] ?? "");
  return [...new Set(names)].filter((name) => fields.get(name)?.reference?.expand);
}
