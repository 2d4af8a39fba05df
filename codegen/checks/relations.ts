import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import { TIME_FORMATS } from "../kind.ts";
import { type FieldModel, fieldAt, type ResourceModel } from "../model.ts";
import { expectPath, type Resources } from "./paths.ts";

/** The resource whose records own tenant data. */
const TENANTS = "resellers";
/** Roles of people who belong to a reseller. */
const rolesOfTenants = ["resellerMaster", "reseller", "ccare"];

type IsFit = (field: FieldModel) => boolean;

const isInteger: IsFit = ({ schema }) => schema.type === "integer";
const isText: IsFit = ({ schema }) => schema.type === "string";
const isAny: IsFit = () => true;
const isChangeable: IsFit = ({ readOnly, immutable, internal }) => !readOnly && !immutable && !internal;

/** Keywords whose values are names of fields, and what these have to be; `*` stands for each of a list or of an object. */
const FIELDS: readonly (readonly [path: string, isFit: IsFit, what: string])[] = [
  ["reorder.field", isInteger, "an integer field"],
  ["reorder.within.*", isAny, "a field"],
  ["calendar.events", ({ widget }) => widget === "events", 'a list with "widget": "events"'],
  ["calendar.name", isText, "a string field"],
  ["clone.uniqueFields.*", isText, "a string field"],
  ["clone.resetFields.*", isAny, "a field"],
  ["upsertKey.*", isStored, "a stored field"],
  ["callSimulation.*", isInteger, "an integer field"],
  ["prefixIndexes.*", isStored, "a stored field"],
  ["indexes.*.*", isStored, "a stored field"],
  ["status.field", ({ schema }) => schema.enum !== undefined, 'a field with "enum"'],
  ["status.dependentFields.*", isAny, "a field"],
  ["bulkActions.*.*", isChangeable, "a field that updates change"],
];

/** Keywords whose values are names of resources. */
const RESOURCES = [
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
  for (const [path, isFit, what] of FIELDS)
    for (const [at, given] of valuesAt(x, path)) expectField(resource, given, at, isFit, what, report);
  for (const path of RESOURCES)
    for (const [at, given] of valuesAt(x, path))
      expectOneOf(report, at, given, [...resources.keys()], "a resource with a schema");
  checkReach(resource, report);
  checkScope(resource, resources, report);
  checkSchedules(resource, report);
  checkCurrencies(resource, resources, report);
  checkAffected(resource, resources, report);
  checkOperations(resource, report);
  checkRules(resource, resources, report);
  for (const [index, one] of (x.clone?.children ?? []).entries()) {
    const child = resources.get(one);
    if (child && !child.fields.some(({ reference }) => reference?.resource === name))
      report(["x-resource", "clone", "children", index], `"${one}" has no reference to ${name}`, "a resource with one");
  }
  for (const [at, given] of valuesAt(x, "inheritsPreferences.*")) {
    const hasSome: IsFit = ({ reference }) => resources.get(reference?.resource ?? "")?.x.preferences !== undefined;
    expectField(resource, given, at, hasSome, "a reference to a resource with preferences", report);
  }
  for (const [at, given] of valuesAt(x, "ownerFilters.*")) {
    const finds: IsFit = ({ kind, name: by }) =>
      kind === "reference" && resource.filters.some((one) => one.name === by);
    expectField(resource, given, at, finds, "a reference with a filter", report);
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
    const isFit: IsFit = ({ schema }) => schema.enum?.join() === values;
    const what = "a field with these values as its enum, in this order";
    expectField(
      resource,
      x.discriminator.propertyName,
      ["x-resource", "discriminator", "propertyName"],
      isFit,
      what,
      report,
    );
    if (x.storage !== "query")
      report(
        ["x-resource", "discriminator"],
        `"discriminator" does not apply to ${name}, whose rows are no query`,
        "no such keyword",
      );
  }
  checkTable(resource, resources, report);
}

/** The names at a path below `x-resource`, each with its place. */
function valuesAt(x: object, path: string): (readonly [at: Path, name: string])[] {
  let found: (readonly [at: Path, value: unknown])[] = [[["x-resource"], x]];
  for (const step of path.split("."))
    found = found.flatMap(([at, value]) => {
      if (typeof value !== "object" || value === null) return [];
      const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      return members.filter(([key]) => step === "*" || key === step).map(([key, one]) => [[...at, key], one] as const);
    });
  return found.map(([at, value]) => [at, String(value)]);
}

function expectField(
  { name, fields }: ResourceModel,
  given: string,
  at: Path,
  isFit: IsFit,
  what: string,
  report: Report,
): void {
  const found = fields.find((one) => one.name === given);
  const known = fields.filter(isFit).map((one) => one.name);
  const names = fields.map((one) => one.name);
  if (!found) expectOneOf(report, at, given, known.length > 0 ? known : names, `a field of ${name}`);
  else if (!isFit(found)) expectOneOf(report, at, given, known, what, `${name} has no such field`);
}

/** The field must be a reference from one resource to the other. */
function expectReference(
  from: ResourceModel | undefined,
  { name }: ResourceModel,
  at: Path,
  given: string | undefined,
  report: Report,
): void {
  if (!from || given === undefined) return;
  const known = from.fields.filter(({ kind, reference }) => kind === "reference" && reference?.resource === name);
  const names = known.map((one) => one.name);
  const what = `a reference from ${from.name} to ${name}`;
  expectOneOf(report, ["x-resource", ...at], given, names, what, `${from.name} has no such field`);
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
        (one) => one.name === column && one.kind === "reference" && one.reference?.resource === TENANTS,
      ),
    );
  const known = fields.filter(isTenant).map((one) => one.name);
  const what = `a stored reference from ${name} to ${TENANTS}`;
  expectOneOf(report, ["x-resource", "scope"], x.scope, known, what, `${name} has no such field`);
}

/** Nothing else limits a role of one reseller: it would read and delete the rows of all tenants. */
function checkReach({ x, access, scope }: ResourceModel, report: Report): void {
  if ((scope ?? x.visibilityNote ?? x.unscoped) !== undefined) return;
  for (const role of rolesOfTenants) {
    const { create: _, ...reaching } = access[role] ?? {};
    if (Object.keys(reaching).length > 0)
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
    const at = (...member: Path) => ["properties", name, "x-field", "schedule", ...member];
    const lists = fields.filter((one) => one.schema.type === "array" && one.fields && !one.readOnly);
    const list = lists.find((one) => one.name === schedule.list);
    if (!list) report(at("list"), `"${schedule.list}" is no list of objects`, "the name of one");
    const members = (list?.fields ?? []).map((one) => one.name);
    for (const member of list ? (["valueField", "startField"] as const) : [])
      expectOneOf(report, at(member), schedule[member], members, `a member of ${schedule.list}`, `no such member`);
    if (list)
      expectAll(
        report,
        at("seriesFields"),
        schedule.seriesFields,
        members,
        `a member of ${schedule.list}`,
        "no such member",
      );
  }
}

/** Resources whose records a change of a field concerns. */
function checkAffected(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const { name, affects, inlineEdit } of resource.fields) {
    if (!affects) continue;
    const at = ["properties", name, "x-field", "affects"];
    if (inlineEdit !== "confirm") report(at, `"affects" of ${name} requires a question`, '"inlineEdit": "confirm"');
    expectOneOf(report, [...at, "resource"], affects.resource, [...resources.keys()], "a resource");
  }
}

/** Currencies behind references, those of list items included. */
function checkCurrencies(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const { name, currency } of resource.fields)
    for (const path of currency ?? []) {
      const at = ["properties", name, "x-field", "currency"];
      const [list = "", item = "", ...behind] = path.split(".");
      const target = fieldAt(resources, resource.name, `${list}.${item}`)?.reference?.resource;
      const isInList = resource.fields.some((one) => one.name === list && one.fields !== undefined);
      const held = isInList && behind.length > 0 ? resources.get(target ?? "") : undefined;
      if (held) expectPath(behind.join("."), held, resources, at, report);
      else expectPath(path, resource, resources, at, report);
    }
}

/** Values of the status field. */
export function checkStates({ x, fields }: ResourceModel, report: Report): void {
  const { status } = x;
  const choices = fields.find((one) => one.name === status?.field)?.schema.enum;
  if (!status || !choices) return;
  for (const path of ["terminated", "softDeleteValue", "hiddenValues.*", "readOnlyValues.*"])
    for (const [at, given] of valuesAt(x, `status.${path}`))
      expectOneOf(report, at, given, choices, `valid for ${status.field}`);
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
] as const;

function checkOperations({ x, fields, operations }: ResourceModel, report: Report): void {
  for (const [operation, keyword] of OPERATION_OF_KEYWORD) {
    if (x[keyword] === undefined || operations.includes(operation)) continue;
    report(
      ["x-resource", keyword],
      `"${keyword}" requires the operation "${operation}"`,
      `"${operation}" in x-resource.operations`,
    );
  }
  if (x.api?.bulkDeleteFilter !== undefined && !operations.includes("delete"))
    report(
      ["x-resource", "api", "bulkDeleteFilter"],
      '"bulkDeleteFilter" requires the operation "delete"',
      '"delete" in x-resource.operations',
    );
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

/** How many fields each rule takes: minimum and maximum. */
const FIELDS_OF_RULE: Readonly<Record<string, readonly [number, number]>> = {
  together: [2, Number.POSITIVE_INFINITY],
  before: [2, 2],
  differs: [2, 2],
  distinct: [1, 1],
};

function checkRules(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const [index, { rule, fields, orEqual }] of (resource.x.rules ?? []).entries()) {
    const at = (...path: Path) => ["x-resource", "rules", index, ...path];
    const [least, most] = FIELDS_OF_RULE[rule] ?? [1, 1];
    if (fields.length < least || fields.length > most)
      report(
        at("fields"),
        `rule "${rule}" has too ${fields.length < least ? "few" : "many"} fields: ${fields.length}`,
        least === most ? `${least}` : `at least ${least}`,
      );
    const lists = new Set(fields.map((path) => path.split(".").slice(0, -1).join(".")));
    if (lists.size > 1)
      report(
        at("fields"),
        `fields ${fields.join(", ")} are not in the same object`,
        "fields of the record, or of one list",
      );
    if (rule === "distinct" && lists.has(""))
      report(at("fields"), `"${fields[0]}" is not inside a list`, '"list.field"');
    if (orEqual !== undefined && rule !== "before")
      report(at("orEqual"), `"orEqual" does not apply to rule "${rule}"`, 'rule "before"');
    for (const [place, path] of fields.entries()) {
      const field = expectPath(path, resource, resources, at("fields", place), report);
      const list = path.includes(".") ? fieldAt(resources, resource.name, path.split(".")[0] ?? "") : undefined;
      if (list && list.schema.type !== "array")
        report(
          at("fields", place),
          `"${path}" is not inside a list`,
          "a field of the record, or of the items of a list",
        );
      if (rule === "before" && field && !TIME_FORMATS.includes(field.schema.format ?? ""))
        report(at("fields", place), `"${path}" is not a date or time`, `one of the formats ${TIME_FORMATS.join(", ")}`);
    }
  }
}

function checkTable({ name, x: { table } }: ResourceModel, resources: Resources, report: Report): void {
  if (!table) return;
  const others = [...resources.values()].filter((other) => other.name !== name && other.table.name === table.name);
  if (table.name !== name && others.length === 0) {
    const known = [...resources.values()].filter((other) => other.name !== name).map((other) => other.table.name);
    expectOneOf(
      report,
      ["x-resource", "table", "name"],
      table.name,
      [...new Set(known)],
      "the table of another resource",
    );
    return;
  }
  const columns = [...others, ...[resources.get(name) ?? []].flat()].flatMap(({ fields }) => fields.filter(isStored));
  const known = [...new Set(columns.map((one) => one.name))];
  for (const column of Object.keys(table.where ?? {}))
    expectOneOf(report, ["x-resource", "table", "where", column], column, known, `a column of ${table.name}`);
}
