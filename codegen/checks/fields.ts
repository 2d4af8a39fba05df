import { filterPath } from "../../src/core/schema/filterPath.ts";
import {
  type Diagnostic,
  diagnosticsIn,
  expectAll,
  expectOneOf,
  findNearest,
  notOneOf,
  type Report,
} from "../diagnostics.ts";
import { CLOCK_FORMATS, TIME_FORMATS } from "../kind.ts";
import { type FieldModel, fieldAt, type Model, type ResourceModel, unfilteredTables } from "../model.ts";
import { isEditable } from "../normalize.ts";
import { checkBounds } from "./bounds.ts";
import { checkComputed } from "./computed.ts";
import { checkCondition } from "./conditions.ts";
import { checkKeywords } from "./keywords.ts";
import { expectPath, type Resources } from "./paths.ts";
import { checkPattern } from "./patterns.ts";
import { parameterError } from "./values.ts";

/** The resource of a field, and what else its checks compare it with. */
interface Context {
  readonly resource: ResourceModel;
  readonly resources: Resources;
  readonly formats: Model["formats"];
  /** The clock of the list or object around it. */
  readonly clock?: FieldModel["clock"];
}

/** Checks a field of a resource, and the fields inside it. */
export function checkField(field: FieldModel, around: Context): Diagnostic[] {
  const { resource, resources, formats } = around;
  const clock = field.clock ?? around.clock;
  const diagnostics = diagnosticsIn(field.sourceNode, (report) => {
    checkKeywords(field, report);
    checkBounds(field, report);
    checkPattern(field, report);
    checkKind(field, report);
    checkText(field, resource, formats, report);
    if (!clock) checkClock(field, report);
    checkMaxItems(field, report);
    checkReference(field, around, report);
    checkMoney(field, around, report);
    checkMembers(field, report);
    checkWeek(field, report);
    for (const keyword of ["when", "requiredWhen", "formatWhen"] as const) {
      const condition = field[keyword];
      if (condition) checkCondition(condition, resource, resources, ["x-field", keyword], report);
      if (keyword === "when" && condition && field.name in condition)
        report(["x-field", keyword, field.name], `"${field.name}" depends on itself`, "another field");
    }
    const siblings = resource.fields.map(({ name }) => name).filter((name) => name !== field.name);
    const what = `a field of ${resource.name} other than ${field.name}`;
    expectAll(report, ["x-field", "unique"], field.unique, siblings, what);
    checkFieldScope(field, around, report);
    checkDerive(field, around, report);
    checkAlias(field, around, report);
    checkFile(field, around, report);
    checkComputed(field, resource, resources, report);
  });
  return [...diagnostics, ...(field.fields ?? []).flatMap((nested) => checkField(nested, { ...around, clock }))];
}

function checkKind({ kind, schema, path, fields }: FieldModel, report: Report): void {
  const type = schema.type === "array" ? schema.items?.type : schema.type;
  const name = path.join(".");
  if (type === "object" && !fields)
    report(
      [],
      `${schema.type === "array" ? `the items of ${name} have` : `${name} has`} no properties`,
      '"properties"',
    );
  if (kind) return;
  const expected =
    schema.items?.type === "integer"
      ? 'a reference for its integers, "items": { "type": "integer", "x-field": { "reference": "..." } }'
      : "a type, format or x-field.kind from docs/reference/schema-vocabulary.md";
  report([], `no kind of field matches ${name}`, expected);
}

function checkText(field: FieldModel, resource: ResourceModel, formats: Model["formats"], report: Report): void {
  const { schema, kind, file, path } = field;
  const isIndexed = isInIndex(resource, field);
  const needsBound = schema.type === "string" && !schema.enum && !file && (isEditable(field) || isIndexed);
  const isShort = TIME_FORMATS.includes(schema.format ?? "") || kind === "calendarRange";
  if (needsBound && !schema.maxLength && !isShort) {
    const why = isIndexed ? "as for every indexed string" : "as for every writable string";
    report([], `${path.join(".")} has no maximum length`, `"maxLength", ${why}`);
  }
  for (const [keywordPath, format] of [
    [["format"], schema.format],
    [["items", "format"], schema.items?.format],
  ] as const) {
    if (format && format !== "password" && !formats[format])
      report(keywordPath, `format "${format}" has no examples`, "valid and invalid ones in schemas/formats.json");
  }
}

/** A time without a zone is ambiguous unless its clock is named. */
function checkClock({ path, schema: { format = "" } }: FieldModel, report: Report): void {
  if (!CLOCK_FORMATS.test(format)) return;
  const expected = '"clock", in its "x-field" or that of the list around it';
  report(["format"], `${path.join(".")} does not say whose clock it is on`, expected);
}

/** Every entry costs time in each write; a list without an end is a way to stop the server. */
function checkMaxItems(field: FieldModel, report: Report): void {
  const { schema, path, readOnly, internal } = field;
  if (schema.type === "array" && !readOnly && !internal && schema.maxItems === undefined)
    report([], `${path.join(".")} has no maximum number of entries`, '"maxItems", as for every writable list');
}

function checkReference(
  { name, reference, schema }: FieldModel,
  { resource, resources }: Context,
  report: Report,
): void {
  if (!reference) return;
  const keywordPath =
    schema["x-field"]?.reference === undefined ? ["items", "x-field", "reference"] : ["x-field", "reference"];
  const target = resources.get(reference.resource);
  if (!target) {
    expectOneOf(report, keywordPath, reference.resource, [...resources.keys()], "a resource with a schema");
    return;
  }
  if (target.x.storage) {
    report(keywordPath, `"${target.name}" is not stored and cannot be referenced`, "a stored resource");
  }
  // The target's own search, which is the default, is checked there.
  if (reference.label) expectPath(reference.search, target, resources, [...keywordPath, "search"], report);
  for (const [name, value] of Object.entries(reference.filter ?? {})) {
    const here = [...keywordPath, "filter", name];
    const filter = target.filters.find((candidate) => candidate.name === name);
    const allowed = target.filters.map(({ name }) => name);
    const path = filterPath(value);
    if (!filter) expectOneOf(report, here, name, allowed, `a filter of ${target.name}`);
    else if (path !== undefined) {
      expectPath(path, resource, resources, here, report);
      if (path.includes(".") && fieldAt(resources, resource.name, path)?.internal)
        report(here, `"${value}" is internal: a form would offer everything`, "a path to a field that the API has");
    } else {
      const filtered = fieldAt(resources, target.name, filter.source);
      const message = filtered && value !== null && parameterError(filtered, filter.match, value);
      if (message) report(here, ...message);
    }
  }
  if (reference.onDelete === "setNull" && resource.schema.required?.includes(name))
    report([...keywordPath, "onDelete"], `${name} is required and cannot become empty`, '"cascade" or "restrict"');
  const { legacyTable } = reference;
  if (legacyTable !== undefined) {
    const allowed = unfilteredTables(target);
    expectOneOf(report, [...keywordPath, "legacyTable"], legacyTable, allowed, `a legacy table of ${target.name}`);
  }
}

/** Keywords that name properties of an object, or of the items of a list. */
function checkMembers({ schema, fields = [], summaryFields = [], path }: FieldModel, report: Report): void {
  const allowed = fields.map(({ name }) => name);
  const what = `a property of ${path.join(".")}`;
  const requiredPath = schema.type === "array" ? ["items", "required"] : ["required"];
  const required = (schema.type === "array" ? schema.items?.required : schema.required) ?? [];
  expectAll(report, requiredPath, required, allowed, what);
  const parts = summaryFields.map((part) => part.replace(/^[/:.,-]/, ""));
  expectAll(report, ["x-field", "summaryFields"], parts, allowed, what);
  for (const { name, waitsFor } of fields) {
    if (waitsFor === undefined) continue;
    const destinations = fields.filter(({ kind }) => kind === "callDestination").map((part) => part.name);
    const items = schema.type === "array" ? ["items"] : [];
    const keywordPath = [...items, "properties", name, "x-field", "waitsFor"];
    expectOneOf(report, keywordPath, waitsFor, destinations, `a call destination of ${path.join(".")}`);
  }
}

/** Parts that a picture of a week is made from, by how the list is shown. */
const WEEK_PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  week: { weekday: "enum", start: "timeOfDay", stop: "timeOfDay" },
  calendarWeek: { wday: "calendarRange", hour: "calendarRange", minute: "calendarRange" },
};

const WEEK_ADVICE: Readonly<Record<string, string>> = {
  week: 'a "weekday" with an enum, "start" and "stop" with the format "time-of-day", or no "widget"',
  calendarWeek:
    '"wday", "hour" and "minute" with the formats "weekday-range", "hour-range" and "minute-range", or no "widget"',
};

function checkWeek({ schema, fields = [], path }: FieldModel, report: Report): void {
  const widget = schema["x-field"]?.widget ?? "";
  const parts = WEEK_PARTS[widget] ?? {};
  const lacking = Object.keys(parts).filter(
    (name) => !fields.some((part) => part.name === name && part.kind === parts[name]),
  );
  if (lacking.length > 0)
    report(
      ["x-field", "widget"],
      `${path.join(".")} is not a week without ${lacking.join(", ")}`,
      WEEK_ADVICE[widget] ?? "",
    );
}

/** Callers are compared with the reseller in it. */
function checkFieldScope({ scope }: FieldModel, { resource }: Context, report: Report): void {
  if (scope === undefined) return;
  const isReseller = ({ kind, reference, computed }: FieldModel) =>
    kind === "reference" && reference?.resource === "resellers" && !computed;
  const allowed = resource.fields.filter(isReseller).map(({ name }) => name);
  const what = `a stored reference from ${resource.name} to resellers`;
  expectOneOf(report, ["x-field", "scope"], scope, allowed, what, `${resource.name} has no such field`);
}

function checkDerive({ derive, schema }: FieldModel, { resource, resources }: Context, report: Report): void {
  if (derive === undefined) return;
  const path = ["x-field", "derive"];
  const source = expectPath(derive, resource, resources, path, report);
  if (source && source.schema.type !== schema.type) {
    report(path, `"${derive}" is of type ${source.schema.type}`, `a field of type ${schema.type}`);
  }
}

/** A name identifies a record only if it is unique. */
function checkAlias({ aliasOf, path: fieldPath }: FieldModel, { resource, resources }: Context, report: Report): void {
  if (aliasOf === undefined) return;
  const path = ["x-field", "aliasOf"];
  const [referenceName = "", source = ""] = aliasOf.split(".");
  const siblings = fieldsBeside(fieldPath, resource);
  const target = siblings.find(({ name }) => name === referenceName)?.reference?.resource;
  const references = siblings.filter(({ reference }) => reference).map(({ name }) => name);
  if (target === undefined) {
    report(path, ...notOneOf(referenceName, references, `a reference next to ${fieldPath.join(".")}`));
    return;
  }
  const names = ["id", ...(resources.get(target)?.fields ?? []).filter(({ unique }) => unique).map(({ name }) => name)];
  expectOneOf(report, path, source, names, `a unique field of ${target}`);
}

/** The fields of the object or list that a field is in. */
function fieldsBeside(path: FieldModel["path"], { fields }: ResourceModel): readonly FieldModel[] {
  return path
    .slice(0, -1)
    .reduce<readonly FieldModel[]>((around, name) => around.find((field) => field.name === name)?.fields ?? [], fields);
}

/** Units of amounts in a currency. */
const UNITS_OF_MONEY: readonly FieldModel["unit"][] = ["cents", "currency", "centsPerSecond", "centsEach"];

function checkMoney({ kind, unit, currency, path }: FieldModel, { resource }: Context, report: Report): void {
  const isMoney = ["money", "decimal"].includes(kind) && UNITS_OF_MONEY.includes(unit);
  const near = [...resource.fields, ...fieldsBeside(path, resource)];
  if (!isMoney || currency !== undefined || near.some(({ name }) => name === "currency")) return;
  const own = 'a field "currency" of the record, or ';
  const expected = path.length > 1 ? "one beside it" : 'the path of one in "currency"';
  report(["x-field", "unit"], `${path.join(".")} is money of no currency`, `${own}${expected}`);
}

/** Bytes of the largest file that is read as a whole. */
const MAX_BYTES_IN_MEMORY = 64 * 1024 * 1024;

function checkFile(field: FieldModel, { resource, resources }: Context, report: Report): void {
  if (!field.file) return;
  const path = ["x-field", "file"];
  const isCloned = [...resources.values()].some(
    ({ name, x }) => x.clone && (name === resource.name || x.clone.children?.includes(resource.name)),
  );
  if (isCloned)
    report(path, `clones of ${resource.name} do not copy files`, 'no "clone", or a clone.ts that copies them');
  const { typeField, servedAs, nameField, maxBytes, streamed, types } = field.file;
  if (maxBytes > MAX_BYTES_IN_MEMORY && !streamed) {
    report([...path, "maxBytes"], `${maxBytes} bytes are too many to be held in memory`, '"streamed"');
  }
  if (nameField !== undefined) {
    const texts = resource.fields
      .filter(({ schema, file }) => schema.type === "string" && !file)
      .map(({ name }) => name);
    expectOneOf(report, [...path, "nameField"], nameField, texts, `a text field of ${resource.name}`);
  }
  if (servedAs !== undefined) {
    const choices = resource.fields
      .filter(({ schema, readOnly }) => !readOnly && schema.enum?.every((mime) => types.some((type) => type === mime)))
      .map(({ name }) => name);
    expectOneOf(report, [...path, "servedAs"], servedAs, choices, `a field with an enum of the types of ${field.name}`);
  }
  if (typeField === undefined) return;
  const declared = resource.fields.find(({ name }) => name === typeField);
  if (!declared?.readOnly || declared.schema.type !== "string" || declared.computed) {
    const texts = resource.fields
      .filter(({ readOnly, schema }) => readOnly && schema.type === "string")
      .map(({ name }) => name);
    report(
      [...path, "typeField"],
      `"${typeField}" is not a stored, read-only string of ${resource.name}`,
      "a field with type string and readOnly",
      findNearest(typeField, texts),
    );
  }
}

/** Whether `emit/tables.ts` puts the field into an index: as a filter, a sortable column or a unique one. */
function isInIndex({ x, columns }: ResourceModel, { name, path, computed, filter, unique }: FieldModel): boolean {
  if (path.length > 1 || computed) return false;
  const isSorted = columns.some(({ source, sortable }) => sortable && source === name);
  return Boolean(filter) || unique !== undefined || isSorted || (x.indexes ?? []).some((list) => list.includes(name));
}

/** Fields that are required, and the id. */
export function checkRequired({ name, schema, fields }: ResourceModel, report: Report): void {
  const allowed = fields.map((field) => field.name);
  const what = `a field of ${name}`;
  expectAll(report, ["required"], schema.required, allowed, what);
  for (const [index, fieldName] of (schema.required ?? []).entries())
    if (fields.some((field) => field.name === fieldName && field.when))
      report(["required", index], `"${fieldName}" is required although "when" can hide it`, '"requiredWhen"');
  for (const [fieldName, dependents] of Object.entries(schema.dependentRequired ?? {})) {
    expectOneOf(report, ["dependentRequired", fieldName], fieldName, allowed, what);
    expectAll(report, ["dependentRequired", fieldName], dependents, allowed, what);
  }
  if (!allowed.includes("id"))
    report(["properties"], `${name} has no "id"`, '"id": { "type": "integer", "readOnly": true }');
}
