import {
  type Diagnostic,
  diagnosticsIn,
  expectOneOf,
  findNearest,
  notOneOf,
  type Path,
  type Report,
} from "../diagnostics.ts";
import type { DemonstrationModel, FieldModel, Model, ResourceModel } from "../model.ts";
import { isEditable } from "../normalize.ts";
import { valueError } from "./values.ts";

/**
 * Demonstration records must be of a resource with a table, and name its fields. Their values are validated when they are
 * stored (`src/platform/seed/jsonSeed.ts`), as in requests. Records of a schema in `invalid`, the files with errors of their
 * own, are skipped.
 */
export function checkDemonstration(
  { demonstration, resources, seeded }: Model,
  invalid: ReadonlySet<string>,
): Diagnostic[] {
  const hasInvalidShared = [...invalid].some((file) => file.startsWith("schemas/shared/"));
  return demonstration.flatMap((records) =>
    diagnosticsIn(records.source, (report) => {
      const resource = resources.find(({ name }) => name === records.resource);
      if (!resource) {
        const allowed = resources.map(({ name }) => name);
        report([], ...notOneOf(records.resource, allowed, "a resource with a schema"));
      } else if (!hasInvalidShared && !invalid.has(resource.source.file)) {
        checkRecords(records, resource, report);
        checkReferences(records, resource, demonstration, seeded, report);
      }
    }),
  );
}

function checkRecords({ records }: DemonstrationModel, { name, x, fields }: ResourceModel, report: Report): void {
  if (!Array.isArray(records)) {
    report([], "the file is not an array", 'an array of records, [{ "name": "..." }, ...]');
    return;
  }
  if (x.storage) report([], `${name} has no table for records`, "no such file");
  const secret = fields.find((field) => field.kind === "password" || field.file);
  if (secret) {
    report(
      [],
      `"${secret.name}" is a password or a file, which JSON cannot hold`,
      "a file in src/platform/seed/demonstration",
    );
  }
  for (const [index, record] of records.entries()) checkNames(fields, record, [index], report);
  for (const { name: field, unique } of fields) if (unique) checkTwins(records, [field, ...unique], report);
}

/** Reports records with the same values of fields that are unique together. */
function checkTwins(records: DemonstrationModel["records"], names: readonly string[], report: Report): void {
  const keys = records.map((record) => JSON.stringify(names.map((name) => record[name] ?? null)));
  const [field = ""] = names;
  for (const [index, key] of keys.entries())
    if ((records[index]?.[field] ?? null) !== null && keys.indexOf(key) < index)
      report([index, field], `another record has the same ${names.join(" and ")}`, "unique values");
}

/** Reports values that validation refuses, and properties that it would drop silently. */
function checkNames(fields: readonly FieldModel[], record: unknown, location: Path, report: Report): void {
  if (typeof record !== "object" || record === null) return;
  const allowed = fields.filter(isEditable).map((field) => field.name);
  for (const [name, value] of Object.entries(record)) {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) expectOneOf(report, [...location, name], name, allowed, "a field");
    else if (!isEditable(field)) report([...location, name], `"${name}" is set by the platform`, "no value for it");
    else if (field.fields && Array.isArray(value)) {
      for (const [index, item] of value.entries()) checkNames(field.fields, item, [...location, name, index], report);
    } else if (field.fields) checkNames(field.fields, value, [...location, name], report);
    // References are written as texts.
    const message = !field || field.reference || value === null ? undefined : valueError(field, value);
    if (message) report([...location, name], ...message);
  }
  for (const { name, required, schema } of fields)
    if (required && schema.default === undefined && !(name in record))
      report(location, `the record lacks the required "${name}"`, "a value for it");
}

/** References to records of other files, or of what steps build: of those, only whether such a text is there. */
function checkReferences(
  { records }: DemonstrationModel,
  { fields }: ResourceModel,
  demonstration: readonly DemonstrationModel[],
  seeded: Model["seeded"],
  report: Report,
): void {
  for (const { name, reference } of fields) {
    if (!reference || !Array.isArray(records)) continue;
    const { resource, search } = reference;
    const targets = demonstration.find((file) => file.resource === resource)?.records;
    const allowed = Array.isArray(targets) ? targets.map((target) => target[search]) : undefined;
    for (const [index, { [name]: value }] of records.entries()) {
      if (typeof value !== "string") continue;
      if (allowed) expectOneOf(report, [index, name], value, allowed, `the ${search} of a record in ${resource}.json`);
      else if (seeded && !seeded.some((text) => couldBe(text, value)))
        report(
          [index, name],
          `no record of ${resource} has the ${search} "${value}"`,
          `one in schemas/demonstration/${resource}.json or src/platform/seed/demonstration`,
          findNearest(value, seeded),
        );
    }
  }
}

/** Whether a text of a step, with `{{names}}` of values in it, can become this one. */
function couldBe(text: string, value: string): boolean {
  const parts = text.split(/\{\{.*?\}\}/);
  // A name alone stands for a text elsewhere.
  if (parts.length === 1 || parts.every((part) => part === "")) return text === value;
  return value.startsWith(parts[0] ?? "") && value.endsWith(parts.at(-1) ?? "");
}
