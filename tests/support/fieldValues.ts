import { sql } from "kysely";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { storage } from "../../src/generated/tables.gen.ts";
import type { Accounts } from "./accessPlatform.ts";

/** Fields that every write changes. */
const VOLATILE = ["row_version", "modify_timestamp"];

/** Values to write to a field that the role may not write; no record has them yet. */
export function valuesOf(field: FieldDescriptor): Json[] {
  if (field.enum) return field.enum.filter((value) => value !== field.default).slice(0, 3);
  if (field.reference) return field.kind === "references" ? [[3]] : [3];
  switch (field.kind) {
    case "boolean":
      return field.default === true ? [false] : [true];
    case "integer":
    case "duration":
    case "money":
    case "decimal":
    case "percent":
      return [424_242];
    case "dateTime":
      return ["2001-02-03T04:05:06Z"];
    case "password":
      return ["F0rbidden-secret"];
    case "email":
      return ["forbidden@example.org"];
    case "list":
    case "object":
    case "phoneNumbers":
      return [[{ forbidden: true }]];
    default:
      return ["forbidden"];
  }
}

/** Another field to copy a value from. */
export function copySource({ kind, name }: FieldDescriptor): string {
  if (kind === "boolean") return name === "can_reset_password" ? "/is_superuser" : "/can_reset_password";
  return name === "id" ? "/reseller_id" : "/id";
}

/** The field in the database, and as read by a superuser who sees passwords. */
export async function valueIn(
  platform: Accounts,
  descriptor: ResourceDescriptor,
  id: number,
  field: string,
): Promise<unknown[]> {
  const { body } = await platform.owner.read(descriptor.name, id);
  const row = await rowOf(platform, descriptor, id);
  const column = row?.[field];
  return [body?.[field], column instanceof Date ? column.toISOString().replace(".000", "") : column];
}

/** The stored row, without what every write changes. */
export async function rowOf(
  { database }: Accounts,
  { name }: ResourceDescriptor,
  id: number,
): Promise<Record<string, unknown> | undefined> {
  const table = storage[name]?.name;
  if (table === undefined) return undefined;
  const query = sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`;
  const [row] = (await query.execute(database.kysely)).rows;
  return row && Object.fromEntries(Object.entries(row).filter(([column]) => !VOLATILE.includes(column)));
}
