import { sql } from "kysely";
import { findPreferenceKind, preferenceKindOf, valuesResource } from "../../../core/telephony/preferenceKind.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { selectIds } from "../query/selectRows.ts";

/** The records that entries of a resource are about: preferences are part of their owner. */
export function findJournalPlan(plans: Plans, resource: string): ResourcePlan | undefined {
  return plans.get(findPreferenceKind(resource)?.owner.resource ?? resource);
}

/** Entries about records with these ids in any of these resources. */
export interface Subject {
  readonly names: readonly string[];
  readonly ids: readonly number[];
  /** Also all entries of a reseller. */
  readonly resellerId?: number;
  /** Also about files of many such records, which name what they belong to in this field. */
  readonly filesOf?: { readonly field: string; readonly ids: readonly number[] };
}

/** Children of a kind whose entries are shown with their parent's: more have a page of their own. */
const MAX_CHILDREN = 1_000;
/** A customer's subscribers, and what belongs to these. */
const MAX_GENERATIONS = 2;

/**
 * Returns a record and what belongs to it: its settings and preferences, and its children with theirs, also deleted
 * ones. Does not decide who may read their entries.
 */
export async function loadSubjects(
  context: Pick<ReadContext, "db">,
  plans: Plans,
  plan: ResourcePlan,
  id: number,
): Promise<readonly Subject[]> {
  const subjects: Subject[] = [];
  // The users of a reseller read its whole journal.
  if (plan.name === "resellers") return [{ names: journalResourcesOf(plan), ids: [id], resellerId: id }];
  let generation: readonly Generation[] = [{ plan, ids: [id] }];
  for (let depth = 0; depth <= MAX_GENERATIONS; depth++) {
    const next: Generation[] = [];
    for (const { plan: parent, ids, filesOf } of generation) {
      subjects.push({ names: journalResourcesOf(parent), ids, ...(filesOf ? { filesOf } : {}) });
      if (depth < MAX_GENERATIONS) next.push(...(await childrenOf(context, plans, parent, ids)));
    }
    generation = next;
  }
  return subjects;
}

interface Generation extends Pick<Subject, "ids" | "filesOf"> {
  readonly plan: ResourcePlan;
}

/** The resources of a record's own entries, and of its preferences and settings, which share its id. */
export function journalResourcesOf(plan: ResourcePlan): string[] {
  const kind = preferenceKindOf(plan.name);
  return [plan.name, ...(kind ? [valuesResource(kind)] : []), ...plan.settings.map(({ name }) => name)];
}

async function childrenOf(
  { db }: Pick<ReadContext, "db">,
  plans: Plans,
  parent: ResourcePlan,
  ids: readonly number[],
): Promise<Generation[]> {
  const children: Generation[] = [];
  for (const [plan, by] of belongingTo(plans, parent)) {
    const isChild = sql<boolean>`${sql.ref(`${rootAlias}.${by}`)} = any(${[...ids]}::integer[])`;
    const living = await selectIds(db, plan, [isChild, ...plan.own], MAX_CHILDREN);
    const { rows: deleted } = await sql<{ id: number }>`
      select resource_id as id from journals
      where resource_name = ${plan.name} and kept is not null
        and changes -> ${by}::text ->> 'before' = any(${ids.map(String)}::text[])
      order by journals.id desc limit ${MAX_CHILDREN}`.execute(db);
    const all = new Set([...living, ...deleted.map((row) => row.id)]);
    const filesOf = plan.descriptor.csv ? { filesOf: { field: by, ids } } : {};
    if (all.size > 0 || plan.descriptor.csv) children.push({ plan, ids: [...all], ...filesOf });
  }
  return children;
}

/** Resources whose records are children of this one, or end with it, each with the field that says of which. */
function belongingTo(plans: Plans, parent: ResourcePlan): readonly (readonly [ResourcePlan, string])[] {
  const dependents = new Map<ResourcePlan, string>();
  for (const { from, field, inner, reference } of parent.incoming)
    if (reference.onDelete === "cascade" && inner.length === 0) dependents.set(from, field.name);
  for (const plan of plans.values())
    if (plan.descriptor.parent?.resource === parent.name) dependents.set(plan, plan.descriptor.parent.reference);
  return [...dependents].filter(([plan, by]) => plan.descriptor.journal && !plan.owner && plan.columns.has(by));
}
