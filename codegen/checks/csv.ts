import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import type { FieldModel, ResourceModel } from "../model.ts";
import { isEditable } from "../normalize.ts";
import { expectPath, type Resources } from "./paths.ts";

/** A CSV file must have a column for every required field, and each column must exist. */
export function checkCsv(resource: ResourceModel, resources: Resources, reportAt: Report): void {
  const { csv } = resource.x;
  if (!csv) return;
  const report: Report = (path, ...message) => reportAt(["x-resource", "csv", ...path], ...message);
  if (!resource.operations.includes("create"))
    report([], '"csv" requires the operation "create"', '"create" in x-resource.operations');
  const firstFields = new Set(csv.columns.map((source) => source.split(".")[0] ?? ""));
  const expectField = (source: string, path: Path): FieldModel | undefined => {
    if (source.split(".").length <= 2) return expectPath(source, resource, resources, path, report);
    report(path, `"${source}" follows several references`, "a path through one reference at most");
    return undefined;
  };
  const visited = new Set<string>();
  for (const [index, source] of csv.columns.entries()) {
    const [first = "", referencedField] = source.split(".");
    const field = expectField(source, ["columns", index]);
    if (field && referencedField !== undefined && !visited.has(first) && !field.unique) {
      report(
        ["columns", index],
        `"${source}" does not identify a single record`,
        `a unique field in the first column behind ${first}`,
      );
    }
    visited.add(first);
  }
  expectAll(report, ["endOfDayColumns"], csv.endOfDayColumns, csv.columns, "a column in csv.columns");
  if (csv.purgeCountField !== undefined) {
    const storedFields = resource.fields.filter(({ computed }) => !computed).map(({ name }) => name);
    expectOneOf(report, ["purgeCountField"], csv.purgeCountField, storedFields, "a stored field");
  }
  if (csv.ownerColumn && (csv.owner === undefined || csv.owner.includes(".")))
    report(["ownerColumn"], '"ownerColumn" requires an owner that is a field', '"owner": "reseller_id"');
  for (const keyword of ["header", "legacyPath"] as const) {
    if (csv[keyword] && csv.fileName === undefined)
      report([keyword], `"${keyword}" is about downloads, which need a name`, '"fileName"');
  }
  const references = csv.columns.filter((source) => source.includes(".")).map((source) => source.split(".")[0]);
  const what = "a reference in csv.columns";
  expectAll(
    report,
    ["creatableReferences"],
    csv.creatableReferences,
    [...new Set(references)],
    what,
    "csv.columns has no such path",
  );
  if (csv.owner !== undefined) expectField(csv.owner, ["owner"]);
  for (const field of resource.fields) {
    const isGiven = firstFields.has(field.name) || field.name === csv.owner || field.schema.default !== undefined;
    if (field.required && isEditable(field) && !field.derive && !isGiven) {
      report(["columns"], `csv.columns lacks the required field "${field.name}"`, "a column for it");
    }
  }
}
