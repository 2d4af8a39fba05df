import { listParameters } from "../../src/core/values/filterValue.ts";
import { templatePaths } from "../../src/core/values/recordTitle.ts";
import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import { TIME_FORMATS } from "../kind.ts";
import { type FieldModel, fieldAt, type ResourceModel, unfilteredTables } from "../model.ts";
import { isEditable } from "../normalize.ts";
import { expectPath, type Resources } from "./paths.ts";
import { parameterError, valueError } from "./values.ts";

/** Keywords of lists and forms: columns, filters, order, templates, groups and variants. */
export function checkScreens(resource: ResourceModel, resources: Resources, report: Report): void {
  checkColumns(resource, resources, report);
  checkFilters(resource, resources, report);
  checkGroups(resource, report);
  checkVariants(resource, report);
}

function checkColumns(resource: ResourceModel, resources: Resources, report: Report): void {
  const { name, x, fields } = resource;
  const visited = new Set<string>();
  for (const list of ["columns", "hiddenColumns"] as const) {
    for (const [index, column] of (x.list[list] ?? []).entries()) {
      const path = ["x-resource", "list", list, index];
      const field = expectPath(column, resource, resources, path, report);
      if (field) expectDisplayable(column, resource, resources, path, report);
      if (visited.has(column)) report(path, `duplicate column "${column}"`, "each column once");
      visited.add(column);
    }
  }
  checkTemplate(x.recordRepresentation, resource, resources, ["x-resource", "recordRepresentation"], report);
  checkSearch(resource, resources, report);
  const sort = x.list.sort?.replace(/^-/, "");
  if (sort !== undefined) {
    const isSorted = (field: FieldModel) => x.storage === "computed" || (!field.computed && field.fields === undefined);
    expectOneOf(
      report,
      ["x-resource", "list", "sort"],
      sort,
      fields.filter(isSorted).map((field) => field.name),
      `a stored field of ${name}`,
    );
  }
  const summed = fields.filter(isSummable).map((field) => field.name);
  expectAll(report, ["x-resource", "list", "sums"], x.list.sums, summed, `a stored number of ${name}`);
  for (const table of resource.legacyTables) {
    const path = ["x-resource", "legacyTables", table.path];
    const references = fields.filter((field) => field.reference && !field.computed).map((field) => field.name);
    if (table.of !== undefined) expectOneOf(report, path, table.of, references, `a stored reference of ${name}`);
    for (const [index, column] of table.columns.entries()) {
      if (column.source.startsWith("@")) continue;
      expectPath(column.source, resource, resources, [...path, "columns", index], report);
    }
  }
  if (x.list.legacyTable !== undefined) {
    const tables = unfilteredTables(resource);
    expectOneOf(report, ["x-resource", "list", "legacyTable"], x.list.legacyTable, tables, `a legacy table of ${name}`);
  }
}

/** Searches compare stored texts; those behind references are one step away. */
function checkSearch(resource: ResourceModel, resources: Resources, report: Report): void {
  const { name, x } = resource;
  const isText = ({ schema, computed, secret }: FieldModel) => schema.type === "string" && !computed && !secret;
  for (const [index, path] of (x.list.searchFields ?? []).entries()) {
    const keywordPath = ["x-resource", "list", "searchFields", index];
    const field = expectPath(path, resource, resources, keywordPath, report);
    if (field && (!isText(field) || path.split(".").length > 2))
      report(keywordPath, `"${path}" cannot be searched`, "a stored text of the record, or of one that it refers to");
  }
  const { searchNumbers } = x.list;
  if (!searchNumbers) return;
  const pathTo = (key: string) => ["x-resource", "list", "searchNumbers", key];
  const { resource: holder = name } = searchNumbers;
  expectOneOf(report, pathTo("resource"), holder, [...resources.keys()], "a resource with a schema");
  const target = resources.get(holder);
  if (!target) return;
  if (!resource.searchNumbers)
    report(pathTo("resource"), `"${holder}" has no reference to ${name}`, "a resource with one");
  const allowed = target.fields.filter(isText).map((field) => field.name);
  expectOneOf(report, pathTo("field"), searchNumbers.field, allowed, `a stored text of ${holder}`);
}

const SUMMABLE_KINDS = ["integer", "decimal", "money", "duration"];

function isSummable({ kind, computed, internal }: FieldModel): boolean {
  return SUMMABLE_KINDS.includes(kind) && !computed && !internal;
}

/** A field behind a reference can be displayed if the API expands the reference, and it has one value per record. */
function expectDisplayable(
  path: string,
  { name }: ResourceModel,
  resources: Resources,
  keywordPath: Path,
  report: Report,
): void {
  const shown = fieldAt(resources, name, path);
  if (shown && !shown.file && (shown.internal || shown.writeOnly))
    report(keywordPath, `"${path}" is never returned`, 'a field without "internal" and "writeOnly"');
  const steps = path.split(".");
  for (const index of steps.slice(1).keys()) {
    const step = steps.slice(0, index + 1).join(".");
    const field = fieldAt(resources, name, step);
    if (field?.schema.type === "array")
      report(keywordPath, `"${path}" is inside the list ${step}`, "a field with one value per record");
    else if (field?.reference?.expand === false)
      report(keywordPath, `"${path}" is behind ${step}, which has "expand": false`, "a reference that is expanded");
  }
}

/** A title such as `{company|email} ({id})`. */
export function checkTemplate(
  template: string,
  resource: ResourceModel,
  resources: Resources,
  keywordPath: Path,
  report: Report,
): void {
  const paths = templatePaths(template);
  const isBalanced = /^[^{}]*(\{[^{}]+\}[^{}]*)*$/.test(template);
  if (paths.length === 0 || !isBalanced) {
    report(keywordPath, `"${template}" is not a template`, "fields in braces, such as {name|id}");
    return;
  }
  for (const path of paths)
    if (expectPath(path, resource, resources, keywordPath, report))
      expectDisplayable(path, resource, resources, keywordPath, report);
}

const NUMBER_TYPES = ["integer", "number"];
function checkFilters(resource: ResourceModel, resources: Resources, report: Report): void {
  const { name, x, fields } = resource;
  const pathTo = (...path: Path) => ["x-resource", ...path];
  const fieldFilters = new Set(fields.filter((field) => field.filter).map((field) => field.name));
  for (const [filter, { source, match }] of Object.entries(x.filters ?? {})) {
    if (fieldFilters.has(filter))
      report(pathTo("filters", filter), `filter "${filter}" is already declared by a field`, "a unique name");
    const field = expectPath(source, resource, resources, pathTo("filters", filter, "source"), report);
    if (!field) continue;
    if (typeof field.computed === "string")
      report(pathTo("filters", filter, "source"), `"${source}" is computed by an expression`, "a stored field");
    const { type = "", format = "" } = field.schema;
    const isOrdered = NUMBER_TYPES.includes(type) || TIME_FORMATS.includes(format);
    if (["gt", "ge", "lt", "le"].includes(match) && !isOrdered)
      report(
        pathTo("filters", filter, "match"),
        `match "${match}" does not apply to ${source} of type ${type}`,
        "wildcard, exact, list or not",
      );
    if (match === "wildcard" && type !== "string" && type !== "object" && type !== "array")
      report(
        pathTo("filters", filter, "match"),
        `match "wildcard" does not apply to ${source} of type ${type}`,
        "exact, list or not",
      );
  }
  for (const filter of [...fieldFilters, ...Object.keys(x.filters ?? {})]) {
    const keywordPath = fieldFilters.has(filter) ? (["properties", filter] as const) : pathTo("filters", filter);
    if (listParameters.has(filter))
      report([...keywordPath], `filter "${filter}" is a query parameter of every list`, "another name");
  }
  const allowed = resource.filters.map((filter) => filter.name);
  const what = `a filter of ${name}`;
  expectAll(report, pathTo("list", "filters"), x.list.filters, allowed, what);
  if (x.list.searchFilter !== undefined)
    expectOneOf(report, pathTo("list", "searchFilter"), x.list.searchFilter, allowed, what);
  for (const [filter, value] of Object.entries(x.list.filterDefaultValues ?? {}))
    checkFilterValue(filter, value, resource, resources, pathTo("list", "filterDefaultValues", filter), report);
}

/** A filter that a schema sets must exist, and be able to match the value. */
export function checkFilterValue(
  name: string,
  value: string | number | boolean,
  resource: ResourceModel,
  resources: Resources,
  path: Path,
  report: Report,
): void {
  const filter = resource.filters.find((candidate) => candidate.name === name);
  if (!filter) {
    const allowed = resource.filters.map(({ name }) => name);
    expectOneOf(report, path, name, allowed, `a filter of ${resource.name}`);
    return;
  }
  const field = fieldAt(resources, resource.name, filter.source);
  const message = field && parameterError(field, filter.match, value);
  if (message) report(path, ...message);
}

/** Whether no form asks for the field, nor shows it as a result. */
function isGiven({ readOnly, computed }: FieldModel): boolean {
  return readOnly && typeof computed !== "string";
}

/** Every writable field is in exactly one group, so that no form omits it. */
function checkGroups(resource: ResourceModel, report: Report): void {
  const grouped = resource.groups.flatMap((group) => group.fields);
  const names = resource.fields.map((field) => field.name);
  for (const group of resource.groups) {
    if (resource.x.groups && group.fields.length === 0)
      report(["x-resource", "groups", group.name], `group "${group.name}" has no fields`, "a field, or no such group");
    for (const [index, name] of group.fields.entries()) {
      expectOneOf(report, ["x-resource", "groups", group.name, index], name, names, `a field of ${resource.name}`);
      if (grouped.indexOf(name) !== grouped.lastIndexOf(name))
        report(
          ["x-resource", "groups", group.name, index],
          `field "${name}" is in several groups`,
          "exactly one group",
        );
      if (resource.fields.find((field) => field.name === name)?.apiOnly)
        report(["x-resource", "groups", group.name, index], `field "${name}" is for the API only`, "no group");
      // Groups are the parts of pages, too, of records that the platform alone makes.
      if (
        resource.operations.includes("create") &&
        resource.fields.some((field) => field.name === name && isGiven(field))
      )
        report(
          ["x-resource", "groups", group.name, index],
          `field "${name}" is read-only`,
          "a field that forms ask for",
        );
    }
  }
  for (const field of resource.fields) {
    if (grouped.includes(field.name) || !isEditable(field) || field.name === "id") continue;
    report(["x-resource", "groups"], `field "${field.name}" is in no group`, "exactly one group");
  }
}

function checkVariants({ name, x, fields }: ResourceModel, report: Report): void {
  const names = fields.map((field) => field.name);
  const what = `a field of ${name}`;
  for (const [variant, { preset, fields: variantFields, required }] of Object.entries(x.variants ?? {})) {
    const pathTo = (...path: Path) => ["x-resource", "variants", variant, ...path];
    for (const [key, value] of Object.entries(preset)) {
      const field = fields.find((candidate) => candidate.name === key);
      const message = field && valueError(field, value);
      if (!field) expectOneOf(report, pathTo("preset", key), key, names, what);
      else if (message) report(pathTo("preset", key), ...message);
    }
    expectAll(report, pathTo("fields"), variantFields, names, what);
    for (const [index, field] of (variantFields ?? []).entries())
      if (fields.some((candidate) => candidate.name === field && isGiven(candidate)))
        report(pathTo("fields", index), `field "${field}" is read-only`, "fields that a form asks for");
    expectAll(report, pathTo("required"), required, names, what);
  }
}
