import { type Diagnostic, diagnosticsIn, expectOneOf, notOneOf, type Path, type Report } from "../diagnostics.ts";
import type { DemonstrationModel, FieldModel, Model, ResourceModel } from "../model.ts";
import { isEditable } from "../normalize.ts";

/**
 * Demonstration records must be of a resource with a table, and name its fields. Their values are validated when they are
 * stored (`src/platform/seed/jsonSeed.ts`), as in requests. Records of a schema in `invalid`, the files with errors of their
 * own, are skipped.
 */
export function checkDemonstration({ demonstration, resources }: Model, invalid: ReadonlySet<string>): Diagnostic[] {
  const hasInvalidShared = [...invalid].some((file) => file.startsWith("schemas/shared/"));
  return demonstration.flatMap((records) =>
    diagnosticsIn(records.source, (report) => {
      const resource = resources.find(({ name }) => name === records.resource);
      if (!resource) {
        const allowed = resources.map(({ name }) => name);
        report([], ...notOneOf(records.resource, allowed, "a resource with a schema"));
      } else if (!hasInvalidShared && !invalid.has(resource.source.file)) {
        checkRecords(records, resource, report);
        checkReferences(records, resource, demonstration, report);
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
}

/** Reports properties that validation would drop silently. */
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
  }
}

/** References to records of other files; those that code seeds are found when they are stored. */
function checkReferences(
  { records }: DemonstrationModel,
  { fields }: ResourceModel,
  demonstration: readonly DemonstrationModel[],
  report: Report,
): void {
  for (const { name, reference } of fields) {
    const targets = demonstration.find(({ resource }) => resource === reference?.resource)?.records;
    if (!reference || !Array.isArray(targets) || !Array.isArray(records)) continue;
    const allowed = targets.map((target) => target[reference.search]);
    for (const [index, { [name]: value }] of records.entries())
      if (typeof value === "string")
        expectOneOf(
          report,
          [index, name],
          value,
          allowed,
          `the ${reference.search} of a record in ${reference.resource}.json`,
        );
  }
}
