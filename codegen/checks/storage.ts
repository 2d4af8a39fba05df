import type { ResourceModel } from "../model.ts";
import type { Report } from "../problems.ts";

const QUERY_OPERATIONS = ["list", "read"];
const NEEDS_TABLE = ["scope", "status", "legacyTables", "table", "indexes", "prefixes", "order", "clone"] as const;

/** Counts the changes of a row, for ETags. */
const ROW_VERSION = "row_version";

/** Only stored records have a table to write, join or index; all but computed ones have integers as ids. */
export function checkStorage({ x, name, fields, operations }: ResourceModel, report: Report): void {
  const id = fields.find((field) => field.name === "id");
  if (x.storage !== "computed" && id && id.schema.type !== "integer")
    report(
      ["properties", "id", "type"],
      `type "${id.schema.type}" does not apply to the id of stored records`,
      'type integer, or "storage": "computed"',
    );
  for (const { name: field } of fields.filter((one) => one.name === ROW_VERSION))
    report(["properties", field], `"${field}" is the platform's own column in every table`, "another name");
  if (!x.storage) return;
  for (const keyword of NEEDS_TABLE) {
    // A query has columns by which resellers are told apart.
    if (x[keyword] === undefined || (keyword === "scope" && x.storage === "query")) continue;
    report(["x-resource", keyword], `"${keyword}" does not apply to ${name}, which has no table`, "no such keyword");
  }
  if (x.storage === "computed" && operations.includes("create")) {
    report(["x-resource", "storage"], "computed records cannot be created", '"operations" without create');
  }
  if (x.storage === "query" && operations.some((one) => !QUERY_OPERATIONS.includes(one))) {
    report(["x-resource", "storage"], "rows of a query can only be read", '"operations" with list and read only');
  }
}
