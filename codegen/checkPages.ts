import { closest } from "fastest-levenshtein";
import type { Model } from "./model.ts";
import { shapeOf } from "./pages.ts";
import type { Problem } from "./problems.ts";
import { resourceRoutes } from "./resourceRoutes.ts";

type Report = (path: readonly (string | number)[], message: string, hint: string) => void;

/** What the meta-schema of pages can not see: guards, parents and redirects that must lead somewhere. */
export function checkPages(model: Model): Problem[] {
  const { source, data } = model.pages;
  const problems: Problem[] = [];
  const report: Report = (path, message, hint) => {
    problems.push({ ...source.at(path), message, hint });
  };
  const addresses = new Map([
    ...resourceRoutes(model.resources).map(({ path }) => [shapeOf(path), path] as const),
    ...data.pages.map(({ path }) => [shapeOf(path), path] as const),
  ]);
  const expectAddress = (address: string, path: readonly (string | number)[], what: string) => {
    const [wanted = ""] = address.split("?");
    if (addresses.has(shapeOf(wanted))) return;
    report(path, `${what} "${address}" is no page`, `did you mean "${closest(wanted, [...addresses.values()])}"?`);
  };
  checkGuards(model, report);
  const seen = new Set<string>();
  for (const [index, { path, parent, kind, opens }] of data.pages.entries()) {
    if (seen.has(shapeOf(path))) report(["pages", index, "path"], `"${path}" stands here twice`, "keep one of them");
    seen.add(shapeOf(path));
    if (parent !== undefined) expectAddress(parent, ["pages", index, "parent"], "the parent");
    if (kind === "window" && opens === undefined) {
      report(["pages", index], `"${path}" opens nothing`, 'say in "opens" what the new window shows');
    }
  }
  for (const [from, to] of Object.entries(data.redirects)) {
    expectAddress(to, ["redirects", from], "the target");
    if (addresses.has(shapeOf(from))) {
      report(["redirects", from], `"${from}" is a page of its own`, "take the redirect away");
    }
  }
  return problems;
}

/** Every page but the public ones needs a right on something that there is. */
function checkGuards({ pages: { data }, resources, roles }: Model, report: Report): void {
  const resourceNames = [...resources.map(({ name }) => name), ...Object.keys(roles.pending)];
  const pageNames = Object.keys(roles.data.pages);
  for (const [index, { path, kind, guard }] of data.pages.entries()) {
    if ((kind === "public") !== (guard === undefined)) {
      report(["pages", index], `"${path}" has a wrong guard`, "public pages have none, and all others one");
    }
    for (const [name, known, what] of [
      [guard?.resource, resourceNames, "resource"],
      [guard?.page, pageNames, "page"],
    ] as const) {
      if (name === undefined || known.includes(name)) continue;
      const hint = `did you mean "${closest(name, known)}"?`;
      report(["pages", index, "guard", what], `the ${what} "${name}" is not known`, hint);
    }
  }
}
