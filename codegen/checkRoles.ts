import { closest } from "fastest-levenshtein";
import type { Model } from "./model.ts";
import type { Problem } from "./problems.ts";
import type { Condition } from "./schemaTypes.ts";

/** What the meta-schema of roles cannot see: names of roles, pages and flags that must resolve, and entries outgrown. */
export function checkRoles({ roles: { source, data }, resources }: Model): Problem[] {
  const problems: Problem[] = [];
  const report = (path: readonly (string | number)[], message: string, hint: string) => {
    problems.push({ ...source.at(path), message, hint });
  };
  const expect = (name: string, known: readonly string[], path: readonly (string | number)[], what: string) => {
    if (!known.includes(name))
      report(path, `${what} "${name}" is not known`, `did you mean "${closest(name, known)}"?`);
  };

  const names = data.roles.map(({ name }) => name);
  for (const [index, { inherits }] of data.roles.entries()) {
    if (inherits) expect(inherits, names, ["roles", index, "inherits"], "the role");
  }
  const wireRoles = Object.keys(data.flags);
  const flags = [...new Set(Object.values(data.flags).flat()), "is_master"];
  for (const [index, { when, role }] of data.derivation.entries()) {
    expect(role, names, ["derivation", index, "role"], "the role");
    for (const [key, value] of leaves(when)) {
      if (key === "role") expect(String(value), wireRoles, ["derivation", index, "when"], "the wire's role");
      else expect(key, flags, ["derivation", index, "when"], "the flag");
    }
  }
  for (const [role, managed] of Object.entries(data.manages)) {
    for (const name of [role, ...managed]) expect(name, wireRoles, ["manages", role], "the wire's role");
  }

  const pages = Object.keys(data.pages);
  const groups = [...new Set(pages.map((page) => `${page.slice(0, page.indexOf("."))}.*`))];
  for (const [role, rights] of Object.entries(data.rights)) {
    expect(role, names, ["rights", role], "the role");
    for (const page of Object.keys(rights)) expect(page, [...pages, ...groups], ["rights", role, page], "the page");
  }
  for (const name of Object.keys(data.pending)) {
    const described = resources.find((resource) => resource.name === name);
    if (described) {
      report(
        ["pending", name],
        `"${name}" has a schema`,
        `its schema says it now: remove it here and keep its rights in ${described.source.file}, x-resource.access`,
      );
    }
  }
  return problems;
}

function leaves(condition: Condition): [string, unknown][] {
  return Object.entries(condition).flatMap(([key, value]) =>
    key === "anyOf" ? (value as Condition[]).flatMap(leaves) : [[key, value] as [string, unknown]],
  );
}
