import { can } from "../../../core/access/access.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { idOf } from "../../../core/schema/ids.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { normalForm } from "../../../core/validation/normalForm.ts";
import type { Query } from "../../http/query.ts";
import type { Actor, AnyHooks, ReadContext } from "../../resourceHooks.ts";

/** A resource without a table: its hook computes the records for each request. */
export interface ComputedPlan {
  readonly name: string;
  readonly module: ResourceModule;
  readonly descriptor: ResourceDescriptor;
  /** Whether ids are numbers rather than texts. */
  readonly isNumbered: boolean;
  readonly computeRecords: NonNullable<AnyHooks["computeRecords"]>;
  /** Query parameters that `computeRecords` handles itself. */
  readonly handledFilters: readonly string[];
  readonly update: AnyHooks["updateComputed"];
  readonly remove: AnyHooks["removeComputed"];
}

/** The plans of all computed resources among these. Throws when one lacks its hook. */
export function buildComputedPlans(
  resources: Readonly<Record<string, ResourceModule>>,
  hooks: Readonly<Record<string, AnyHooks>>,
): ReadonlyMap<string, ComputedPlan> {
  const computed = Object.values(resources).filter(({ descriptor }) => descriptor.storage === "computed");
  return new Map(
    computed.map((module) => [module.descriptor.name, toPlan(module, hooks[module.descriptor.name] ?? {})]),
  );
}

function toPlan(module: ResourceModule, hooks: AnyHooks): ComputedPlan {
  const { descriptor } = module;
  const { computeRecords: rows, handledFilters: handles = [], updateComputed: update, removeComputed: remove } = hooks;
  const { name, operations, fields } = descriptor;
  if (!rows) throw new Error(`${name} is computed: it needs the hook "computeRecords"`);
  if (operations.includes("update") && !update) throw new Error(`${name} needs the hook "updateComputed"`);
  if (operations.includes("delete") && !remove) throw new Error(`${name} needs the hook "removeComputed"`);
  const isNumbered = fields.find((field) => field.name === "id")?.kind === "integer";
  return {
    name,
    module,
    descriptor,
    isNumbered,
    computeRecords: rows,
    handledFilters: handles,
    update,
    remove,
  };
}

/** The caller's records, with the fields that the caller may read. */
export async function readComputed(
  context: ReadContext,
  { descriptor, computeRecords }: ComputedPlan,
  query: Query,
): Promise<WireRecord[]> {
  const fields = descriptor.fields.filter((field) => isComputedFieldReadable(context.actor, descriptor, field));
  const records = await computeRecords(context, query);
  return records.map((record) => Object.fromEntries(fields.map(({ name }) => [name, record[name] ?? null])));
}

/** Whether the caller can read this field: sorting or filtering by a field reveals its values. */
export function isComputedFieldReadable(actor: Actor, descriptor: ResourceDescriptor, field: FieldDescriptor): boolean {
  if (field.internal || field.writeOnly || (field.secret && !actor.admin.show_passwords)) return false;
  return !field.access || can(actor, descriptor, "lookup", { field });
}

/** The record with this id, as a text in any spelling of its format or in digits; undefined when the caller has none. */
export async function findComputed(
  context: ReadContext,
  plan: ComputedPlan,
  id: string,
): Promise<WireRecord | undefined> {
  const normalId = normalForm(plan.descriptor.fields.find(({ name }) => name === "id")?.format, id);
  const records = await readComputed(context, plan, new Map([["id", normalId]]));
  return records.find((record) => String(idOf(record)) === normalId);
}

/** The reseller who may read entries about the record: its own, which only the platform's own users read of it. */
export function resellerOfComputed({ resellerId }: Actor, { reseller_id: own }: WireRecord): number | null {
  return resellerId ?? (typeof own === "number" ? own : null);
}
