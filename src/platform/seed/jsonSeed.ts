import type { FieldDescriptor, Json, WireRecord } from "../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../core/schema/resourceModule.ts";
import { validateRecord } from "../../core/validation/validateRecord.ts";
import { resources } from "../../generated/all.gen.ts";
import { demonstration } from "../../generated/demonstration.gen.ts";
import { storage, tables } from "../../generated/tables.gen.ts";
import type { SeedBuilder } from "./seedBuilder.ts";

/**
 * Adds the records of `schemas/demonstration`, for resources that need no seed code. They are validated like requests.
 * Throws for invalid records and for references to missing ones.
 */
export function addJsonRecords(
  draft: SeedBuilder,
  recordsByResource: Readonly<Record<string, readonly WireRecord[]>> = demonstration,
): void {
  for (const [name, records] of Object.entries(recordsByResource)) {
    const module = resources[name];
    const table = storage[name]?.name;
    if (!module || !table) throw new Error(`the demonstration has records of ${name}, which has no table`);
    for (const record of records) draft.add(table, toRow(module, table, record, draft));
  }
}

function toRow(module: ResourceModule, table: string, input: WireRecord, draft: SeedBuilder): Record<string, Json> {
  const { name, fields } = module.descriptor;
  const linked = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, findReferencedId(fields, key, value, draft) ?? value]),
  );
  const { record, errors } = validateRecord(module, linked, {
    mode: "create",
    related: (path) => behind(fields, path, linked, draft),
  });
  if (errors.length > 0)
    throw new Error(`invalid demonstration record of ${name}: ${JSON.stringify(errors)} in ${JSON.stringify(input)}`);
  const columns = tables.find((candidate) => candidate.name === table)?.columns ?? [];
  return Object.fromEntries(
    columns.map((column) => {
      const { derive, readOnly, default: usual } = fields.find((field) => field.name === column.name) ?? {};
      const value = record[column.name] ?? (derive && behind(fields, derive, record, draft));
      // Requests set no read-only defaults, such as a status.
      return [column.name, value ?? (readOnly ? usual : undefined) ?? null];
    }),
  );
}

/** The id of a referenced record given by its search value; undefined for any other value. */
function findReferencedId(
  fields: readonly FieldDescriptor[],
  key: string,
  value: Json | undefined,
  draft: SeedBuilder,
): number | undefined {
  const reference = fields.find(({ name }) => name === key)?.reference;
  if (!reference || typeof value !== "string") return undefined;
  const rows = draft.rowsOf(storage[reference.resource]?.name ?? "");
  const match = rows.find((row) => row[reference.search] === value);
  if (typeof match?.id !== "number")
    throw new Error(`the demonstration has no record of ${reference.resource} with ${reference.search} "${value}"`);
  return match.id;
}

/** The value at a path such as `set_id.reseller_id`. */
function behind(fields: readonly FieldDescriptor[], path: string, record: WireRecord, draft: SeedBuilder) {
  const [via = "", source = ""] = path.split(".");
  const target = fields.find(({ name }) => name === via)?.reference?.resource ?? "";
  return draft.rowsOf(storage[target]?.name ?? "").find(({ id }) => id === record[via])?.[source];
}
