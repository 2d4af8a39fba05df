import { sql } from "kysely";
import type { ColumnStorage, FieldDescriptor, ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { storage, tables } from "../../src/generated/tables.gen.ts";
import type { Accounts } from "./accessPlatform.ts";
import { isCreatable, scopesOf, sidesOf } from "./targets.ts";
import { descriptorOf, type World } from "./world.ts";

/** Resellers of a row: scope -> id. */
type Resellers = Readonly<Record<string, number>>;

/**
 * Stores a row of a resource whose records only the platform makes, with a value in every column: texts and references of
 * `world`, whose reseller it belongs to on all sides. Returns its id.
 */
export async function storeRow(platform: Accounts, world: World, descriptor: ResourceDescriptor): Promise<number> {
  const resellerId = await world.shared("resellers");
  return insert(platform, world, descriptor, Object.fromEntries(scopesOf(descriptor).map((one) => [one, resellerId])));
}

/**
 * Stores rows that two resellers see, one for each side that may be the one of `world`: what only that side reads is of
 * `world`, and nothing else. Returns their ids.
 */
export async function storeShared(
  platform: Accounts,
  world: World,
  descriptor: ResourceDescriptor,
  otherId: number,
): Promise<number[]> {
  const sides = sidesOf(descriptor);
  const resellerId = await world.shared("resellers");
  const ids: number[] = [];
  for (const side of sides) {
    const resellers = Object.fromEntries(sides.map((one) => [one, one === side ? resellerId : otherId]));
    ids.push(await insert(platform, world, descriptor, resellers, side));
  }
  return ids;
}

/** `side`: fields of other sides are empty, and texts that all sides read the same for all worlds. */
async function insert(
  { database }: Pick<Accounts, "database">,
  world: World,
  descriptor: ResourceDescriptor,
  resellers: Resellers,
  side?: string,
): Promise<number> {
  const table = tables.find(({ name }) => name === storage[descriptor.name]?.name);
  if (!table) throw new Error(`${descriptor.name} has no table`);
  const values = new Map<string, unknown>();
  for (const column of table.columns) {
    const field = descriptor.fields.find(({ name }) => name === column.name);
    const isOfWorld = side === undefined || field?.scope === side;
    const parent = descriptor.parent?.reference === column.name ? descriptorOf(descriptor.parent.resource) : undefined;
    // A parent that only the platform makes as well is of the same resellers.
    const value =
      resellers[column.name] ??
      (parent && !isCreatable(parent)
        ? await insert({ database }, world, parent, resellers, side)
        : await sampleFor(column, field, isOfWorld ? world : undefined));
    if (value !== undefined) values.set(column.name, value);
  }
  const columns = sql.join([...values.keys()].map((name) => sql.ref(name)));
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table.name)} (${columns})
    values (${sql.join([...values.values()])}) returning id`.execute(database.kysely);
  return Number(rows[0]?.id);
}

async function sampleFor(
  { type, notNull, default: byDefault }: ColumnStorage,
  field: FieldDescriptor | undefined,
  world: World | undefined,
): Promise<unknown> {
  const target = field?.reference?.resource;
  if (field?.enum) return field.enum[0];
  if (target !== undefined) return world && isCreatable(descriptorOf(target)) ? world.shared(target) : undefined;
  if (type === "timestamptz") return "2026-01-02T03:04:05Z";
  // Another side's are empty, except where there must be something.
  if (field?.scope !== undefined && !world && !notNull) return undefined;
  if (type === "text") return world ? world.text().slice(0, field?.maxLength) : "1";
  if (type === "boolean") return true;
  if (type === "jsonb" || byDefault !== undefined) return undefined;
  return 1;
}
