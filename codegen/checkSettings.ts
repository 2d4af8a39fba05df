import { closest } from "fastest-levenshtein";
import type { Model, ResourceModel } from "./model.ts";
import type { Problem } from "./problems.ts";

type Report = (path: readonly string[], message: string, hint: string) => void;

/** What settings take from their owner, and what only records with a life of their own have. */
const OWNERS = ["scope", "status", "menu", "parent", "storage", "order", "clone", "variants", "createPath"] as const;

/** What is wrong with settings: an owner that is none, and what could not be stored or found again. */
export function checkSettings({ resources }: Model): Problem[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return resources.flatMap((resource) => {
    const problems: Problem[] = [];
    const report: Report = (path, message, hint) => {
      problems.push({ ...resource.source.at(path), message, hint });
    };
    if (resource.x.settingsOf === undefined) checkDerived(resource, report);
    else checkOne(resource, byName, report);
    return problems;
  });
}

function checkOne(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>, report: Report): void {
  const { name, x, operations, fields } = resource;
  const at = ["x-resource", "settingsOf"];
  const owner = byName.get(x.settingsOf ?? "");
  if (!owner || owner.x.storage === "computed" || owner.x.settingsOf) {
    const nearest = closest(x.settingsOf ?? "", [...byName.keys()]);
    const message = `"${x.settingsOf}" ${owner ? "has no table of its own" : "is described by no schema"}`;
    report(at, message, owner ? "name a stored resource" : `did you mean "${nearest}"?`);
    return;
  }
  if (!resource.owner?.path) {
    report(at, `no tab of ${owner.name} shows ${name}`, `give ${owner.name} a tab with { "has": "${name}" }`);
  }
  if (x.table) checkForm(resource, byName, report);
  const route = `${owner.x.route}/{id}/details/${resource.owner?.path}`;
  if (resource.owner?.path && x.route !== route) report(["x-resource", "route"], `${name} are at "${route}"`, "say so");
  for (const keyword of OWNERS) {
    if (x[keyword] === undefined) continue;
    report(["x-resource", keyword], `"${keyword}" is not for settings: their owner decides`, "take it away");
  }
  if (operations.includes("create")) {
    report(["x-resource", "operations"], "settings are never made", "take create away, or all operations");
  }
  const taken = [owner.x.scope, owner.x.status?.field];
  for (const field of fields.filter((one) => taken.includes(one.name))) {
    report(
      ["properties", field.name],
      `"${field.name}" is a column of the owner that decides who sees it`,
      "rename it",
    );
  }
  for (const field of fields.filter(({ derive }) => derive !== undefined)) {
    if (field.derive === "id" && field.readOnly && field.reference?.resource === owner.name) continue;
    report(["properties", field.name], `${field.name} is not whose settings they are`, OWNER_FIELD);
  }
}

/** Another form of settings: they are stored once, so what it shows of them a hook works out. */
function checkForm({ x, fields }: ResourceModel, byName: ReadonlyMap<string, ResourceModel>, report: Report): void {
  const other = byName.get(x.table?.name ?? "");
  if (!other?.x.settingsOf || other.x.settingsOf !== x.settingsOf || other.x.table || x.table?.where) {
    const message = `"${x.table?.name}" are no settings of ${x.settingsOf} with a table of their own`;
    report(["x-resource", "table"], message, "name those that this is another form of, without where");
  }
  for (const { name } of fields.filter(
    (field) => field.name !== "id" && !field.computed && field.derive === undefined,
  )) {
    report(["properties", name], `${name} would be stored in a table of other settings`, 'say "computed": true');
  }
}

const OWNER_FIELD = 'only a read-only reference to the owner derives, from "id"';

function checkDerived({ fields }: ResourceModel, report: Report): void {
  for (const { name } of fields.filter(({ derive }) => derive === "id")) {
    report(
      ["properties", name, "x-field", "derive"],
      `${name} derives from the id`,
      "only settings do: x-resource.settingsOf",
    );
  }
}
