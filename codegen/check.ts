import { closest } from "fastest-levenshtein";
import { checkBusinessRules } from "./businessRules.ts";
import { checkCsv } from "./checkCsv.ts";
import { checkDemonstration } from "./checkDemonstration.ts";
import { checkPages } from "./checkPages.ts";
import { checkRoles } from "./checkRoles.ts";
import { checkSettings } from "./checkSettings.ts";
import { checkTabs } from "./checkTabs.ts";
import { conditionPaths } from "./conditionPaths.ts";
import { checkLeftOut } from "./leftOut.ts";
import { type FieldModel, fieldAt, type Model, type ResourceModel, templatePaths } from "./model.ts";
import { isEditable } from "./normalize.ts";
import type { Problem } from "./problems.ts";

type Report = (path: readonly (string | number)[], message: string, hint?: string) => void;

/** What the meta-schema cannot see: names that must resolve, fields that could not be stored, rendered or explained. */
export function checkModel(model: Model): Problem[] {
  const problems: Problem[] = [];
  const byName = new Map(model.resources.map((resource) => [resource.name, resource]));
  for (const resource of model.resources) {
    const report: Report = (path, message, hint) => {
      problems.push({ ...resource.source.at(path), message, hint });
    };
    checkName(resource, report);
    for (const field of resource.fields) checkField(resource, field, byName, model, report);
    checkPaths(resource, byName, report);
    checkGroups(resource, report);
    checkNeighbours(resource, byName, report);
    checkStorage(resource, byName, report);
    checkCsv(resource, byName, report);
  }
  return [
    ...problems,
    ...checkSettings(model),
    ...checkTabs(model),
    ...checkRoles(model),
    ...checkPages(model),
    ...checkDemonstration(model),
    ...checkLeftOut(model.handWritten, model.resources),
    ...checkBusinessRules(model.handWritten, [...byName.keys()]),
  ];
}

function checkName({ name, source }: ResourceModel, report: Report): void {
  if (!source.file.endsWith(`/${name}.schema.json`)) {
    report(["$id"], `"${name}" stands in another file`, `name the file ${name}.schema.json`);
  }
}

function checkField(
  resource: ResourceModel,
  field: FieldModel,
  byName: ReadonlyMap<string, ResourceModel>,
  model: Model,
  report: Report,
): void {
  const path = ["properties", ...field.path.flatMap((name, index) => (index > 0 ? ["properties", name] : [name]))];
  const label = field.path.join(".");
  if (!field.kind) {
    const items = field.schema.items?.type;
    const hint =
      items === "integer"
        ? 'say what the numbers refer to: "items": { "type": "integer", "x-field": { "reference": "..." } }'
        : "give type, format or x-field.kind so that it has a kind; docs/schema-vocabulary.md lists them";
    report(path, `nothing can render ${label}`, hint);
  }
  const isIndexed = isInIndex(resource, field);
  if (
    field.schema.type === "string" &&
    !field.schema.enum &&
    !field.schema.maxLength &&
    !field.file &&
    (isEditable(field) || isIndexed)
  ) {
    const { format = "" } = field.schema;
    const isDate = ["date-time", "date", "time-of-day"].includes(format);
    const short = isDate || field.kind === "calendarRange";
    const why = isIndexed ? "an index takes no text without a bound" : "every text has a bound";
    if (!short) report(path, `${label} has no maxLength`, `add "maxLength": ${why}`);
  }
  if (field.schema.format && field.schema.format !== "password" && !model.formats[field.schema.format]) {
    report(
      [...path, "format"],
      `format "${field.schema.format}" has no examples`,
      "add valid and invalid examples to schemas/formats.json",
    );
  }
  if (field.reference && !byName.has(field.reference.resource)) {
    report(
      [...path, "x-field", "reference"],
      `${label} refers to "${field.reference.resource}", which no schema describes`,
      `did you mean "${closest(field.reference.resource, [...byName.keys()])}"?`,
    );
  }
  for (const condition of [field.when, field.requiredWhen]) {
    for (const read of condition ? conditionPaths(condition) : []) {
      if (!resolves(resource, read, byName)) {
        report([...path, "x-field"], `the condition of ${label} reads "${read}", which is not a field`, "name a field");
      }
    }
  }
  for (const sibling of field.unique ?? []) {
    if (!resource.fields.some(({ name }) => name === sibling)) {
      report([...path, "x-field", "unique"], `${label} is unique within "${sibling}", which is not a field`);
    }
  }
  if (field.derive && !fieldAt(byName, resource.name, field.derive)) {
    report([...path, "x-field", "derive"], `${label} derives from "${field.derive}", which is not a field`);
  }
  checkFile(resource, field, { byName, path, report });
  for (const nested of field.fields ?? []) checkField(resource, nested, byName, model, report);
}

interface FilePlace {
  readonly byName: ReadonlyMap<string, ResourceModel>;
  readonly path: readonly string[];
  readonly report: Report;
}

function checkFile(resource: ResourceModel, field: FieldModel, { byName, path, report }: FilePlace): void {
  if (!field.file) return;
  const at = [...path, "x-field", "file"];
  const isCloned = [...byName.values()].some(
    ({ name, x }) => x.clone && (name === resource.name || x.clone.children?.includes(resource.name)),
  );
  if (isCloned) report(at, `copies of ${resource.name} are made without their files`, "teach clone.ts to copy them");
  if (field.path.length > 1) report(at, `${field.path.join(".")} is a file inside a structure`, "files are fields");
  const { typeField } = field.file;
  if (typeField === undefined) return;
  const told = resource.fields.find(({ name }) => name === typeField);
  if (!told?.readOnly || told.schema.type !== "string" || told.computed) {
    report(at, `typeField "${typeField}" is no text that only the server sets`, "add it: type string, readOnly");
  }
}

/** Whether one of the indexes that `emit/tables.ts` makes holds the field: found by, sorted by or unique. */
function isInIndex({ x, columns }: ResourceModel, { name, path, computed, filter, unique }: FieldModel): boolean {
  if (path.length > 1 || computed) return false;
  const isSorted = columns.some(({ source, sortable }) => sortable && source === name);
  return Boolean(filter) || unique !== undefined || isSorted || (x.indexes ?? []).some((list) => list.includes(name));
}

/** Behind a reference any field counts; the platform adds `id`. */
function resolves(resource: ResourceModel, path: string, byName: ReadonlyMap<string, ResourceModel>): boolean {
  return path.endsWith(".id") || fieldAt(byName, resource.name, path) !== undefined;
}

function checkPaths(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>, report: Report): void {
  const { x } = resource;
  const names = resource.fields.map((field) => field.name);
  const expectPath = (path: string, at: readonly (string | number)[], what: string) => {
    if (!resolves(resource, path, byName)) {
      report(["x-resource", ...at], `${what} "${path}" is not a field`, `did you mean "${closest(path, names)}"?`);
    }
  };
  for (const list of ["columns", "optional"] as const) {
    for (const [index, column] of (x.list[list] ?? []).entries()) expectPath(column, ["list", list, index], "column");
  }
  for (const path of templatePaths(x.record)) expectPath(path, ["record"], "the record template's");
  for (const [name, { source }] of Object.entries(x.filters ?? {})) expectPath(source, ["filters", name], "the source");
  const filters = new Set(resource.filters.map((filter) => filter.name));
  for (const [index, filter] of (x.list.filters ?? []).entries()) {
    if (!filters.has(filter)) {
      report(
        ["x-resource", "list", "filters", index],
        `"${filter}" is not a filter`,
        'give the field "x-field": { "filter": "exact" } or describe it in x-resource.filters',
      );
    }
  }
  if (x.wire?.deleteBy && !filters.has(x.wire.deleteBy)) {
    report(["x-resource", "wire", "deleteBy"], `"${x.wire.deleteBy}" is not a filter`, "name one that there is");
  }
  if (x.list.search && !filters.has(x.list.search)) {
    report(["x-resource", "list", "search"], `the search "${x.list.search}" is not a filter`);
  }
  if (x.list.legacyTable && !x.legacyTables?.[x.list.legacyTable]) {
    report(["x-resource", "list", "legacyTable"], `no legacy table "${x.list.legacyTable}" is described here`);
  }
  for (const table of resource.legacyTables) {
    for (const column of table.columns) {
      if (column.source.startsWith("@")) continue;
      expectPath(column.source, ["legacyTables", table.path], "the legacy column");
    }
  }
}

/** Every field a person can write is in exactly one group, so that no form forgets one. */
function checkGroups(resource: ResourceModel, report: Report): void {
  const grouped = resource.groups.flatMap((group) => group.fields);
  const names = resource.fields.map((field) => field.name);
  for (const name of grouped) {
    if (!names.includes(name)) {
      report(
        ["x-resource", "groups"],
        `the group member "${name}" is not a field`,
        `did you mean "${closest(name, names)}"?`,
      );
    }
  }
  for (const name of names) {
    const count = grouped.filter((member) => member === name).length;
    const field = resource.fields.find((candidate) => candidate.name === name);
    if (count > 1) report(["x-resource", "groups"], `"${name}" stands in ${count} groups`, "keep one");
    if (count === 0 && field && isEditable(field) && field.name !== "id") {
      report(["x-resource", "groups"], `"${name}" stands in no group`, "add it to a group: a form would forget it");
    }
  }
}

function checkNeighbours(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>, report: Report): void {
  const { x } = resource;
  const expectResource = (name: string | undefined, at: readonly string[]) => {
    if (name && !byName.has(name)) {
      report(
        ["x-resource", ...at],
        `"${name}" is described by no schema`,
        `did you mean "${closest(name, [...byName.keys()])}"?`,
      );
    }
  };
  expectResource(x.parent?.resource, ["parent"]);
  expectResource(x.sharesRouteWith, ["sharesRouteWith"]);
  for (const child of x.clone?.children ?? []) expectResource(child, ["clone"]);
  const names = resource.fields.map((field) => field.name);
  const expectField = (name: string | undefined, at: readonly string[]) => {
    if (name && !names.includes(name)) {
      report(["x-resource", ...at], `"${name}" is not a field`, `did you mean "${closest(name, names)}"?`);
    }
  };
  const checkInheritance = (name: string) => {
    expectField(name, ["inheritsPreferences"]);
    const field = resource.fields.find((candidate) => candidate.name === name);
    if (!field || byName.get(field.reference?.resource ?? "")?.x.preferences) return;
    report(
      ["x-resource", "inheritsPreferences"],
      `"${name}" refers to nothing that has preferences`,
      "name a reference to a resource with preferences",
    );
  };
  expectField(x.parent?.by, ["parent"]);
  expectField(x.scope, ["scope"]);
  expectField(x.order?.by, ["order"]);
  for (const name of x.upsert ?? []) expectField(name, ["upsert"]);
  expectField(x.calendar?.events, ["calendar", "events"]);
  expectField(x.calendar?.name, ["calendar", "name"]);
  expectField(x.clone?.field, ["clone"]);
  for (const name of x.clone?.without ?? []) expectField(name, ["clone"]);
  for (const name of x.inheritsPreferences ?? []) checkInheritance(name);
  expectResource(x.preferencesBy?.resource, ["preferencesBy"]);
  const place = byName.get(x.preferencesBy?.resource ?? "");
  if (place && !place.fields.some(({ name, reference }) => name === x.preferencesBy?.by && reference)) {
    const hint = `name the field of ${place.name} that refers to ${resource.name}`;
    report(["x-resource", "preferencesBy", "by"], `"${x.preferencesBy?.by}" is no reference of ${place.name}`, hint);
  }
  expectField(x.status?.field, ["status"]);
  for (const name of x.status?.sets ?? []) expectField(name, ["status", "sets"]);
  for (const name of x.status?.reaches ?? []) expectResource(name, ["status", "reaches"]);
  for (const [index, rule] of (x.rules ?? []).entries()) {
    for (const name of rule.fields) if (!name.includes(".")) expectField(name, ["rules", String(index)]);
    if (rule.rule === "distinct" && (rule.fields.length > 1 || !rule.fields[0]?.includes("."))) {
      report(["x-resource", "rules", index], "distinct is about one field of a list's items", 'name it "list.field"');
    }
  }
  for (const [index, columns] of (x.indexes ?? []).entries()) {
    for (const name of columns) expectField(name, ["indexes", String(index)]);
  }
}

/** What has no table can not be written, joined or indexed; only what is stored has numbers for ids. */
function checkStorage(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>, report: Report): void {
  const { x, fields, operations } = resource;
  for (const field of fields) {
    const target = field.reference && byName.get(field.reference.resource);
    if (target?.x.storage !== "computed") continue;
    report(
      ["properties", field.name, "x-field", "reference"],
      `${field.name} refers to "${target.name}", whose records are computed`,
      "refer to what is stored",
    );
  }
  if (x.storage !== "computed") {
    if (fields.find(({ name }) => name === "id")?.schema.type === "string") {
      report(["properties", "id"], "the id is a text", 'only with "storage": "computed": tables number their rows');
    }
    return;
  }
  const idle = (["scope", "status", "legacyTables", "table", "indexes", "order", "clone"] as const).filter(
    (keyword) => x[keyword] !== undefined,
  );
  for (const keyword of idle) {
    report(["x-resource", keyword], `"${keyword}" needs a table, and this resource has none`, "take it away");
  }
  if (operations.includes("create") || operations.includes("update")) {
    report(
      ["x-resource", "storage"],
      "computed records can not be created or changed",
      'name "operations" without them',
    );
  }
}
