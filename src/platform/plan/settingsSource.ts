import { type RawBuilder, sql } from "kysely";
import type { ColumnStorage, FieldDescriptor, ResourceDescriptor, TableDescriptor } from "../../core/descriptor.ts";
import type { ResourcePlan } from "./resourcePlan.ts";

interface SettingsParts {
  readonly table: TableDescriptor;
  readonly owner: ResourcePlan;
  /** Columns that come from the owner's table. */
  readonly further: readonly ColumnStorage[];
}

/**
 * Columns of the owner that its settings are found, sorted and narrowed by, as if they were their own: its scope and
 * state, and whatever else of it nobody hides. The own columns of that name go before.
 */
export function ownersColumns(
  { fields }: ResourceDescriptor,
  own: readonly ColumnStorage[],
  owner: ResourcePlan,
): ColumnStorage[] {
  const { scope, hiddenWhen } = owner.descriptor;
  const taken = new Set([...own, ...fields].map(({ name }) => name));
  const isOpen = ({ secret, writeOnly, internal, access, requires }: FieldDescriptor) =>
    !secret && !writeOnly && !internal && !access && !requires;
  const needed = [...owner.stored.values()].filter(
    ({ field }) => field.name === scope || field.name === hiddenWhen?.field || isOpen(field),
  );
  const whose = fields.filter(({ derive }) => derive === "id").map(({ name }) => name);
  return [
    ...needed.map(({ column }) => column).filter(({ name }) => !taken.has(name)),
    ...whose.map((name): ColumnStorage => ({ name, type: "integer", notNull: true })),
  ];
}

/**
 * One row for every owner: what is stored of it, else the defaults of the fields, with the version 0. Planner and
 * indexes see through it, as it is no more than a join.
 */
export function settingsSource(
  descriptor: ResourceDescriptor,
  { table, owner, further }: SettingsParts,
): RawBuilder<unknown> {
  const fields = new Map(descriptor.fields.map((field) => [field.name, field]));
  const idOf = sql.ref("owner.id");
  const columns = [
    sql`${idOf} as "id"`,
    sql`coalesce("stored"."version", 0) as "version"`,
    ...table.columns
      .filter(({ name }) => name !== "id" && name !== "version")
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

/** A value that was emptied stays empty: the default is for what was never stored. */
function storedOr(value: unknown, { name, type }: ColumnStorage): RawBuilder<unknown> {
  const stored = sql.ref(`stored.${name}`);
  if (value === undefined) return stored;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const literal = sql`${sql.lit(text)}::${sql.raw(type)}`;
  return sql`case when "stored"."id" is null then ${literal} else ${stored} end`;
}
