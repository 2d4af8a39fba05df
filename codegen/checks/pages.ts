import { type Diagnostic, diagnosticsIn, expectOneOf, findNearest, type Path, type Report } from "../diagnostics.ts";
import type { Model } from "../model.ts";
import { pathShape } from "../pages.ts";
import { resourceRoutes } from "../resourceRoutes.ts";

/** Checks what the meta-schema of pages cannot: guards, parents and redirects must resolve. */
export function checkPages(model: Model): Diagnostic[] {
  return diagnosticsIn(model.pages.source, (report) => {
    checkGuards(model, report);
    checkAddresses(model, report);
  });
}

function checkAddresses({ resources, pages: { data } }: Model, report: Report): void {
  const routes = new Map([
    ...resourceRoutes(resources).map(({ path }) => [pathShape(path), path] as const),
    ...resources
      .flatMap(({ x }) => Object.keys(x.tabs ?? {}).map((tab) => `${x.route}/{id}/details/${tab}`))
      .map((path) => [pathShape(path), path] as const),
    ...data.pages.map(({ path }) => [pathShape(path), path] as const),
  ]);
  const expectAddress = (path: string, keywordPath: Path) => {
    const [route = ""] = path.split("?");
    if (routes.has(pathShape(route))) return;
    report(
      keywordPath,
      `"${path}" is not a route`,
      "the route of a page or resource",
      findNearest(route, [...routes.values()]),
    );
  };
  const shapes = new Set<string>();
  const places = new Set<string>();
  for (const [index, { path, parent, kind, href, menu }] of data.pages.entries()) {
    if (shapes.has(pathShape(path)))
      report(["pages", index, "path"], `path "${path}" is already used by another page`, "a unique path");
    shapes.add(pathShape(path));
    const place = `${menu?.group} ${menu?.order}`;
    if (menu && places.has(place))
      report(
        ["pages", index, "menu"],
        `another page has place ${menu.order} of the menu "${menu.group}"`,
        "another number",
      );
    if (menu) places.add(place);
    if (parent !== undefined) expectAddress(parent, ["pages", index, "parent"]);
    if (kind === "window" && href === undefined) {
      report(["pages", index], `window "${path}" has no "href"`, "the URL to open");
    }
  }
  for (const [from, to] of Object.entries(data.redirects)) {
    expectAddress(to, ["redirects", from]);
    if (routes.has(pathShape(from))) {
      report(["redirects", from], `redirect "${from}" hides a page`, "a path without a page");
    }
  }
}

/** Every page except public ones requires a right on a resource or page that exists. */
function checkGuards({ pages: { data }, resources, roles }: Model, report: Report): void {
  const resourceNames = [...resources.map(({ name }) => name), ...Object.keys(roles.legacyResources)];
  const pageNames = Object.keys(roles.data.pages);
  for (const [index, { path, kind, guard }] of data.pages.entries()) {
    if ((kind === "public") !== (guard === undefined)) {
      if (guard) report(["pages", index], `public page "${path}" has a "guard"`, "none");
      else
        report(["pages", index], `${kind} page "${path}" has no "guard"`, '"guard", which only public pages can omit');
    }
    for (const [name, allowed, what] of [
      [guard?.resource, resourceNames, "resource"],
      [guard?.page, pageNames, "page"],
    ] as const) {
      if (name !== undefined) expectOneOf(report, ["pages", index, "guard", what], name, allowed, `a ${what}`);
    }
  }
}
