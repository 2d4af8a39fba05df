import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type {
  ColumnStorage,
  FieldDescriptor,
  ReferenceDescriptor,
  ResourceDescriptor,
  StorageDescriptor,
  TableDescriptor,
} from "../../../core/schema/descriptor.ts";
import { filterPath } from "../../../core/schema/filterPath.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { conditionPaths, conditionsOf } from "../../../core/validation/conditions.ts";
import { childReferences } from "../../../core/validation/expressions/childReferences.ts";
import { computedFields } from "../../../core/validation/expressions/computeFields.ts";
import { groupBy } from "../../../core/values/groupBy.ts";
import { queries, storage, tables } from "../../../generated/tables.gen.ts";
import type { AnyHooks } from "../../resourceHooks.ts";
import { type StoredField, storedField } from "./columns.ts";

/** A reference in a record: `contact_id`, or `profile_id` in the items of `billing_profiles`, however deep. */
export interface OutgoingReference {
  readonly field: FieldDescriptor;
  /** Names inside of lists' items and objects; empty: the field itself. */
  readonly inner: readonly string[];
  readonly reference: ReferenceDescriptor;
}

/** A reference as its target has it. */
export interface IncomingReference extends OutgoingReference {
  readonly from: ResourcePlan;
}

/** `field` is a copy of `source` of the record that the reference `via` points to. */
export interface Derivation {
  readonly field: string;
  readonly via: string;
  readonly target: string;
  readonly source: string;
}

/** Fields of the records that refer to one. */
export interface ChildSums {
  readonly child: ResourcePlan;
  readonly reference: string;
  readonly fields: readonly string[];
}

/** The parts of a resource that serving it needs, computed once at startup. */
export interface ResourcePlan<Resource extends string = string> {
  readonly name: Resource;
  readonly module: ResourceModule;
  readonly descriptor: ResourceDescriptor;
  readonly hooks: AnyHooks;
  readonly table: string;
  /** The time by whose months the rows are in partitions. */
  readonly partitionBy: string | undefined;
  /** For settings, the plan of their owner. */
  readonly owner?: ResourcePlan;
  /** The FROM of a query: the table, the query over other tables or, for settings, their owners joined with what is stored. */
  readonly source: RawBuilder<unknown>;
  readonly timeZone: string;
  /** The status that ends a record, and what is deleted then. */
  readonly ends: StorageDescriptor["statusDependents"];
  /** Columns by name, with `id` and `version`. */
  readonly columns: ReadonlyMap<string, ColumnStorage>;
  /** Fields with a column by name, internal ones included. */
  readonly stored: ReadonlyMap<string, StoredField>;
  readonly fields: ReadonlyMap<string, FieldDescriptor>;
  /** All columns under the alias `table`. */
  readonly select: RawBuilder<unknown>;
  /** Conditions for the rows of the table that belong to this resource. */
  readonly own: readonly Expression<SqlBool>[];
  /** Rows that are not in a hidden state. */
  readonly notHidden: readonly RawBuilder<boolean>[];
  /** Rows that are neither hidden nor ended, although ended ones may still be visible. */
  readonly living: readonly RawBuilder<boolean>[];
  readonly outgoing: readonly OutgoingReference[];
  readonly incoming: readonly IncomingReference[];
  /** Settings that every record has. */
  readonly settings: readonly ResourcePlan[];
  readonly derivations: readonly Derivation[];
  /** Derivations elsewhere that copy a column of this table. */
  readonly feeds: readonly { readonly to: ResourcePlan; readonly derivation: Derivation }[];
  /** Children whose fields expressions add up, a query each. */
  readonly childSums: readonly ChildSums[];
  /** Paths through references that conditions read, and those that choices are limited by. */
  readonly relatedPaths: readonly string[];
}

export type Plans = ReadonlyMap<string, ResourcePlan>;

interface MutablePlan extends ResourcePlan {
  readonly incoming: IncomingReference[];
  readonly settings: ResourcePlan[];
  readonly childSums: ChildSums[];
  readonly feeds: { readonly to: ResourcePlan; readonly derivation: Derivation }[];
}

/** Alias of the resource's own table in every query; in a subquery it shadows the outer one. */
export const rootAlias = "table";

const idColumn: ColumnStorage = { name: "id", type: "integer", notNull: true };
const versionColumn: ColumnStorage = { name: "row_version", type: "integer", notNull: true };

export function buildPlans(
  resources: Readonly<Record<string, ResourceModule>>,
  hooks: Readonly<Record<string, AnyHooks>>,
  timeZone: string,
): Plans {
  const drafts = new Map<string, MutablePlan>();
  // Settings come after their owners, whose rows they are read from.
  const modules = Object.values(resources).sort((a, b) => rank(a) - rank(b));
  for (const module of modules) {
    const { name, settingsOf } = module.descriptor;
    const owner = settingsOf === undefined ? undefined : planOf(drafts, settingsOf);
    drafts.set(name, toDraft(module, { hooks: hooks[name] ?? {}, timeZone, owner }));
  }
  for (const draft of drafts.values()) link(draft, drafts);
  return drafts;
}

/** The plan of a stored resource that a descriptor or a hook names; throws when it is not served. */
export function planOf<Resource extends string>(plans: Plans, resource: Resource): ResourcePlan<Resource> {
  const plan = plans.get(resource);
  if (!plan) throw new Error(`no resource ${resource}`);
  // Each is kept by its own name.
  return plan as ResourcePlan<Resource>;
}

function rank({ descriptor }: ResourceModule): number {
  return descriptor.settingsOf === undefined ? 0 : 1;
}

interface DraftParts {
  readonly hooks: AnyHooks;
  readonly timeZone: string;
  readonly owner: ResourcePlan | undefined;
}

function toDraft(module: ResourceModule, { hooks, timeZone, owner }: DraftParts): MutablePlan {
  const { descriptor } = module;
  const isQuery = descriptor.storage === "query";
  const tableStorage: StorageDescriptor | undefined = isQuery ? { name: descriptor.name } : storage[descriptor.name];
  const table = (isQuery ? queries : tables).find(({ name }) => name === tableStorage?.name);
  if (!tableStorage || !table) throw new Error(`${descriptor.name} has no table: run "npm run codegen"`);
  const own = [idColumn, versionColumn, ...table.columns];
  const further = owner ? ownersColumns(descriptor, own, owner) : [];
  const columns = new Map([...further, ...own].map((column) => [column.name, column]));
  const stored = new Map<string, StoredField>();
  for (const field of descriptor.fields) {
    const column = columns.get(field.name);
    if (column && !field.computed) stored.set(field.name, storedField(field, column, timeZone));
  }
  const { hiddenWhen, remove } = descriptor;
  const notHidden = hiddenWhen ? [notIn(rootAlias, hiddenWhen.field, hiddenWhen.values)] : [];
  const notEnded = remove.by === "status" ? [notIn(rootAlias, remove.field, [remove.value])] : [];
  return {
    name: descriptor.name,
    module,
    descriptor,
    hooks,
    table: table.name,
    partitionBy: table.partitionBy,
    ...(owner ? { owner } : {}),
    source: owner ? settingsSource(descriptor, { table, owner, further }) : sourceOf(descriptor, hooks, table.name),
    timeZone,
    ends: tableStorage.statusDependents,
    columns,
    stored,
    fields: new Map(descriptor.fields.map((field) => [field.name, field])),
    // A constant string: it would be rebuilt for every query.
    select: sql.raw([...columns.keys()].map((name) => `"${rootAlias}"."${name}"`).join(", ")),
    own: owner ? owner.own : Object.entries(tableStorage.where ?? {}).map((entry) => ownRows(rootAlias, ...entry)),
    notHidden,
    living: [...notHidden, ...notEnded],
    outgoing: descriptor.fields.flatMap(outgoingOf),
    incoming: [],
    settings: [],
    derivations: descriptor.fields.flatMap((field) => derivationOf(field, descriptor)),
    feeds: [],
    childSums: [],
    relatedPaths: relatedPathsOf(descriptor),
  };
}

function sourceOf({ name, storage: kind }: ResourceDescriptor, hooks: AnyHooks, table: string): RawBuilder<unknown> {
  if (kind !== "query") return sql.table(table);
  if (!hooks.rowsQuery) throw new Error(`${name} is a query: it needs the hook "rowsQuery"`);
  return hooks.rowsQuery;
}

function link(draft: MutablePlan, drafts: ReadonlyMap<string, MutablePlan>): void {
  // Rows of a query follow the tables that it reads.
  for (const outgoing of draft.descriptor.storage === "query" ? [] : draft.outgoing) {
    const { computed, derive } = outgoing.field;
    // Settings reference their owner and are deleted with it: they never block its deletion.
    if (computed || derive === "id") continue;
    drafts.get(outgoing.reference.resource)?.incoming.push({ ...outgoing, from: draft });
  }
  draft.childSums.push(...childSumsOf(draft, drafts));
  // A second form of the same settings is deleted with them.
  if (draft.owner && draft.table === draft.name) drafts.get(draft.owner.name)?.settings.push(draft);
  for (const derivation of draft.derivations) {
    const table = drafts.get(derivation.target)?.table;
    // Resources with the same table feed alike, whichever changes the row.
    for (const other of drafts.values()) if (other.table === table) other.feeds.push({ to: draft, derivation });
  }
}

function childSumsOf({ name, descriptor }: ResourcePlan, drafts: Plans): ChildSums[] {
  const paths = new Set(computedFields(descriptor.fields).flatMap(({ sums }) => sums));
  const byChild = groupBy(
    [...paths].map((path) => path.split(".")),
    ([child]) => drafts.get(child ?? ""),
  );
  return [...byChild].flatMap(([child, sums]) => {
    const [reference] = child ? childReferences(name, child.descriptor.fields, child.descriptor.parent) : [];
    return child && reference ? [{ child, reference, fields: sums.map(([, field = ""]) => field) }] : [];
  });
}

/** The references of a field, those of its parts included. */
function outgoingOf(field: FieldDescriptor): OutgoingReference[] {
  if (field.reference) return [{ field, inner: [], reference: field.reference }];
  return (field.fields ?? []).flatMap((part) =>
    outgoingOf(part).map(({ inner, reference }) => ({ field, inner: [part.name, ...inner], reference })),
  );
}

function derivationOf({ name, derive }: FieldDescriptor, descriptor: ResourceDescriptor): Derivation[] {
  // The id of settings is their owner's.
  if (!derive || derive === "id") return [];
  const [via = "", source, ...further] = derive.split(".");
  const target = descriptor.fields.find((field) => field.name === via)?.reference?.resource;
  if (!target || !source || further.length > 0) {
    throw new Error(`${descriptor.name}.${name}: derive must be "reference.column", got "${derive}"`);
  }
  return [{ field: name, via, target, source }];
}

function relatedPathsOf(descriptor: ResourceDescriptor): string[] {
  const { fields } = descriptor;
  const paths = conditionsOf(descriptor).flatMap((condition) => conditionPaths(condition, fields).related);
  const filters = fields.flatMap(outgoingOf).flatMap(({ reference }) => Object.values(reference.filter ?? {}));
  const owners = filters.flatMap((value) => filterPath(value) ?? []);
  return [...new Set([...paths, ...owners.filter((path) => path.includes("."))])];
}

function ownRows(alias: string, column: string, condition: null | "not null"): RawBuilder<boolean> {
  const reference = sql.ref(`${alias}.${column}`);
  return condition === null ? sql<boolean>`${reference} is null` : sql<boolean>`${reference} is not null`;
}

/** Literals, not parameters: the planner must see that a partial index covers the query. */
function notIn(alias: string, column: string, values: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.${column}`)} not in (${sql.join(values.map((value) => sql.lit(value)))})`;
}

/** The plan of the resource that the settings belong to, as far as they need it. */
interface Owner {
  readonly table: string;
  readonly descriptor: ResourceDescriptor;
  readonly stored: ReadonlyMap<string, StoredField>;
}

interface SettingsParts {
  readonly table: TableDescriptor;
  readonly owner: Owner;
  /** Columns from the owner's table. */
  readonly further: readonly ColumnStorage[];
}

/**
 * Owner columns by which its settings are filtered, sorted and scoped as if they were their own: scope, state, and its
 * other visible fields. Own columns of the same name take precedence.
 */
function ownersColumns({ fields }: ResourceDescriptor, own: readonly ColumnStorage[], owner: Owner): ColumnStorage[] {
  const { scope, hiddenWhen } = owner.descriptor;
  const names = new Set([...own, ...fields].map(({ name }) => name));
  const isOpen = ({ secret, writeOnly, internal, access, accessFlags }: FieldDescriptor) =>
    !secret && !writeOnly && !internal && !access && !accessFlags;
  const needed = [...owner.stored.values()].filter(
    ({ field }) => field.name === scope || field.name === hiddenWhen?.field || isOpen(field),
  );
  const whose = fields.filter(({ derive }) => derive === "id").map(({ name }) => name);
  return [
    ...needed.map(({ column }) => column).filter(({ name }) => !names.has(name)),
    ...whose.map((name): ColumnStorage => ({ name, type: "integer", notNull: true })),
  ];
}

/**
 * One row per owner: the stored values, else the defaults of the fields, with version 0. A plain join, so the planner
 * can use indexes.
 */
function settingsSource(descriptor: ResourceDescriptor, { table, owner, further }: SettingsParts): RawBuilder<unknown> {
  const fields = new Map(descriptor.fields.map((field) => [field.name, field]));
  const idOf = sql.ref("owner.id");
  const columns = [
    sql`${idOf} as "id"`,
    sql`coalesce("stored"."row_version", 0) as "row_version"`,
    ...table.columns
      .filter(({ name }) => name !== "id" && name !== "row_version")
      .map((column) => sql`${storedOr(fields.get(column.name)?.default, column)} as ${sql.ref(column.name)}`),
    ...further.map(({ name }) =>
      fields.get(name)?.derive === "id"
        ? sql`${idOf} as ${sql.ref(name)}`
        : sql`${sql.ref(`owner.${name}`)} as ${sql.ref(name)}`,
    ),
  ];
  return sql`(select ${sql.join(columns)} from ${sql.table(owner.table)} as "owner"
    left join ${sql.table(table.name)} as "stored" on "stored"."id" = "owner"."id")`;
}

/** A cleared value stays empty: the default only applies to what was never stored. */
function storedOr(value: unknown, { name, type }: ColumnStorage): RawBuilder<unknown> {
  const column = sql.ref(`stored.${name}`);
  if (value === undefined) return column;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const literal = sql`${sql.lit(text)}::${sql.raw(type)}`;
  return sql`case when "stored"."id" is null then ${literal} else ${column} end`;
}
