import { closest } from "fastest-levenshtein";
import { conditionPaths } from "./conditionPaths.ts";
import { fieldAt, type Model, type ResourceModel, type TabModel } from "./model.ts";
import type { Problem } from "./problems.ts";
import { linksTo } from "./tabs.ts";

/** The tab that every record with changes on record has. */
const JOURNAL = "journal";

type Report = (at: readonly string[], message: string, hint: string) => void;

/** What is wrong with the parts of records' pages: names that lead nowhere, and what could not be shown. */
export function checkTabs(model: Model): Problem[] {
  const byName = new Map(model.resources.map((resource) => [resource.name, resource]));
  const pending = Object.keys(model.roles.pending);
  return model.resources.flatMap((resource) => {
    const problems: Problem[] = [];
    const report: Report = (at, message, hint) => {
      problems.push({ ...resource.source.at(["x-resource", ...at]), message, hint });
    };
    if (resource.x.tabs) checkAddresses(resource, report);
    checkFacts(resource, byName, report);
    for (const tab of resource.tabs) {
      checkKind(tab, report);
      checkTarget(resource, tab, byName, pending, report);
      checkParts(resource, tab, byName, report);
    }
    return problems;
  });
}

function checkAddresses({ name, tabs }: ResourceModel, report: Report): void {
  const taken = new Set([JOURNAL]);
  for (const { path, given, at } of tabs) {
    for (const address of [path, ...(given.aliases ?? [])]) {
      if (taken.has(address))
        report(at, `"${address}" is the address of another tab`, "give each an address of its own");
      taken.add(address);
    }
  }
  if (!tabs.some(({ given }) => given.shows === "self" && !given.groups)) {
    report(["tabs"], `no tab of ${name} shows its own fields`, 'add one with { "shows": "self" }');
  }
}

/** A fact is named by its own field, or by what it refers to: of other fields behind a reference nobody has the words. */
function checkFacts(
  { name, x, fields }: ResourceModel,
  byName: ReadonlyMap<string, ResourceModel>,
  report: Report,
): void {
  for (const [index, fact] of (x.facts ?? []).entries()) {
    const field = fieldAt(byName, name, fact);
    if (field && (field.reference || !fact.includes("."))) continue;
    report(
      ["facts", String(index)],
      field ? `"${fact}" is no reference` : `"${fact}" is not a field`,
      field
        ? "name the reference that it lies behind"
        : `did you mean "${closest(
            fact,
            fields.map((one) => one.name),
          )}"?`,
    );
  }
}

function checkKind({ path, given, at }: TabModel, report: Report): void {
  const kinds = (["shows", "lists", "has", "tabs"] as const).filter((kind) => given[kind] !== undefined);
  if (kinds.length !== 1) {
    const what = kinds.length > 0 ? `says ${kinds.join(" and ")}` : "does not say what is there";
    report(at, `the tab "${path}" ${what}`, "give one of shows, lists, has");
  }
  if (given.groups && given.shows !== "self") report(at, `the tab "${path}" has groups`, 'only with "shows": "self"');
  for (const keyword of ["by", "filter", "columns"] as const) {
    if (given[keyword] && !given.lists) report(at, `the tab "${path}" has "${keyword}"`, 'only with "lists"');
  }
}

function checkTarget(
  resource: ResourceModel,
  { path, given, at, target }: TabModel,
  byName: ReadonlyMap<string, ResourceModel>,
  pending: readonly string[],
  report: Report,
): void {
  const name = given.lists ?? given.has;
  const listed = name === undefined ? undefined : byName.get(name);
  if (given.shows && !target) {
    const references = resource.fields.filter(({ reference }) => reference).map((field) => field.name);
    const nearest = references.length > 0 ? `"${closest(given.shows, references)}", ` : "";
    report([...at, "shows"], `"${given.shows}" leads to no record`, `did you mean ${nearest}"self"?`);
  } else if (name !== undefined && !target && !listed) {
    const nearest = closest(name, [...byName.keys(), ...pending]);
    report(
      at,
      `"${name}" has no schema and is not pending`,
      `did you mean "${nearest}"? Else name its rights in schemas/roles.json, pending`,
    );
  } else if (listed && !target) {
    const links = linksTo(resource, listed, byName);
    report(
      at,
      links.length > 1
        ? `${links.map(({ by }) => by).join(" and ")} both find ${name} of ${resource.name}`
        : `no filter finds ${name} of ${resource.name}`,
      links.length > 1 ? 'choose one with "by"' : `give a reference of ${name} "x-field": { "filter": "exact" }`,
    );
  }
  const ownPath = listed?.x.parent?.resource === resource.name ? listed.x.parent.path : path;
  if (given.lists && ownPath !== path) {
    report(at, `${name} are at ".../details/${ownPath}"`, `call the tab "${ownPath}", as x-resource.parent.path does`);
  }
}

function checkParts(
  { name, groups }: ResourceModel,
  { path, given, at, target }: TabModel,
  byName: ReadonlyMap<string, ResourceModel>,
  report: Report,
): void {
  const known = groups.map((group) => group.name);
  for (const group of given.groups ?? []) {
    if (!known.includes(group)) {
      report(
        [...at, "groups"],
        `the group "${group}" is not one of ${name}`,
        `did you mean "${closest(group, known)}"?`,
      );
    }
  }
  for (const read of given.when ? conditionPaths(given.when) : []) {
    if (!fieldAt(byName, name, read)) {
      report([...at, "when"], `the condition of "${path}" reads "${read}", which is not a field`, "name a field");
    }
  }
  const filters = target?.kind === "list" ? (byName.get(target.resource)?.filters ?? []) : undefined;
  for (const filter of filters ? Object.keys(given.filter ?? {}) : []) {
    if (!filters?.some((one) => one.name === filter)) {
      report([...at, "filter"], `"${filter}" is not a filter of ${given.lists}`, "name one of its filters");
    }
  }
  const list = target?.kind === "list" ? byName.get(target.resource)?.x.list : undefined;
  const columns = list && [...list.columns, ...(list.optional ?? [])];
  for (const column of columns ? (given.columns ?? []) : []) {
    if (columns && !columns.includes(column)) {
      report(
        [...at, "columns"],
        `"${column}" is not a column of ${given.lists}`,
        `did you mean "${closest(column, columns)}"? Else add it to its list.optional`,
      );
    }
  }
}
