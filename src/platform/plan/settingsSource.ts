import { type RawBuilder, sql } from "kysely";
import type { ColumnStorage, FieldDescriptor, ResourceDescriptor, TableDescriptor } from "../../core/descriptor.ts";
import type { StoredField } from "./columns.ts";

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
export function ownersColumns(
  { fields }: ResourceDescriptor,
  own: readonly ColumnStorage[],
  owner: Owner,
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
 * One row per owner: the stored values, else the defaults of the fields, with version 0. A plain join, so the planner
 * can use indexes.
 */
export function settingsSource(
  descriptor: ResourceDescriptor,
  { table, owner, further }: SettingsParts,
): RawBuilder<unknown> {
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
  const stored = sql.ref(`stored.${name}`);
  if (value === undefined) return stored;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const literal = sql`${sql.lit(text)}::${sql.raw(type)}`;
  return sql`case when "stored"."id" is null then ${literal} else ${stored} end`;
}
