import { closest } from "fastest-levenshtein";
import { type FieldModel, fieldAt, type ResourceModel } from "./model.ts";
import { isEditable } from "./normalize.ts";

type Report = (path: readonly (string | number)[], message: string, hint?: string) => void;

/** A file's lines must be able to make whole records, and each of its columns must lead somewhere. */
export function checkCsv(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>, reportAt: Report): void {
  const { csv } = resource.x;
  if (!csv) return;
  const report: Report = (path, message, hint) => reportAt(["x-resource", "csv", ...path], message, hint);
  if (!resource.operations.includes("create")) report([], "a file makes records, and nobody can", "take csv away");
  const fields = new Map(resource.fields.map((field) => [field.name, field]));
  const named = new Set(csv.columns.map((source) => source.split(".")[0] ?? ""));
  const expectField = (source: string, at: readonly (string | number)[]): FieldModel | undefined => {
    const field = source.split(".").length <= 2 ? fieldAt(byName, resource.name, source) : undefined;
    if (!field) report(at, `"${source}" is not a field`, `did you mean "${closest(source, [...fields.keys()])}"?`);
    return field;
  };
  const seen = new Set<string>();
  for (const [index, source] of csv.columns.entries()) {
    const [head = "", behind] = source.split(".");
    const field = expectField(source, ["columns", index]);
    if (field && behind !== undefined && !seen.has(head) && !field.unique) {
      report(["columns", index], `"${source}" finds no single record`, "begin with a field that is unique there");
    }
    seen.add(head);
  }
  for (const [index, name] of (csv.creates ?? []).entries()) {
    if (!csv.columns.some((source) => source.startsWith(`${name}.`))) {
      report(["creates", index], `no column says anything of "${name}"`, "name a reference of the columns");
    }
  }
  if (csv.owner !== undefined) expectField(csv.owner, ["owner"]);
  for (const field of resource.fields) {
    const isGiven = named.has(field.name) || field.name === csv.owner || field.schema.default !== undefined;
    if (field.required && isEditable(field) && !field.derive && !isGiven) {
      report(["columns"], `no column has "${field.name}", which every record needs`, "add it to the columns");
    }
  }
}
