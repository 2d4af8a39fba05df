import { type Diagnostic, diagnosticsIn, notOneOf, type Report } from "../diagnostics.ts";
import type { Model, ResourceModel } from "../model.ts";

/** Keywords that settings take from their owner, or that apply to independent records only. */
const BANNED = ["scope", "status", "menu", "parent", "storage", "reorder", "clone", "variants", "createPath"] as const;

/** Settings need an owner that has them in a tab, and can only store what is found by the id of that owner. */
export function checkSettings({ resources }: Model): Diagnostic[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return resources.flatMap((resource) =>
    diagnosticsIn(resource.source, (report) => {
      if (resource.x.settingsOf === undefined) checkDerived(resource, report);
      else checkOwner(resource, byName, report);
    }),
  );
}

function checkOwner(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>, report: Report): void {
  const { name, x, operations, fields } = resource;
  const path = ["x-resource", "settingsOf"];
  const owner = byName.get(x.settingsOf ?? "");
  if (!owner || owner.x.storage || owner.x.settingsOf) {
    const possibleOwners = [...byName.values()].filter(({ x }) => !x.storage && !x.settingsOf);
    const allowed = possibleOwners.map(({ name }) => name);
    report(path, ...notOneOf(x.settingsOf, allowed, "a stored resource that can own settings"));
    return;
  }
  if (!resource.owner?.path) {
    report(path, `"${owner.name}" has no tab for ${name}`, `a tab with { "referenceOne": "${name}" }`);
  }
  if (x.table) checkForm(resource, byName, report);
  const route = `${owner.x.route}/{id}/details/${resource.owner?.path}`;
  if (resource.owner?.path && x.route !== route)
    report(["x-resource", "route"], `route "${x.route}" does not match the tab of ${name}`, route);
  for (const keyword of BANNED) {
    if (x[keyword] === undefined) continue;
    report(
      ["x-resource", keyword],
      `"${keyword}" does not apply to settings, whose owner defines it`,
      "no such keyword",
    );
  }
  if (operations.includes("create")) {
    report(
      ["x-resource", "operations"],
      '"create" does not apply to settings, which exist with their owner',
      "other operations",
    );
  }
  const ownerFields = [owner.x.scope, owner.x.status?.field];
  for (const field of fields.filter((candidate) => ownerFields.includes(candidate.name))) {
    report(["properties", field.name], `"${field.name}" is the scope or status of the owner`, "another name");
  }
  for (const field of fields.filter(({ derive }) => derive !== undefined)) {
    if (field.derive === "id" && field.readOnly && field.reference?.resource === owner.name) continue;
    report(["properties", field.name], `"${field.name}" does not derive from the owner of the settings`, OWNER_FIELD);
  }
}

/** Another form of the same settings. They are stored once, so a hook computes the fields of the other form. */
function checkForm({ x, fields }: ResourceModel, byName: ReadonlyMap<string, ResourceModel>, report: Report): void {
  const other = byName.get(x.table?.name ?? "");
  if (!other?.x.settingsOf || other.x.settingsOf !== x.settingsOf || other.x.table || x.table?.where) {
    const message = `"${x.table?.name}" is not the table of other settings of ${x.settingsOf}`;
    report(["x-resource", "table"], message, 'the table of such settings, without "where"');
  }
  for (const { name } of fields.filter(
    (field) => field.name !== "id" && !field.computed && field.derive === undefined,
  )) {
    report(["properties", name], `"${name}" cannot be stored in the table of other settings`, '"computed": true');
  }
}

const OWNER_FIELD = 'a read-only reference to the owner, "derive": "id"';

function checkDerived({ fields }: ResourceModel, report: Report): void {
  for (const { name } of fields.filter(({ derive }) => derive === "id")) {
    report(
      ["properties", name, "x-field", "derive"],
      `${name} derives from "id", which requires x-resource.settingsOf`,
      "a path through a reference",
    );
  }
}
