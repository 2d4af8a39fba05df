import type { Report } from "../diagnostics.ts";
import type { ResourceModel } from "../model.ts";

const QUERY_OPERATIONS = ["list", "read"];
const NEEDS_TABLE = [
  "scope",
  "status",
  "legacyTables",
  "table",
  "indexes",
  "prefixIndexes",
  "partitionBy",
  "reorder",
  "clone",
] as const;

const QUERY_KEYWORDS: readonly string[] = ["scope", "partitionBy"];

/** Counts the changes of a row, for ETags. */
const ROW_VERSION = "row_version";

/** Partitions tell rows apart by one column, and could hold a value only once each. */
export function checkPartitions(
  { x, name, fields }: ResourceModel,
  resources: ReadonlyMap<string, ResourceModel>,
  report: Report,
): void {
  if (x.partitionBy === undefined) return;
  const partitionField = fields.find((field) => field.name === x.partitionBy);
  if (partitionField?.kind !== "dateTime" || partitionField.required === false || partitionField.when !== undefined)
    report(["x-resource", "partitionBy"], `"${x.partitionBy}" is not a required time`, "a required date-time");
  for (const field of fields.filter(({ unique }) => unique))
    report(["properties", field.name], `"${field.name}" cannot be unique across partitions`, "no unique");
  for (const other of resources.values()) {
    const reference = other.fields.find((field) => field.kind === "reference" && field.reference?.resource === name);
    if (reference && !reference.computed && !reference.derive && other.x.storage === undefined)
      report(
        ["x-resource", "partitionBy"],
        `${other.name}.${reference.name} refers to ${name}, whose rows are dropped by the month`,
        "no partitionBy",
      );
  }
}

/** Only stored records have a table to write, join or index; all but computed ones have integers as ids. */
export function checkStorage({ x, name, fields, operations }: ResourceModel, report: Report): void {
  const id = fields.find((field) => field.name === "id");
  if (x.storage !== "computed" && id && id.schema.type !== "integer")
    report(
      ["properties", "id", "type"],
      `type "${id.schema.type}" does not apply to the id of stored records`,
      'type integer, or "storage": "computed"',
    );
  for (const { name: field } of fields.filter((field) => field.name === ROW_VERSION))
    report(["properties", field], `"${field}" is the platform's own column in every table`, "another name");
  if (x.parent?.nested && operations.some((operation) => !QUERY_OPERATIONS.includes(operation)))
    report(
      ["x-resource", "parent", "nested"],
      "nested records can only be read",
      '"operations" with list and read only',
    );
  if (!x.storage) return;
  for (const keyword of NEEDS_TABLE) {
    // The columns of a query can hold a reseller, and a month.
    if (x[keyword] === undefined || (x.storage === "query" && QUERY_KEYWORDS.includes(keyword))) continue;
    report(["x-resource", keyword], `"${keyword}" does not apply to ${name}, which has no table`, "no such keyword");
  }
  if (x.storage === "computed" && operations.includes("create")) {
    report(["x-resource", "storage"], "computed records cannot be created", '"operations" without create');
  }
  if (x.storage === "query" && operations.some((operation) => !QUERY_OPERATIONS.includes(operation))) {
    report(["x-resource", "storage"], "rows of a query can only be read", '"operations" with list and read only');
  }
}
