import { closest } from "fastest-levenshtein";
import type { DemonstrationModel, FieldModel, Model, ResourceModel } from "./model.ts";
import { isEditable } from "./normalize.ts";
import type { Problem } from "./problems.ts";

type Report = (path: readonly (string | number)[], message: string, hint: string) => void;

/** What is wrong with the records that a plain resource brings along for the demonstration. */
export function checkDemonstration({ demonstration, resources }: Model): Problem[] {
  return demonstration.flatMap((records) => {
    const problems: Problem[] = [];
    const report: Report = (path, message, hint) => {
      problems.push({ ...records.source.at(path), message, hint });
    };
    const resource = resources.find(({ name }) => name === records.resource);
    const names = resources.map(({ name }) => name);
    if (!resource) {
      report([], `no schema describes "${records.resource}"`, `did you mean "${closest(records.resource, names)}"?`);
    } else {
      checkRecords(records, resource, report);
    }
    return problems;
  });
}

function checkRecords({ records }: DemonstrationModel, resource: ResourceModel, report: Report): void {
  if (!Array.isArray(records)) {
    report([], "the records are no list", 'write [{ "name": "..." }, ...]');
    return;
  }
  if (resource.x.storage === "computed") {
    report([], `records of ${resource.name} are computed`, "take the file away: nothing of it could be stored");
  }
  const secret = resource.fields.find((field) => field.kind === "password" || field.file);
  if (secret) {
    report([], `${secret.name} is a password or a file`, "make these records in src/platform/seed: they need code");
  }
  const fields = new Map(resource.fields.filter(isEditable).map((field) => [field.name, field]));
  for (const [index, record] of records.entries()) {
    for (const field of fields.values()) {
      if (field.required !== false && field.schema.default === undefined && record[field.name] === undefined) {
        report([index], `record ${index + 1} lacks "${field.name}"`, `add "${field.name}"`);
      }
    }
    for (const [name, value] of Object.entries(record)) {
      const field = fields.get(name);
      const path = [index, name];
      if (field) checkValue(field, value, path, report);
      else if (resource.fields.some((one) => one.name === name)) {
        report(path, `"${name}" is set by the platform`, "take it away");
      } else report(path, `"${name}" is not a field`, `did you mean "${closest(name, [...fields.keys()])}"?`);
    }
  }
}

/** The platform judges the rest by the same rules as any request, when it is seeded. */
function checkValue(field: FieldModel, value: unknown, path: readonly (string | number)[], report: Report): void {
  const { schema, name, reference } = field;
  if (reference && schema.type === "integer") {
    if (typeof value === "string" || Number.isInteger(value)) return;
    report(path, `${name} is no reference`, `write what ${reference.resource} are found by: its ${reference.search}`);
    return;
  }
  if (schema.enum && !schema.enum.includes(value as string)) {
    report(path, `${name} has a value that is not known`, `write one of: ${schema.enum.join(", ")}`);
  } else if (!isOfType(schema.type, value)) {
    report(path, `${name} is not of type ${schema.type}`, `write a value of type ${schema.type}`);
  }
}

function isOfType(type: string | undefined, value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    default:
      return typeof value === type;
  }
}
