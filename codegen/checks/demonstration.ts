import { evaluate } from "../../src/core/conditions.ts";
import type { CrossRule, Json, WireRecord } from "../../src/core/descriptor.ts";
import type { FieldError } from "../../src/core/errors.ts";
import { foldName } from "../../src/core/foldText.ts";
import { validateRecord } from "../../src/core/validate.ts";
import { valueAtPointer } from "../../src/core/valueAt.ts";
import { wireOf } from "../emit/descriptors.ts";
import { compiledRules } from "../emit/validators.ts";
import type { DemonstrationModel, FieldModel, Model, ResourceModel } from "../model.ts";
import { isEditable } from "../normalize.ts";
import {
  expectOneOf,
  type Fault,
  nearestTo,
  notOneOf,
  type Path,
  type Problem,
  problemsIn,
  type Report,
} from "../problems.ts";
import { faultOf } from "./values.ts";

/**
 * Demonstration records must be valid by the schemas of their resources. Records of a schema in `wrong`, the files with
 * errors of their own, are skipped.
 */
export function checkDemonstration(
  { demonstration, resources, formats }: Model,
  wrong: ReadonlySet<string>,
): Problem[] {
  const isSharedWrong = [...wrong].some((file) => file.startsWith("schemas/shared/"));
  const byName = new Map(demonstration.map((one) => [one.resource, one.records]));
  return demonstration.flatMap((records) =>
    problemsIn(records.source, (report) => {
      const resource = resources.find(({ name }) => name === records.resource);
      if (!resource) {
        const known = resources.map(({ name }) => name);
        report([], ...notOneOf(records.resource, known, "a resource with a schema"));
      } else if (!isSharedWrong && !wrong.has(resource.source.file)) {
        checkRecords(records, resource, byName, Object.keys(formats), report);
      }
    }),
  );
}

type Records = ReadonlyMap<string, DemonstrationModel["records"]>;

function checkRecords(
  { records }: DemonstrationModel,
  resource: ResourceModel,
  others: Records,
  formats: readonly string[],
  report: Report,
): void {
  if (!Array.isArray(records)) {
    report([], "the file is not an array", 'an array of records, [{ "name": "..." }, ...]');
    return;
  }
  if (resource.x.storage) {
    report([], `${resource.name} has no table for records`, "no such file");
  }
  const secret = resource.fields.find((field) => field.kind === "password" || field.file);
  if (secret) {
    report(
      [],
      `"${secret.name}" is a password or a file, which JSON cannot hold`,
      "a file in src/platform/seed/demonstration",
    );
  }
  const descriptor = {
    name: resource.name,
    ...wireOf(resource),
    rules: (resource.x.rules ?? []) as readonly CrossRule[],
  };
  const stored = records.map((record, index) => {
    checkNames(resource.fields, record, [index], report);
    checkReferences(resource, record, others, index, report);
    return checkRules(resource, descriptor, record, formats, index, report);
  });
  checkUnique(resource, stored, report);
}

/** Reports properties that validation would drop silently. */
function checkNames(fields: readonly FieldModel[], record: unknown, at: Path, report: Report): void {
  if (typeof record !== "object" || record === null) return;
  const known = fields.filter(isEditable).map((field) => field.name);
  for (const [name, value] of Object.entries(record)) {
    const field = fields.find((one) => one.name === name);
    if (!field) expectOneOf(report, [...at, name], name, known, "a field");
    else if (!isEditable(field)) report([...at, name], `"${name}" is set by the platform`, "no value for it");
    else if (field.fields && Array.isArray(value)) {
      for (const [index, item] of value.entries()) checkNames(field.fields, item, [...at, name, index], report);
    } else if (field.fields) checkNames(field.fields, value, [...at, name], report);
  }
}

/** A reference is written as the search value of its target, which must exist if the target has a file of its own. */
function checkReferences(
  { fields }: ResourceModel,
  record: Readonly<Record<string, unknown>>,
  others: Records,
  index: number,
  report: Report,
): void {
  for (const { name, reference, kind } of fields) {
    const value = record[name];
    if (!reference || kind !== "reference" || value === undefined || Number.isInteger(value)) continue;
    const targets = others.get(reference.resource);
    if (typeof value !== "string") {
      const expected = `a string, the ${reference.search} of a record`;
      report([index, name], `${JSON.stringify(value)} is not a reference to ${reference.resource}`, expected);
    } else if (Array.isArray(targets)) {
      const known = targets.map((target) => target[reference.search]).filter((one) => typeof one === "string");
      const expected = `one from schemas/demonstration/${reference.resource}.json`;
      const message = `"${value}" is not the ${reference.search} of a record of ${reference.resource}`;
      if (!known.includes(value)) report([index, name], message, expected, nearestTo(value, known));
    }
  }
}

/** Validates a record as the platform will. Returns what would be stored, with references as written. */
function checkRules(
  resource: ResourceModel,
  descriptor: Pick<Parameters<typeof validateRecord>[0]["descriptor"], "name" | "fields" | "rules">,
  given: Readonly<Record<string, unknown>>,
  formats: readonly string[],
  index: number,
  report: Report,
): WireRecord {
  // Ids are not known before records are stored: for validation, any will do.
  const linked = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      !Number.isInteger(value) && resource.fields.some((one) => one.name === name && one.kind === "reference")
        ? 1
        : value,
    ]),
  ) as WireRecord;
  let isKnown = true;
  const related = () => {
    // Referenced records are known to the platform only.
    isKnown = false;
    return undefined;
  };
  const { validate } = compiledRules(resource, formats);
  const module = { descriptor, validate } as Parameters<typeof validateRecord>[0];
  const { record, errors } = validateRecord(module, linked, { mode: "create", related });
  for (const error of errors) report([index, ...pathOf(error)], ...faultOfError(resource, linked, error, index));
  for (const { name, when } of descriptor.fields) {
    isKnown = true;
    if (given[name] === undefined || !when || evaluate(when, linked, { mode: "create", related }) || !isKnown) continue;
    report([index, name], `"${name}" is given although its condition does not hold`, "no value for it");
  }
  return { ...record, ...(given as WireRecord) };
}

function pathOf({ pointer }: FieldError): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function faultOfError(
  { fields }: ResourceModel,
  record: WireRecord,
  { pointer, rule, params }: FieldError,
  index: number,
): Fault {
  const steps = pointer.split("/").slice(1);
  const name = steps.at(-1) ?? "";
  const value = valueAtPointer(record, pointer);
  if (rule === "required" && value === undefined) return [`record ${index + 1} lacks the required field "${name}"`];
  const field = fieldBehind(fields, steps);
  const fault = field && value !== undefined ? faultOf(field, value) : undefined;
  const bound = Object.values(params).map(String).join(", ");
  return fault ?? [`${JSON.stringify(value)} is not valid for ${name}`, `${rule}${bound && ` ${bound}`}`];
}

function fieldBehind(fields: readonly FieldModel[], [head, ...rest]: readonly string[]): FieldModel | undefined {
  const field = fields.find(({ name }) => name === head);
  const names = rest.filter((step) => !/^\d+$/.test(step));
  // An item of a list without fields is not a field.
  if (names.length === 0) return rest.length === 0 ? field : undefined;
  return fieldBehind(field?.fields ?? [], names);
}

/** Unique values. A field that is copied from a referenced record is identified by that reference. */
function checkUnique({ fields }: ResourceModel, records: readonly WireRecord[], report: Report): void {
  const nameOf = (name: string) => fields.find((field) => field.name === name)?.derive?.split(".")[0] ?? name;
  for (const { name, unique, uniqueAnyCase } of fields) {
    if (!unique) continue;
    const names = [name, ...unique].map(nameOf);
    const seen = new Set<string>();
    for (const [index, record] of records.entries()) {
      const values = names.map((one): Json | undefined => record[one]);
      if (values.includes(undefined)) continue;
      const key = uniqueAnyCase ? foldName(JSON.stringify(values)) : JSON.stringify(values);
      if (seen.has(key))
        report([index, name], `${name} ${JSON.stringify(record[name])} is a duplicate`, "a unique value");
      seen.add(key);
    }
  }
}
