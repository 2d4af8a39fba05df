import type { ResourceModel } from "../model.ts";
import type { Report } from "../problems.ts";

const NEEDS_TABLE = ["scope", "status", "legacyTables", "table", "indexes", "order", "clone"] as const;

/** Computed records have no table to write, join or index; stored records have integers as ids. */
export function checkStorage({ x, name, fields, operations }: ResourceModel, report: Report): void {
  if (x.storage !== "computed") {
    const id = fields.find((field) => field.name === "id");
    if (id && id.schema.type !== "integer")
      report(
        ["properties", "id", "type"],
        `type "${id.schema.type}" does not apply to the id of stored records`,
        'type integer, or "storage": "computed"',
      );
    return;
  }
  for (const keyword of NEEDS_TABLE) {
    if (x[keyword] === undefined) continue;
    report(["x-resource", keyword], `"${keyword}" does not apply to ${name}, which has no table`, "no such keyword");
  }
  if (operations.includes("create")) {
    report(["x-resource", "storage"], "computed records cannot be created", '"operations" without create');
  }
}
