import { TIME_FORMATS } from "../kind.ts";
import { type FieldModel, fieldAt, type ResourceModel } from "../model.ts";
import { expectOneOf, type Path, type Report } from "../problems.ts";
import { expectPath, type Resources } from "./paths.ts";

/** The resource whose records own tenant data. */
const TENANTS = "resellers";
/** Roles of people who belong to a reseller. */
const rolesOfTenants = ["resellerMaster", "reseller", "ccare"];

/** Keywords that relate a resource to others: scope, parent, status, order, copies and shared tables. */
export function checkRelations(resource: ResourceModel, resources: Resources, report: Report): void {
  const { name, x } = resource;
  const names = namesFor(resource, resources, report);
  const { field, resourceNamed } = names;
  checkReach(resource, report);
  checkScope(resource, resources, report);
  checkParent(resource, names, report);
  checkStatus(resource, names);
  checkBulk(resource, names);
  checkLater(resource, report);
  checkCurrencies(resource, resources, report);
  checkAffected(resource, resources, report);
  checkOperations(resource, report);
  checkRules(resource, resources, report);
  if (x.order) {
    field(x.order.by, ["order", "by"], (one) => one.schema.type === "integer", "an integer field");
    for (const [index, one] of x.order.within.entries()) field(one, ["order", "within", index]);
  }
  if (x.calendar) {
    field(x.calendar.events, ["calendar", "events"], (one) => one.as === "events", 'a list with "as": "events"');
    field(x.calendar.name, ["calendar", "name"], (one) => one.schema.type === "string", "a string field");
  }
  if (x.clone) {
    field(x.clone.field, ["clone", "field"], (one) => one.schema.type === "string", "a string field");
    for (const [index, one] of (x.clone.also ?? []).entries())
      field(one, ["clone", "also", index], ({ schema }) => schema.type === "string", "a string field");
    for (const [index, one] of (x.clone.without ?? []).entries()) field(one, ["clone", "without", index]);
    for (const [index, one] of (x.clone.children ?? []).entries()) {
      const child = resourceNamed(one, ["clone", "children", index]);
      if (child && !child.fields.some(({ reference }) => reference?.resource === name))
        report(
          ["x-resource", "clone", "children", index],
          `"${one}" has no reference to ${name}`,
          "a resource with one",
        );
    }
  }
  for (const [index, one] of (x.upsert ?? []).entries()) field(one, ["upsert", index], isStored, "a stored field");
  for (const [parameter, one] of Object.entries(x.tryOut ?? {}))
    field(one, ["tryOut", parameter], ({ schema }) => schema.type === "integer", "an integer field");
  for (const [place, one] of (x.prefixes ?? []).entries()) field(one, ["prefixes", place], isStored, "a stored field");
  for (const [index, columns] of (x.indexes ?? []).entries())
    for (const [place, one] of columns.entries()) field(one, ["indexes", index, place], isStored, "a stored field");
  for (const [index, one] of (x.inheritsPreferences ?? []).entries()) {
    const hasSome = ({ reference }: FieldModel) =>
      resources.get(reference?.resource ?? "")?.x.preferences !== undefined;
    field(one, ["inheritsPreferences", index], hasSome, "a reference to a resource with preferences");
  }
  const place = x.preferencesBy && resourceNamed(x.preferencesBy.resource, ["preferencesBy", "resource"]);
  if (place && x.preferencesBy) {
    const known = place.fields.filter(({ reference }) => reference?.resource === name).map((one) => one.name);
    expectOneOf(
      report,
      ["x-resource", "preferencesBy", "by"],
      x.preferencesBy.by,
      known,
      `a reference from ${place.name} to ${name}`,
      `${place.name} has no such field`,
    );
  }
  const guest = x.sharesRouteWith === undefined ? undefined : resourceNamed(x.sharesRouteWith, ["sharesRouteWith"]);
  if (guest && guest.x.route !== x.route)
    report(
      ["x-resource", "sharesRouteWith"],
      `"${guest.name}" has the route ${guest.x.route}`,
      `${x.route}, the route of ${name}`,
    );
  for (const [index, one] of (x.owners ?? []).entries()) {
    const finds = ({ name: by }: FieldModel) => resource.filters.some(({ name: filter }) => filter === by);
    field(one, ["owners", index], (found) => found.kind === "reference" && finds(found), "a reference with a filter");
  }
  if (x.shownAs !== undefined) resourceNamed(x.shownAs, ["shownAs"]);
  if (x.kinds) {
    const { by, resources: shown } = x.kinds;
    const isFit = ({ schema }: FieldModel) => schema.enum?.join() === Object.keys(shown).join();
    field(by, ["kinds", "by"], isFit, "a field with these values as its enum, in this order");
    for (const [value, one] of Object.entries(shown)) resourceNamed(one, ["kinds", "resources", value]);
    if (x.storage !== "query")
      report(["x-resource", "kinds"], `"kinds" does not apply to ${name}, whose rows are no query`, "no such keyword");
  }
  checkTable(resource, resources, report);
}

type Names = ReturnType<typeof namesFor>;

/** Checks of the names of fields and resources in `x-resource`. */
function namesFor({ name, fields }: ResourceModel, resources: Resources, report: Report) {
  return {
    field(given: string, at: Path, isFit: (field: FieldModel) => boolean = () => true, what = "a field"): void {
      const found = fields.find((one) => one.name === given);
      const known = fields.filter(isFit).map((one) => one.name);
      const names = fields.map((one) => one.name);
      const fit = known.length > 0 ? known : names;
      if (!found) expectOneOf(report, ["x-resource", ...at], given, fit, `a field of ${name}`);
      else if (!isFit(found))
        expectOneOf(report, ["x-resource", ...at], given, known, what, `${name} has no such field`);
    },
    resourceNamed(given: string, at: Path): ResourceModel | undefined {
      expectOneOf(report, ["x-resource", ...at], given, [...resources.keys()], "a resource with a schema");
      return resources.get(given);
    },
  };
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
  if ((scope ?? x.rows ?? x.unscoped) !== undefined) return;
  for (const role of rolesOfTenants) {
    const { create: _, ...reaching } = access[role] ?? {};
    if (Object.keys(reaching).length > 0)
      report(
        ["x-resource", "access", role],
        `"${role}" would reach the rows of all resellers`,
        '"scope", "rows" with a hook that limits them, or the reason in "unscoped"',
      );
  }
}

function checkParent({ name, x, fields }: ResourceModel, { resourceNamed }: Names, report: Report): void {
  const parent = x.parent && resourceNamed(x.parent.resource, ["parent", "resource"]);
  if (!parent || !x.parent) return;
  const known = fields.filter(({ kind, reference }) => kind === "reference" && reference?.resource === parent.name);
  expectOneOf(
    report,
    ["x-resource", "parent", "by"],
    x.parent.by,
    known.map((one) => one.name),
    `a reference from ${name} to ${parent.name}`,
    `${name} has no such field`,
  );
}

function checkStatus({ x: { status } }: ResourceModel, { field, resourceNamed }: Names): void {
  if (!status) return;
  field(status.field, ["status", "field"], ({ schema }) => schema.enum !== undefined, 'a field with "enum"');
  for (const [index, one] of (status.sets ?? []).entries()) field(one, ["status", "sets", index]);
  for (const [index, one] of (status.reaches ?? []).entries()) resourceNamed(one, ["status", "reaches", index]);
}

function checkBulk({ x }: ResourceModel, { field }: Names): void {
  const isChangeable = (one: FieldModel) => !one.readOnly && !one.immutable && !one.internal;
  for (const [action, names] of Object.entries(x.bulk ?? {}))
    for (const [index, name] of names.entries())
      field(name, ["bulk", action, index], isChangeable, "a field that updates change");
}

/** Lists of values to come. */
function checkLater({ fields }: ResourceModel, report: Report): void {
  for (const { name, later } of fields) {
    if (!later) continue;
    const at = (...member: Path) => ["properties", name, "x-field", "later", ...member];
    const lists = fields.filter((one) => one.schema.type === "array" && one.fields && !one.readOnly);
    const list = lists.find((one) => one.name === later.list);
    if (!list) report(at("list"), `"${later.list}" is no list of objects`, "the name of one");
    const members = (list?.fields ?? []).map((one) => one.name);
    for (const member of list ? (["as", "from"] as const) : [])
      expectOneOf(report, at(member), later[member], members, `a member of ${later.list}`, `no such member`);
    for (const [index, member] of list ? (later.apart ?? []).entries() : [])
      expectOneOf(report, at("apart", index), member, members, `a member of ${later.list}`, `no such member`);
  }
}

/** Resources whose records a change of a field concerns. */
function checkAffected(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const { name, affects, asks } of resource.fields) {
    if (!affects) continue;
    const at = ["properties", name, "x-field", "affects"];
    if (!asks) report(at, `"affects" of ${name} requires "asks"`, '"asks": [true, false]');
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
export function checkStates({ x: { status }, fields }: ResourceModel, report: Report): void {
  const choices = fields.find((one) => one.name === status?.field)?.schema.enum;
  if (!status || !choices) return;
  const expect = (given: string | undefined, at: Path) => {
    if (given !== undefined)
      expectOneOf(report, ["x-resource", "status", ...at], given, choices, `valid for ${status.field}`);
  };
  expect(status.terminated, ["terminated"]);
  expect(status.deleteSets, ["deleteSets"]);
  for (const list of ["hidden", "frozen"] as const)
    for (const [index, given] of (status[list] ?? []).entries()) expect(given, [list, index]);
}

/** Keywords that require an operation. */
const OPERATION_OF_KEYWORD = [
  ["create", "variants"],
  ["create", "createPath"],
  ["create", "clone"],
  ["create", "upsert"],
  ["create", "composite"],
  ["update", "order"],
  ["update", "bulk"],
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
  if (x.wire?.deleteBy !== undefined && !operations.includes("delete"))
    report(
      ["x-resource", "wire", "deleteBy"],
      '"deleteBy" requires the operation "delete"',
      '"delete" in x-resource.operations',
    );
  if (operations.includes("update")) return;
  for (const field of fields) {
    const keyword = field.inline ? "inline" : field.unshared ? "unshared" : undefined;
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
