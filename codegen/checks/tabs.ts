import {
  type Diagnostic,
  diagnosticsIn,
  expectAll,
  expectOneOf,
  findNearest,
  notOneOf,
  type Report,
} from "../diagnostics.ts";
import { fieldAt, type Model, type ResourceModel, type TabModel } from "../model.ts";
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
      const report: Report = (path, ...message) => reportAt(["x-resource", ...path], ...message);
      if (resource.x.tabs) {
        checkAddresses(resource, report);
        checkTabActions(resource, report);
      }
      checkHeaderFields(resource, byName, report);
      for (const tab of resource.tabs) {
        checkContent(tab, report);
        checkTarget(resource, tab, byName, legacy, report);
        checkParts(resource, tab, byName, report);
      }
    }),
  );
}

function checkAddresses({ name, tabs }: ResourceModel, report: Report): void {
  const usedPaths = new Set([JOURNAL]);
  for (const { path, keywords, keywordPath } of tabs) {
    for (const tabPath of [path, ...(keywords.aliases ?? [])]) {
      if (usedPaths.has(tabPath)) report(keywordPath, `tab path "${tabPath}" is already in use`, "a unique path");
      usedPaths.add(tabPath);
    }
  }
  if (!tabs.some(({ keywords }) => keywords.show === "self" && !keywords.groups)) {
    report(["tabs"], `no tab shows all fields of ${name}`, 'a tab with { "show": "self" }');
  }
}

/** Tabs of the panel's own are not in the schema: only resources without any tab there may name one. */
function checkTabActions({ name, x, tabs }: ResourceModel, report: Report): void {
  const allowed = tabs.map(({ path }) => path);
  for (const [action, path] of Object.entries(x.tabActions ?? {}))
    expectOneOf(report, ["tabActions", action], path, allowed, `a tab of ${name}`);
}

/** A field of the header is labelled by its own field or the referenced resource, so it cannot be another field behind a reference. */
function checkHeaderFields({ name, x, fields }: ResourceModel, byName: Resources, report: Report): void {
  for (const [index, source] of (x.headerFields ?? []).entries()) {
    const field = fieldAt(byName, name, source);
    if (field && (field.reference || !source.includes("."))) continue;
    const allowed = fields.map(({ name }) => name);
    if (field)
      report(
        ["headerFields", index],
        `"${source}" is a field of another resource`,
        "a field of the record, or the reference itself",
      );
    else report(["headerFields", index], ...notOneOf(source, allowed, `a field of ${name}`));
  }
}

const CONTENT_KEYWORDS = ["show", "referenceMany", "referenceOne"] as const;

function checkContent({ path, keywords, keywordPath }: TabModel, report: Report): void {
  const kinds = CONTENT_KEYWORDS.filter((kind) => keywords[kind] !== undefined);
  if (kinds.length !== 1) {
    const what = kinds.length > 0 ? kinds.join(" and ") : "no content";
    report(keywordPath, `tab "${path}" has ${what}`, "exactly one of show, referenceMany, referenceOne");
  }
  if (keywords.groups && keywords.show !== "self")
    report([...keywordPath, "groups"], `"groups" of tab "${path}" requires "show": "self"`, "it in the same tab");
  for (const keyword of ["target", "source", "filter", "columns", "recordRepresentation"] as const) {
    if (keywords[keyword] && !keywords.referenceMany)
      report([...keywordPath, keyword], `"${keyword}" of tab "${path}" requires "referenceMany"`, "it in the same tab");
  }
}

function checkTarget(
  resource: ResourceModel,
  { path, keywords, keywordPath, target }: TabModel,
  byName: Resources,
  legacy: readonly string[],
  report: Report,
): void {
  const keyword = keywords.referenceMany === undefined ? "referenceOne" : "referenceMany";
  const name = keywords[keyword];
  const listed = name === undefined ? undefined : byName.get(name);
  if (keywords.show && !target) {
    const allowed = ["self", ...fieldPaths(resource, byName, keywords.show)];
    report(
      [...keywordPath, "show"],
      `"${keywords.show}" is not a reference of ${resource.name}`,
      '"self" or a reference',
      findNearest(keywords.show, allowed),
    );
  } else if (name !== undefined && !target && !listed) {
    const allowed = [...byName.keys(), ...legacy];
    const expected = "a resource with a schema, or a legacy one in schemas/roles.json";
    report([...keywordPath, keyword], `"${name}" is not a resource`, expected, findNearest(name, allowed));
  } else if (listed && !target) {
    if (keywords.source !== undefined) {
      const fields = resource.fields.map((field) => field.name);
      expectOneOf(report, [...keywordPath, "source"], keywords.source, fields, `a field of ${resource.name}`);
    }
    const filters = listed.filters.map((filter) => filter.name);
    const links = keywords.source ? filters : linksTo(resource, listed, byName).map(({ target }) => target);
    if (keywords.target !== undefined)
      expectOneOf(
        report,
        [...keywordPath, "target"],
        keywords.target,
        links,
        `a filter of ${listed.name} for ${resource.name}`,
      );
    else if (links.length > 1)
      report(
        [...keywordPath, keyword],
        `"${name}" has several filters for ${resource.name}`,
        `"target" with one of ${links.join(", ")}`,
      );
    else
      report(
        [...keywordPath, keyword],
        `"${name}" has no filter for ${resource.name}`,
        `a reference to ${resource.name} with "filter": "exact"`,
      );
  }
  const ownPath = listed?.x.parent?.resource === resource.name ? listed.x.parent.path : path;
  if (keywords.referenceMany && ownPath !== path) {
    report(keywordPath, `tab path "${path}" is not the x-resource.parent.path of ${name}`, `"${ownPath}"`);
  }
}

function checkParts(
  resource: ResourceModel,
  { keywords, keywordPath: path, target }: TabModel,
  byName: Resources,
  report: Report,
): void {
  const { name, groups } = resource;
  const allowed = groups.map((group) => group.name);
  expectAll(report, [...path, "groups"], keywords.groups, allowed, `a group of ${name}`);
  if (keywords.when) checkCondition(keywords.when, resource, byName, [...path, "when"], report);
  const listed = target?.kind === "list" ? byName.get(target.resource) : undefined;
  if (!listed) return;
  for (const [filter, value] of Object.entries(keywords.filter ?? {}))
    checkFilterValue(filter, value, listed, byName, [...path, "filter", filter], report);
  if (keywords.recordRepresentation !== undefined)
    checkTemplate(keywords.recordRepresentation, listed, byName, [...path, "recordRepresentation"], report);
  const columns = [...listed.x.list.columns, ...(listed.x.list.hiddenColumns ?? [])];
  expectAll(report, [...path, "columns"], keywords.columns, columns, `a column of ${listed.name}`);
}
