import { type Diagnostic, diagnosticsIn, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import type { Model } from "../model.ts";
import type { Condition } from "../schemaTypes.ts";

/** Checks what the meta-schema of roles cannot: names of roles, pages and flags, and outdated entries. */
export function checkRoles(model: Model): Diagnostic[] {
  return diagnosticsIn(model.roles.source, (report) => checkRoleNames(model, report));
}

function checkRoleNames({ roles: { data }, resources }: Model, report: Report): void {
  const expect = (name: string, allowed: readonly string[], path: Path, what: string) =>
    expectOneOf(report, path, name, allowed, what);

  const names = data.roles.map(({ name }) => name);
  for (const [index, { inherits }] of data.roles.entries()) {
    if (inherits) expect(inherits, names, ["roles", index, "inherits"], "a role");
  }
  const wireRoles = Object.keys(data.flags);
  const flags = [...new Set(Object.values(data.flags).flat()), "is_master"];
  for (const [index, { when, role }] of data.derivation.entries()) {
    expect(role, names, ["derivation", index, "role"], "a role");
    for (const [key, value] of leaves(when)) {
      if (key === "role") expect(String(value), wireRoles, ["derivation", index, "when"], "a role of the API");
      else expect(key, flags, ["derivation", index, "when"], "a flag");
    }
  }
  for (const [role, managed] of Object.entries(data.manages)) {
    for (const name of [role, ...managed]) expect(name, wireRoles, ["manages", role], "a role of the API");
  }

  const pages = Object.keys(data.pages);
  const groups = [...new Set(pages.map((page) => `${page.slice(0, page.indexOf("."))}.*`))];
  for (const [role, rights] of Object.entries(data.rights)) {
    expect(role, names, ["rights", role], "a role");
    for (const page of Object.keys(rights)) expect(page, [...pages, ...groups], ["rights", role, page], "a page");
  }
  for (const name of Object.keys(data.legacyResources)) {
    const described = resources.find((resource) => resource.name === name);
    if (described) {
      report(
        ["legacyResources", name],
        `"${name}" is a legacy resource although it has a schema`,
        `its rights in x-resource.access of ${described.source.file} only`,
      );
    }
  }
}

function leaves(condition: Condition): [string, unknown][] {
  return Object.entries(condition).flatMap(([key, value]) =>
    key === "anyOf" ? (value as Condition[]).flatMap(leaves) : [[key, value] as [string, unknown]],
  );
}
