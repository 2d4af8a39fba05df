import {
  type Diagnostic,
  diagnosticsIn,
  expectAll,
  expectOneOf,
  nearestTo,
  notOneOf,
  type Path,
  type Report,
} from "../diagnostics.ts";
import { fieldAt, type Model, type ResourceModel, type TabModel } from "../model.ts";
import type { TabKeyword } from "../schemaTypes.ts";
import { linksTo } from "../tabs.ts";
import { checkCondition } from "./conditions.ts";
import { fieldPaths, type Resources } from "./paths.ts";
import { checkFilterValue, checkTemplate } from "./screens.ts";

/** The tab with the change history, which is added to every record that has one. */
const JOURNAL = "journal";

/** Checks the tabs of details pages: their names must resolve, and their content must be displayable. */
export function checkTabs(model: Model): Diagnostic[] {
  const byName = new Map(model.resources.map((resource) => [resource.name, resource]));
  const legacy = Object.keys(model.roles.legacyResources);
  return model.resources.flatMap((resource) =>
    diagnosticsIn(resource.source, (reportAt) => {
      const report: Report = (at, ...words) => reportAt(["x-resource", ...at], ...words);
      if (resource.x.tabs) {
        checkAddresses(resource, report);
        checkBlocks(resource.x.tabs, ["tabs"], report);
        checkTabActions(resource, report);
      }
      checkHeaderFields(resource, byName, report);
      for (const tab of resource.tabs) {
        checkKind(tab, report);
        checkTarget(resource, tab, byName, legacy, report);
        checkParts(resource, tab, byName, report);
      }
    }),
  );
}

function checkAddresses({ name, tabs }: ResourceModel, report: Report): void {
  const taken = new Set([JOURNAL]);
  for (const { path, given, at } of tabs) {
    for (const address of [path, ...(given.aliases ?? [])]) {
      if (taken.has(address)) report(at, `tab path "${address}" is already in use`, "a unique path");
      taken.add(address);
    }
  }
  if (!tabs.some(({ given }) => given.show === "self" && !given.groups)) {
    report(["tabs"], `no tab shows all fields of ${name}`, 'a tab with { "show": "self" }');
  }
}

/** Tabs of the panel's own are not in the schema: only resources without any tab there may name one. */
function checkTabActions({ name, x, tabs }: ResourceModel, report: Report): void {
  const known = tabs.map(({ path }) => path);
  for (const [action, path] of Object.entries(x.tabActions ?? {}))
    expectOneOf(report, ["tabActions", action], path, known, `a tab of ${name}`);
}

/** The conditions of a block and of a tab in it must both hold, so they cannot use the same key. */
function checkBlocks(
  tabs: Readonly<Record<string, TabKeyword>>,
  at: Path,
  report: Report,
  around: TabKeyword = {},
): void {
  for (const [path, own] of Object.entries(tabs)) {
    const here = [...at, path];
    for (const keyword of ["when", "needs"] as const) {
      const [outer, inner] = [Object.keys(around[keyword] ?? {}), Object.keys(own[keyword] ?? {})];
      const isMixed = inner.length > 0 && outer.length > 0 && [...outer, ...inner].includes("anyOf");
      const shared = inner.find((key) => outer.includes(key)) ?? (isMixed ? "anyOf" : undefined);
      if (shared !== undefined)
        report([...here, keyword], `"${shared}" is used both in a tab and in its block`, "a single condition");
    }
    const { when, needs } = own;
    const inside = { when: { ...around.when, ...when }, needs: { ...around.needs, ...needs } };
    if (own.tabs) checkBlocks(own.tabs, [...here, "tabs"], report, inside);
  }
}

/** A field of the header is labelled by its own field or the referenced resource, so it cannot be another field behind a reference. */
function checkHeaderFields({ name, x, fields }: ResourceModel, byName: Resources, report: Report): void {
  for (const [index, fact] of (x.headerFields ?? []).entries()) {
    const field = fieldAt(byName, name, fact);
    if (field && (field.reference || !fact.includes("."))) continue;
    const known = fields.map((one) => one.name);
    if (field)
      report(
        ["headerFields", index],
        `"${fact}" is a field of another resource`,
        "a field of the record, or the reference itself",
      );
    else report(["headerFields", index], ...notOneOf(fact, known, `a field of ${name}`));
  }
}

const KINDS = ["show", "referenceMany", "referenceOne", "tabs"] as const;

function checkKind({ path, given, at }: TabModel, report: Report): void {
  const kinds = KINDS.filter((kind) => given[kind] !== undefined);
  if (kinds.length !== 1) {
    const what = kinds.length > 0 ? kinds.join(" and ") : "no content";
    report(at, `tab "${path}" has ${what}`, "exactly one of show, referenceMany, referenceOne");
  }
  if (given.groups && given.show !== "self")
    report([...at, "groups"], `"groups" of tab "${path}" requires "show": "self"`, "it in the same tab");
  for (const keyword of ["target", "source", "filter", "columns", "recordRepresentation", "createVariant"] as const) {
    if (given[keyword] && !given.referenceMany)
      report([...at, keyword], `"${keyword}" of tab "${path}" requires "referenceMany"`, "it in the same tab");
  }
}

function checkTarget(
  resource: ResourceModel,
  { path, given, at, target }: TabModel,
  byName: Resources,
  legacy: readonly string[],
  report: Report,
): void {
  const keyword = given.referenceMany === undefined ? "referenceOne" : "referenceMany";
  const name = given[keyword];
  const listed = name === undefined ? undefined : byName.get(name);
  if (given.show && !target) {
    const known = ["self", ...fieldPaths(resource, byName, given.show)];
    report(
      [...at, "show"],
      `"${given.show}" is not a reference of ${resource.name}`,
      '"self" or a reference',
      nearestTo(given.show, known),
    );
  } else if (name !== undefined && !target && !listed) {
    const known = [...byName.keys(), ...legacy];
    const expected = "a resource with a schema, or a legacy one in schemas/roles.json";
    report([...at, keyword], `"${name}" is not a resource`, expected, nearestTo(name, known));
  } else if (listed && !target) {
    if (given.source !== undefined) {
      const fields = resource.fields.map((field) => field.name);
      expectOneOf(report, [...at, "source"], given.source, fields, `a field of ${resource.name}`);
    }
    const filters = listed.filters.map((filter) => filter.name);
    const links = given.source ? filters : linksTo(resource, listed, byName).map(({ target }) => target);
    if (given.target !== undefined)
      expectOneOf(report, [...at, "target"], given.target, links, `a filter of ${listed.name} for ${resource.name}`);
    else if (links.length > 1)
      report(
        [...at, keyword],
        `"${name}" has several filters for ${resource.name}`,
        `"target" with one of ${links.join(", ")}`,
      );
    else
      report(
        [...at, keyword],
        `"${name}" has no filter for ${resource.name}`,
        `a reference to ${resource.name} with "filter": "exact"`,
      );
  }
  const ownPath = listed?.x.parent?.resource === resource.name ? listed.x.parent.path : path;
  if (given.referenceMany && ownPath !== path) {
    report(at, `tab path "${path}" is not the x-resource.parent.path of ${name}`, `"${ownPath}"`);
  }
}

function checkParts(resource: ResourceModel, { given, at, target }: TabModel, byName: Resources, report: Report): void {
  const { name, groups } = resource;
  const known = groups.map((group) => group.name);
  expectAll(report, [...at, "groups"], given.groups, known, `a group of ${name}`);
  if (given.when) checkCondition(given.when, resource, byName, [...at, "when"], report);
  const listed = target?.kind === "list" ? byName.get(target.resource) : undefined;
  if (!listed) return;
  for (const [filter, value] of Object.entries(given.filter ?? {}))
    checkFilterValue(filter, value, listed, byName, [...at, "filter", filter], report);
  if (given.recordRepresentation !== undefined)
    checkTemplate(given.recordRepresentation, listed, byName, [...at, "recordRepresentation"], report);
  if (given.createVariant !== undefined) {
    const variants = Object.keys(listed.x.variants ?? {});
    expectOneOf(report, [...at, "createVariant"], given.createVariant, variants, `a variant of ${listed.name}`);
  }
  const columns = [...listed.x.list.columns, ...(listed.x.list.hiddenColumns ?? [])];
  expectAll(report, [...at, "columns"], given.columns, columns, `a column of ${listed.name}`);
}
