import { descriptorOf } from "../../codegen/emit/descriptors.ts";
import { code, looseTable } from "../../codegen/emit/markdown.ts";
import { letters } from "../../codegen/emit/permissions.ts";
import type { Model, ResourceModel } from "../../codegen/model.ts";
import { resourceRoutes } from "../../codegen/resourceRoutes.ts";
import { type RoleView, resourceRights, roleViews } from "../../codegen/roleRights.ts";
import { businessRulesOf } from "../../src/core/rulebook/businessBook.ts";
import { rulesOf } from "../../src/core/rulebook/formRules.ts";
import { bookedRules, namedRules } from "./businessRules.ts";
import type { HandWritten } from "./handWritten.ts";
import { leftOutOf } from "./leftOut.ts";
import { type LineCounts, lineCounts, linesOf, ownTabs, type SharedPart } from "./lineCounts.ts";
import { suitesIn, testsByName } from "./suites.ts";

/** The resource report as Markdown, derived from the sources. */
export function resourceReport(model: Model, handWritten: HandWritten): string {
  const facts = {
    model,
    handWritten,
    counts: lineCounts(model, handWritten),
    tests: testsByName(handWritten.tests),
  };
  const sections = [
    HEAD,
    looseTable(
      ["resource", "screens", "API", "roles", "rules", "tests", "schema", "panel", "platform"],
      model.resources.map((resource) => rowOf(resource, facts)),
    ),
    sharedParts(facts.counts),
    suites(facts),
    rulesByName(handWritten),
    `## By resource\n\nCross-record rules with the tests that cover them, and hand-written tests.`,
    ...model.resources.map((resource) => sectionOf(resource, facts)),
    leftOut(handWritten),
  ];
  return sections.join("\n\n");
}

const HEAD = `# Resources

*screens*: its pages, with the tabs of a record's page in brackets. *API*: requests to \`/api/<name>/\`, then to
\`/api/<name>/<id>\`. *roles*: letters as in docs/permissions.md; roles not listed have no access.
*rules*: rules of its form (\`npm run rules\`), and cross-record rules. *tests*: suites derived from the schemas, and
files that mention it. *schema*, *panel*, *platform*: lines of its schema, and hand-written lines for it alone; a plus means
that it also uses shared code.`;

interface Facts {
  readonly model: Model;
  readonly handWritten: HandWritten;
  readonly counts: LineCounts;
  /** Resource -> tests that mention it. */
  readonly tests: ReadonlyMap<string, readonly string[]>;
}

function rowOf(resource: ResourceModel, { model, handWritten, counts, tests }: Facts): string[] {
  const { name, source } = resource;
  const booked = crossRecordRules(resource, model, handWritten).length;
  const suiteCount = suitesIn(handWritten.tests).filter(({ covers }) => covers(resource)).length;
  const files = tests.get(name)?.length ?? 0;
  const forms = rulesOf(descriptorOf(resource, model)).length;
  return [
    `[${name}](${source.file})`,
    screensOf(resource, model, handWritten),
    apiOf(resource),
    rolesOf(resource, roleViews(model.roles.data)),
    [...(forms > 0 ? [String(forms)] : []), ...(booked > 0 ? [`[${booked} across](#${name})`] : [])].join(", ") ||
      "none",
    [
      `${suiteCount} ${suiteCount === 1 ? "suite" : "suites"}`,
      ...(files > 0 ? [`[${files} ${files > 1 ? "files" : "file"}](#${name})`] : []),
    ].join(", "),
    String(linesOf(resource)),
    linesIn(counts.panel.own.get(name), counts.panel.shared, name),
    linesIn(counts.platform.own.get(name), counts.platform.shared, name),
  ];
}

function screensOf(resource: ResourceModel, model: Model, handWritten: HandWritten): string {
  const routes = resourceRoutes(model.resources).filter((route) => route.resource === resource.name);
  const tabs = [...new Set([...resource.tabs.map(({ path }) => path), ...ownTabs(resource.name, handWritten)])];
  const host = resource.x.menu === undefined ? resource.x.sharesRouteWith : undefined;
  const screens = routes
    .filter(({ path }) => !path.endsWith("/:tab"))
    .map(({ path, view }) =>
      view === "details" && tabs.length > 0 ? `details ${code(path)} (${tabs.join(", ")})` : `${view} ${code(path)}`,
    );
  return [...screens, ...(host ? [`the others with [${host}](#${host})`] : [])].join(", ") || "none";
}

function apiOf({ operations }: ResourceModel): string {
  const has = (name: string) => operations.includes(name);
  const list = [has("list") && "GET", has("create") && "POST"].filter(Boolean).join(" ");
  const one = [has("read") && "GET", has("update") && "PUT PATCH", has("delete") && "DELETE"].filter(Boolean).join(" ");
  return `${list || "–"} / ${one || "–"}`;
}

/** `SM S: RCUD, R: RU`: roles grouped by rights, without read-only variants. */
function rolesOf(resource: ResourceModel, views: readonly RoleView[]): string {
  const byRights = new Map<string, string[]>();
  for (const role of views.filter(({ isReadOnly }) => !isReadOnly)) {
    const rights = letters(resourceRights(resource, role));
    if (rights !== ".") byRights.set(rights, [...(byRights.get(rights) ?? []), role.short]);
  }
  return [...byRights].map(([rights, roles]) => `${roles.join(" ")}: ${rights}`).join(", ");
}

function linesIn(own: number | undefined, shared: readonly SharedPart[], name: string): string {
  return `${own ?? 0}${shared.some(({ resources }) => resources.includes(name)) ? " +" : ""}`;
}

function crossRecordRules(resource: ResourceModel, model: Model, handWritten: HandWritten) {
  const byName = new Map(model.resources.map((one) => [one.name, one]));
  const booked = businessRulesOf(descriptorOf(resource, model), (name) => {
    const target = byName.get(name);
    return target && descriptorOf(target, model);
  });
  return [...namedRules(handWritten).filter((one) => one.resource === resource.name), ...bookedRules(booked)];
}

function sharedParts({ panel, platform }: LineCounts): string {
  const rows = [...panel.shared, ...platform.shared].map(({ file, lines, resources }) => [
    code(file),
    String(lines),
    resources.length > 0 ? resources.join(", ") : "any",
  ]);
  return `## Shared code\n\n${looseTable(["file", "lines", "resources"], rows)}`;
}

function suites({ model: { resources }, handWritten }: Facts): string {
  const rows = suitesIn(handWritten.tests).map(({ file, about, covers }) => [
    code(file),
    about,
    `${resources.filter(covers).length} of ${resources.length}`,
  ]);
  return `## Suites derived from the schemas\n\n${looseTable(["file", "covers", "resources"], rows)}`;
}

function rulesByName(handWritten: HandWritten): string {
  const rows = namedRules(handWritten).map(({ rule, resource, test }) => [rule, resource, code(test)]);
  return `## Cross-record rules\n\nEach with the test that covers it; rules with errors at a field are also listed below.\n\n${looseTable(["rule", "resource", "test"], rows)}`;
}

function sectionOf(resource: ResourceModel, { model, handWritten, tests: byName }: Facts): string {
  const files = byName.get(resource.name) ?? [];
  const rules = crossRecordRules(resource, model, handWritten).map(({ rule, test }) => `- ${rule}: ${code(test)}`);
  const tests = files.length > 0 ? [`- tests: ${files.map(code).join(", ")}`] : [];
  return [`### ${resource.name}`, [...rules, ...tests].join("\n") || "Derived suites only."].join("\n\n");
}

function leftOut(handWritten: HandWritten): string {
  const rows = Object.entries(leftOutOf(handWritten)).flatMap(([name, reasons]) =>
    Object.entries(reasons).map(([field, reason]) => [name, code(field), reason]),
  );
  return `## Left out\n\nFeatures of the platform that are missing here, and why. \`filter:\` is a filter, \`order:\` a sort column.\n\n${
    rows.length > 0 ? looseTable(["resource", "field", "why"], rows) : "Nothing."
  }`;
}
