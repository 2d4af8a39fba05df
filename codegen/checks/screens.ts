import { listParameters } from "../../src/core/values/filterValue.ts";
import { templatePaths } from "../../src/core/values/recordTitle.ts";
import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import { TIME_FORMATS } from "../kind.ts";
import { type FieldModel, fieldAt, type ResourceModel, wholeTables } from "../model.ts";
import { isEditable } from "../normalize.ts";
import { expectPath, type Resources } from "./paths.ts";
import { faultOf, faultOfParameter } from "./values.ts";

/** Keywords of lists and forms: columns, filters, order, templates, groups and variants. */
export function checkScreens(resource: ResourceModel, resources: Resources, report: Report): void {
  checkColumns(resource, resources, report);
  checkFilters(resource, resources, report);
  checkGroups(resource, report);
  checkVariants(resource, report);
}

function checkColumns(resource: ResourceModel, resources: Resources, report: Report): void {
  const { name, x, fields } = resource;
  const seen = new Set<string>();
  for (const list of ["columns", "hiddenColumns"] as const) {
    for (const [index, column] of (x.list[list] ?? []).entries()) {
      const at = ["x-resource", "list", list, index];
      const field = expectPath(column, resource, resources, at, report);
      if (field) expectShown(column, resource, resources, at, report);
      if (seen.has(column)) report(at, `duplicate column "${column}"`, "each column once");
      seen.add(column);
    }
  }
  checkTemplate(x.recordRepresentation, resource, resources, ["x-resource", "recordRepresentation"], report);
  if (x.dialTemplate !== undefined)
    checkTemplate(x.dialTemplate, resource, resources, ["x-resource", "dialTemplate"], report);
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
  const summed = fields.filter(isSummed).map((field) => field.name);
  expectAll(report, ["x-resource", "list", "sums"], x.list.sums, summed, `a stored number of ${name}`);
  for (const table of resource.legacyTables) {
    const at = ["x-resource", "legacyTables", table.path];
    const references = fields.filter((field) => field.reference && !field.computed).map((field) => field.name);
    if (table.of !== undefined) expectOneOf(report, at, table.of, references, `a stored reference of ${name}`);
    for (const [index, column] of table.columns.entries()) {
      if (column.source.startsWith("@")) continue;
      expectPath(column.source, resource, resources, [...at, "columns", index], report);
    }
  }
  if (x.list.legacyTable !== undefined) {
    const known = wholeTables(resource);
    expectOneOf(report, ["x-resource", "list", "legacyTable"], x.list.legacyTable, known, `a legacy table of ${name}`);
  }
}

/** Searches compare stored texts; those behind references are one step away. */
function checkSearch(resource: ResourceModel, resources: Resources, report: Report): void {
  const { name, x } = resource;
  const isText = ({ schema, computed, secret }: FieldModel) => schema.type === "string" && !computed && !secret;
  for (const [index, path] of (x.list.searchFields ?? []).entries()) {
    const at = ["x-resource", "list", "searchFields", index];
    const field = expectPath(path, resource, resources, at, report);
    if (field && (!isText(field) || path.split(".").length > 2))
      report(at, `"${path}" cannot be searched`, "a stored text of the record, or of one that it refers to");
  }
  const { searchNumbers } = x.list;
  if (!searchNumbers) return;
  const at = (key: string) => ["x-resource", "list", "searchNumbers", key];
  const { resource: holder = name } = searchNumbers;
  expectOneOf(report, at("resource"), holder, [...resources.keys()], "a resource with a schema");
  const target = resources.get(holder);
  if (!target) return;
  if (!resource.searchNumbers) report(at("resource"), `"${holder}" has no reference to ${name}`, "a resource with one");
  const known = target.fields.filter(isText).map((field) => field.name);
  expectOneOf(report, at("field"), searchNumbers.field, known, `a stored text of ${holder}`);
}

const SUMMED = ["integer", "decimal", "money", "duration"];

function isSummed({ kind, computed, internal }: FieldModel): boolean {
  return SUMMED.includes(kind) && !computed && !internal;
}

/** A field behind a reference can be displayed if the API expands the reference, and it has one value per record. */
function expectShown(path: string, { name }: ResourceModel, resources: Resources, at: Path, report: Report): void {
  const steps = path.split(".");
  for (const index of steps.slice(1).keys()) {
    const step = steps.slice(0, index + 1).join(".");
    const field = fieldAt(resources, name, step);
    if (field?.schema.type === "array")
      report(at, `"${path}" is inside the list ${step}`, "a field with one value per record");
    else if (field?.reference?.expand === false)
      report(at, `"${path}" is behind ${step}, which has "expand": false`, "a reference that is expanded");
  }
}

/** A title such as `{company|email} ({id})`. */
export function checkTemplate(
  template: string,
  resource: ResourceModel,
  resources: Resources,
  at: Path,
  report: Report,
): void {
  const paths = templatePaths(template);
  const isBalanced = /^[^{}]*(\{[^{}]+\}[^{}]*)*$/.test(template);
  if (paths.length === 0 || !isBalanced) {
    report(at, `"${template}" is not a template`, "fields in braces, such as {name|id}");
    return;
  }
  for (const path of paths)
    if (expectPath(path, resource, resources, at, report)) expectShown(path, resource, resources, at, report);
}

const COMPARED = ["integer", "number"];
function checkFilters(resource: ResourceModel, resources: Resources, report: Report): void {
  const { name, x, fields } = resource;
  const at = (...path: Path) => ["x-resource", ...path];
  const own = new Set(fields.filter((field) => field.filter).map((field) => field.name));
  for (const [filter, { source, match }] of Object.entries(x.filters ?? {})) {
    if (own.has(filter))
      report(at("filters", filter), `filter "${filter}" is already declared by a field`, "a unique name");
    const field = expectPath(source, resource, resources, at("filters", filter, "source"), report);
    if (!field) continue;
    const { type = "", format = "" } = field.schema;
    const isOrdered = COMPARED.includes(type) || TIME_FORMATS.includes(format);
    if (["gt", "ge", "lt", "le"].includes(match) && !isOrdered)
      report(
        at("filters", filter, "match"),
        `match "${match}" does not apply to ${source} of type ${type}`,
        "wildcard, exact, list or not",
      );
    if (match === "wildcard" && type !== "string" && type !== "object" && type !== "array")
      report(
        at("filters", filter, "match"),
        `match "wildcard" does not apply to ${source} of type ${type}`,
        "exact, list or not",
      );
  }
  for (const filter of [...own, ...Object.keys(x.filters ?? {})]) {
    const place = own.has(filter) ? (["properties", filter] as const) : at("filters", filter);
    if (listParameters.has(filter))
      report([...place], `filter "${filter}" is a query parameter of every list`, "another name");
  }
  const known = resource.filters.map((filter) => filter.name);
  const what = `a filter of ${name}`;
  expectAll(report, at("list", "filters"), x.list.filters, known, what);
  if (x.list.searchFilter !== undefined)
    expectOneOf(report, at("list", "searchFilter"), x.list.searchFilter, known, what);
  if (x.api?.bulkDeleteFilter !== undefined)
    expectOneOf(report, at("api", "bulkDeleteFilter"), x.api.bulkDeleteFilter, known, what);
  for (const [filter, value] of Object.entries(x.list.filterDefaultValues ?? {}))
    checkFilterValue(filter, value, resource, resources, at("list", "filterDefaultValues", filter), report);
}

/** A filter that a schema sets must exist, and be able to match the value. */
export function checkFilterValue(
  name: string,
  value: string | number | boolean,
  resource: ResourceModel,
  resources: Resources,
  at: Path,
  report: Report,
): void {
  const filter = resource.filters.find((one) => one.name === name);
  if (!filter) {
    const known = resource.filters.map((one) => one.name);
    expectOneOf(report, at, name, known, `a filter of ${resource.name}`);
    return;
  }
  const field = fieldAt(resources, resource.name, filter.source);
  const fault = field && faultOfParameter(field, filter.match, value);
  if (fault) report(at, ...fault);
}

/** Every writable field is in exactly one group, so that no form omits it. */
function checkGroups(resource: ResourceModel, report: Report): void {
  const grouped = resource.groups.flatMap((group) => group.fields);
  const names = resource.fields.map((field) => field.name);
  for (const group of resource.groups) {
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
  for (const [variant, { preset, fields: asked, required }] of Object.entries(x.variants ?? {})) {
    const at = (...path: Path) => ["x-resource", "variants", variant, ...path];
    for (const [key, value] of Object.entries(preset)) {
      const field = fields.find((one) => one.name === key);
      const fault = field && faultOf(field, value);
      if (!field) expectOneOf(report, at("preset", key), key, names, what);
      else if (fault) report(at("preset", key), ...fault);
    }
    expectAll(report, at("fields"), asked, names, what);
    expectAll(report, at("required"), required, names, what);
  }
}
