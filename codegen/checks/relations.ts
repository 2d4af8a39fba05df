import { declarableRules } from "../../src/core/validation/businessRules.ts";
import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import { TIME_FORMATS } from "../kind.ts";
import { type FieldModel, fieldAt, type Model, type ResourceModel } from "../model.ts";
import { expectPath, type Resources } from "./paths.ts";

/** The resource whose records own tenant data. */
const TENANTS = "resellers";

type FieldTest = (field: FieldModel) => boolean;

const isInteger: FieldTest = ({ schema }) => schema.type === "integer";
const isText: FieldTest = ({ schema }) => schema.type === "string";
const isAny: FieldTest = () => true;
const isChangeable: FieldTest = ({ readOnly, immutable, internal }) => !readOnly && !immutable && !internal;

/** Keywords whose values are names of fields, and what these have to be; `*` stands for each of a list or of an object. */
const FIELD_KEYWORDS: readonly (readonly [path: string, isFit: FieldTest, what: string])[] = [
  ["reorder.field", isInteger, "an integer field"],
  ["reorder.within.*", isAny, "a field"],
  ["calendar.events", ({ widget }) => widget === "events", 'a list with "widget": "events"'],
  ["calendar.name", isText, "a string field"],
  ["clone.uniqueFields.*", isText, "a string field"],
  ["clone.resetFields.*", isAny, "a field"],
  ["upsertKey.*", isStored, "a stored field"],
  ["prefixIndexes.*", isStored, "a stored field"],
  ["indexes.*.*", isStored, "a stored field"],
  ["status.field", ({ schema }) => schema.enum !== undefined, 'a field with "enum"'],
  ["status.dependentFields.*", isAny, "a field"],
  ["bulkActions.*.*", isChangeable, "a field that updates change"],
];

/** Keywords whose values are names of resources. */
const RESOURCE_KEYWORDS = [
  "clone.children.*",
  "childPreferences.resource",
  "sharesRouteWith",
  "canonicalResource",
  "discriminator.mapping.*",
  "parent.resource",
  "status.cascadesTo.*",
];

/** Keywords that relate a resource to others: scope, parent, status, order, copies and shared tables. */
export function checkRelations(resource: ResourceModel, resources: Resources, report: Report): void {
  const { name, x } = resource;
  for (const [path, isFit, what] of FIELD_KEYWORDS)
    for (const [keywordPath, value] of namesAtPath(x, path))
      expectField(resource, value, keywordPath, isFit, what, report);
  for (const path of RESOURCE_KEYWORDS)
    for (const [keywordPath, value] of namesAtPath(x, path))
      expectOneOf(report, keywordPath, value, [...resources.keys()], "a resource with a schema");
  checkScope(resource, resources, report);
  checkSchedules(resource, report);
  checkCurrencies(resource, resources, report);
  checkAffects(resource, resources, report);
  checkOperations(resource, report);
  checkRules(resource, resources, report);
  for (const [index, childName] of (x.clone?.children ?? []).entries()) {
    const child = resources.get(childName);
    if (child && !child.fields.some(({ reference }) => reference?.resource === name))
      report(
        ["x-resource", "clone", "children", index],
        `"${childName}" has no reference to ${name}`,
        "a resource with one",
      );
  }
  for (const [keywordPath, value] of namesAtPath(x, "inheritsPreferences.*")) {
    const hasPreferences: FieldTest = ({ reference }) =>
      resources.get(reference?.resource ?? "")?.x.preferences !== undefined;
    expectField(resource, value, keywordPath, hasPreferences, "a reference to a resource with preferences", report);
  }
  for (const [keywordPath, value] of namesAtPath(x, "ownerFilters.*")) {
    const hasFilter: FieldTest = ({ kind, name: by }) =>
      kind === "reference" && resource.filters.some((filter) => filter.name === by);
    expectField(resource, value, keywordPath, hasFilter, "a reference with a filter", report);
  }
  expectReference(
    x.childPreferences && resources.get(x.childPreferences.resource),
    resource,
    ["childPreferences", "reference"],
    x.childPreferences?.reference,
    report,
  );
  const parent = x.parent && resources.get(x.parent.resource);
  expectReference(parent && resource, parent ?? resource, ["parent", "reference"], x.parent?.reference, report);
  const guest = resources.get(x.sharesRouteWith ?? "");
  if (guest && guest.x.route !== x.route)
    report(
      ["x-resource", "sharesRouteWith"],
      `"${guest.name}" has the route ${guest.x.route}`,
      `${x.route}, the route of ${name}`,
    );
  if (x.discriminator) {
    const values = Object.keys(x.discriminator.mapping).join();
    const isFit: FieldTest = ({ schema }) => schema.enum?.join() === values;
    const what = "a field with these values as its enum, in this order";
    expectField(
      resource,
      x.discriminator.propertyName,
      ["x-resource", "discriminator", "propertyName"],
      isFit,
      what,
      report,
    );
    const choices = fieldAt(resources, name, x.discriminator.propertyName)?.schema.enum ?? [];
    for (const value of choices.length > 0 ? Object.keys(x.discriminator.mapping) : [])
      expectOneOf(report, ["x-resource", "discriminator", "mapping", value], value, choices, "a value of the field");
    if (x.storage !== "query")
      report(
        ["x-resource", "discriminator"],
        `"discriminator" does not apply to ${name}, whose rows are no query`,
        "no such keyword",
      );
  }
  checkTable(resource, resources, report);
  checkBusinessRules(resource, report);
}

/** The names at a path below `x-resource`, each with its own path. */
function namesAtPath(x: object, path: string): (readonly [at: Path, name: string])[] {
  let matches: (readonly [at: Path, value: unknown])[] = [[["x-resource"], x]];
  for (const step of path.split("."))
    matches = matches.flatMap(([path, value]) => {
      if (typeof value !== "object" || value === null) return [];
      const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      return members
        .filter(([key]) => step === "*" || key === step)
        .map(([key, member]) => [[...path, key], member] as const);
    });
  return matches.map(([path, value]) => [path, String(value)]);
}

function expectField(
  { name, fields }: ResourceModel,
  requested: string,
  path: Path,
  isFit: FieldTest,
  what: string,
  report: Report,
): void {
  const field = fields.find((candidate) => candidate.name === requested);
  const allowed = fields.filter(isFit).map(({ name }) => name);
  const names = fields.map(({ name }) => name);
  if (!field) expectOneOf(report, path, requested, allowed.length > 0 ? allowed : names, `a field of ${name}`);
  else if (!isFit(field)) expectOneOf(report, path, requested, allowed, what, `${name} has no such field`);
}

/** The field must be a reference from one resource to the other. */
function expectReference(
  from: ResourceModel | undefined,
  { name }: ResourceModel,
  path: Path,
  requested: string | undefined,
  report: Report,
): void {
  if (!from || requested === undefined) return;
  const references = from.fields.filter(({ kind, reference }) => kind === "reference" && reference?.resource === name);
  const names = references.map((reference) => reference.name);
  const what = `a reference from ${from.name} to ${name}`;
  expectOneOf(report, ["x-resource", ...path], requested, names, what, `${from.name} has no such field`);
}

function isStored({ computed, fields }: FieldModel): boolean {
  return !computed && fields === undefined;
}

/**
 * Rows are compared with the reseller of the user: the id of anything else would show one tenant's rows to another. The
 * reference may be declared by another resource in the same table.
 */
function checkScope({ name, x, fields, table }: ResourceModel, resources: Resources, report: Report): void {
  if (x.scope === undefined) return;
  const sameTable = [...resources.values()].filter((other) => other.table.name === table.name);
  const isTenant = ({ name: column, computed }: FieldModel) =>
    !computed &&
    sameTable.some((other) =>
      other.fields.some(
        (field) => field.name === column && field.kind === "reference" && field.reference?.resource === TENANTS,
      ),
    );
  const allowed = fields.filter(isTenant).map((field) => field.name);
  const what = `a stored reference from ${name} to ${TENANTS}`;
  expectOneOf(report, ["x-resource", "scope"], x.scope, allowed, what, `${name} has no such field`);
}

/** Nothing else limits a role that is not said to reach all resellers: it would read and delete the rows of all tenants. */
export function checkTenantAccess({ x, access, scope }: ResourceModel, { data }: Model["roles"], report: Report): void {
  if ((scope ?? x.visibilityNote ?? x.unscoped) !== undefined) return;
  const unlimited = data.roles.filter(({ allResellers }) => allResellers).map(({ name }) => name);
  for (const [role, { create: _, ...reaching }] of Object.entries(access)) {
    if (Object.keys(reaching).length > 0 && !unlimited.includes(role))
      report(
        ["x-resource", "access", role],
        `"${role}" would reach the rows of all resellers`,
        '"scope", "visibilityNote" with a hook that limits them, or the reason in "unscoped"',
      );
  }
}

/** Lists of values to come. */
function checkSchedules({ fields }: ResourceModel, report: Report): void {
  for (const { name, schedule } of fields) {
    if (!schedule) continue;
    const pathTo = (...member: Path) => ["properties", name, "x-field", "schedule", ...member];
    const lists = fields.filter((field) => field.schema.type === "array" && field.fields && !field.readOnly);
    const list = lists.find((field) => field.name === schedule.list);
    if (!list) report(pathTo("list"), `"${schedule.list}" is no list of objects`, "the name of one");
    const members = (list?.fields ?? []).map((member) => member.name);
    for (const member of list ? (["valueField", "startField"] as const) : [])
      expectOneOf(report, pathTo(member), schedule[member], members, `a member of ${schedule.list}`, `no such member`);
    if (list)
      expectAll(
        report,
        pathTo("seriesFields"),
        schedule.seriesFields,
        members,
        `a member of ${schedule.list}`,
        "no such member",
      );
  }
}

/** Resources whose records a change of a field concerns. */
function checkAffects(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const { name, affects, inlineEdit } of resource.fields) {
    if (!affects) continue;
    const path = ["properties", name, "x-field", "affects"];
    if (inlineEdit !== "confirm") report(path, `"affects" of ${name} requires a question`, '"inlineEdit": "confirm"');
    expectOneOf(report, [...path, "resource"], affects.resource, [...resources.keys()], "a resource");
    const target = resources.get(affects.resource);
    if (!target) continue;
    // Hooks filter by references, too.
    const references = target.fields.filter(({ reference }) => reference?.resource === resource.name);
    const filters = [...new Set([...target.filters, ...references].map((filter) => filter.name))];
    expectOneOf(report, [...path, "target"], affects.target, filters, `a filter of ${target.name}`);
  }
}

/** Currencies behind references, those of list items included. */
function checkCurrencies(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const { name, currency } of resource.fields) {
    for (const path of currency ?? []) {
      const keywordPath = ["properties", name, "x-field", "currency"];
      const [list = "", item = "", ...segments] = path.split(".");
      const target = fieldAt(resources, resource.name, `${list}.${item}`)?.reference?.resource;
      const isInList = resource.fields.some((field) => field.name === list && field.fields !== undefined);
      const itemResource = isInList && segments.length > 0 ? resources.get(target ?? "") : undefined;
      if (itemResource) expectPath(segments.join("."), itemResource, resources, keywordPath, report);
      else expectPath(path, resource, resources, keywordPath, report);
    }
  }
}

/** Values of the status field. */
export function checkStates({ x, fields }: ResourceModel, report: Report): void {
  const { status } = x;
  const choices = fields.find((field) => field.name === status?.field)?.schema.enum;
  if (!status || !choices) return;
  for (const path of ["terminated", "softDeleteValue", "hiddenValues.*", "readOnlyValues.*"])
    for (const [keywordPath, value] of namesAtPath(x, `status.${path}`))
      expectOneOf(report, keywordPath, value, choices, `valid for ${status.field}`);
}

/** Keywords that require an operation. */
const OPERATION_OF_KEYWORD = [
  ["create", "variants"],
  ["create", "createPath"],
  ["create", "clone"],
  ["create", "upsertKey"],
  ["create", "composite"],
  ["update", "reorder"],
  ["update", "bulkActions"],
  ["update", "actions"],
] as const;

/** Operations that set fields. */
const WRITES: readonly (readonly [operation: string, isSet: FieldTest])[] = [
  ["create", ({ readOnly, internal }) => !readOnly && !internal],
  ["update", isChangeable],
];

function checkOperations(resource: ResourceModel, report: Report): void {
  const { x, fields, operations } = resource;
  for (const [operation, keyword] of OPERATION_OF_KEYWORD) {
    if (x[keyword] === undefined || operations.includes(operation)) continue;
    report(
      ["x-resource", keyword],
      `"${keyword}" requires the operation "${operation}"`,
      `"${operation}" in x-resource.operations`,
    );
  }
  for (const [operation, isSet] of WRITES) {
    if (operations.includes(operation) && !fields.some(isSet))
      report(
        ["x-resource", x.operations ? "operations" : "access"],
        `"${operation}" has nothing to set: no field of ${resource.name} can be written`,
        `a field without "readOnly", or x-resource.operations without "${operation}"`,
      );
  }
  if (operations.includes("list") && x.list.columns.length === 0)
    report(["x-resource", "list", "columns"], `the list of ${resource.name} has no columns`, "at least one field");
  if (operations.includes("update")) return;
  for (const field of fields) {
    const keyword = field.inlineEdit ? "inlineEdit" : field.excludeFromBulk ? "excludeFromBulk" : undefined;
    if (keyword)
      report(
        ["properties", field.name, "x-field", keyword],
        `"${keyword}" of ${field.name} requires the operation "update"`,
        '"update" in x-resource.operations',
      );
  }
}

/** Minimum and maximum number of fields of each rule. */
const FIELDS_OF_RULE: Readonly<Record<string, readonly [number, number]>> = {
  together: [2, Number.POSITIVE_INFINITY],
  before: [2, 2],
  differs: [2, 2],
  distinct: [1, 1],
};

function checkRules(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const [index, { rule, fields, orEqual }] of (resource.x.rules ?? []).entries()) {
    const pathTo = (...path: Path) => ["x-resource", "rules", index, ...path];
    const [min, max] = FIELDS_OF_RULE[rule] ?? [1, 1];
    if (fields.length < min || fields.length > max)
      report(
        pathTo("fields"),
        `rule "${rule}" has too ${fields.length < min ? "few" : "many"} fields: ${fields.length}`,
        min === max ? `${min}` : `at least ${min}`,
      );
    const lists = new Set(fields.map((path) => path.split(".").slice(0, -1).join(".")));
    if (lists.size > 1)
      report(
        pathTo("fields"),
        `fields ${fields.join(", ")} are not in the same object`,
        "fields of the record, or of one list",
      );
    if (rule === "distinct" && lists.has(""))
      report(pathTo("fields"), `"${fields[0]}" is not inside a list`, '"list.field"');
    if (orEqual !== undefined && rule !== "before")
      report(pathTo("orEqual"), `"orEqual" does not apply to rule "${rule}"`, 'rule "before"');
    for (const [position, path] of fields.entries()) {
      const field = expectPath(path, resource, resources, pathTo("fields", position), report);
      const list = path.includes(".") ? fieldAt(resources, resource.name, path.split(".")[0] ?? "") : undefined;
      if (list && list.schema.type !== "array")
        report(
          pathTo("fields", position),
          `"${path}" is not inside a list`,
          "a field of the record, or of the items of a list",
        );
      if (rule === "before" && field && !TIME_FORMATS.includes(field.schema.format ?? ""))
        report(
          pathTo("fields", position),
          `"${path}" is not a date or time`,
          `one of the formats ${TIME_FORMATS.join(", ")}`,
        );
    }
  }
}

function checkTable({ name, x: { table } }: ResourceModel, resources: Resources, report: Report): void {
  if (!table) return;
  const sharing = [...resources.values()].filter((other) => other.name !== name && other.table.name === table.name);
  if (table.name !== name && sharing.length === 0) {
    const allowed = [...resources.values()].filter((other) => other.name !== name).map((other) => other.table.name);
    expectOneOf(
      report,
      ["x-resource", "table", "name"],
      table.name,
      [...new Set(allowed)],
      "the table of another resource",
    );
    return;
  }
  const columns = [...sharing, ...[resources.get(name) ?? []].flat()].flatMap(({ fields }) => fields.filter(isStored));
  const allowed = [...new Set(columns.map((column) => column.name))];
  for (const column of Object.keys(table.where ?? {}))
    expectOneOf(report, ["x-resource", "table", "where", column], column, allowed, `a column of ${table.name}`);
}

/** Rules that hooks check: they must have a text, and be reported at fields of the record. */
function checkBusinessRules({ name, fields, x }: ResourceModel, report: Report): void {
  const allowed = fields.filter(({ internal }) => !internal).flatMap((field) => pointersIn(field, ""));
  for (const [rule, pointers] of Object.entries(x.businessRules ?? {})) {
    const path = ["x-resource", "businessRules", rule];
    expectOneOf(report, path, rule, declarableRules, "a business rule");
    expectAll(report, path, pointers, allowed, `the pointer of a field of ${name}`);
  }
}

/** The pointers of a field, of its items and of the fields inside. */
function pointersIn({ name, schema, fields = [] }: FieldModel, prefix: string): string[] {
  const pointer = `${prefix}/${name}`;
  const inner = schema.type === "array" ? `${pointer}/*` : pointer;
  return [...new Set([pointer, inner]), ...fields.flatMap((field) => pointersIn(field, inner))];
}
