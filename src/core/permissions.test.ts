import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resources } from "../generated/all.gen.ts";
import { legacyResources } from "../generated/legacyResources.gen.ts";
import { roles } from "../generated/permissions.gen.ts";
import { type Caller, can, canOpen, deriveRole, type Guarded, type GuardedField } from "./access/access.ts";
import type { Right } from "./schema/descriptor.ts";

const RIGHTS: readonly (readonly [Right, string])[] = [
  ["read", "R"],
  ["create", "C"],
  ["update", "U"],
  ["delete", "D"],
  ["lookup", "L"],
];
const BASES = roles.roles.map(({ name }) => name);
const READ_ONLY = roles.roles.filter((role) => role.readOnlyVariant).map(({ name }) => `${name}ReadOnly`);
const ALL_ROLES = roles.roles.flatMap(({ name, readOnlyVariant }) =>
  readOnlyVariant ? [name, `${name}ReadOnly`] : [name],
);
const guarded: Readonly<Record<string, Guarded>> = {
  ...legacyResources,
  ...Object.fromEntries(Object.values(resources).map(({ descriptor }) => [descriptor.name, descriptor])),
};
const document = readFileSync(new URL("../../docs/reference/permissions.md", import.meta.url), "utf8");
const pages = [...document.matchAll(/^\| `((?:page|tool|statistic|doc|ngcp)\.[\w.]+)` /gm)].flatMap(
  ([, name]) => name ?? [],
);

/** An administrator with all data flags. */
const as = (role: string): Caller => ({ role, adminId: 7, admin: { call_data: true, billing_data: true } });

/** `RCUD`, lower case for the caller's own record only; lookup is listed only where it differs from reading. */
function rightsOn(role: string, resource: string, field?: string): string {
  const target = guarded[resource];
  if (!target) throw new Error(`no ${resource}`);
  const about = field === undefined ? {} : { field: fieldOf(resource, field) };
  const letters = RIGHTS.map(([right, letter]) => {
    if (can(as(role), target, right, { ...about, record: { id: 8 } })) return letter;
    return can(as(role), target, right, { ...about, record: { id: 7 } }) ? letter.toLowerCase() : "";
  }).join("");
  return /r/i.test(letters) ? letters.replace(/l/i, "") : letters;
}

function fieldOf(resource: string, name: string): GuardedField {
  const found = resources[resource]?.descriptor.fields.find((field) => field.name === name);
  if (!found) throw new Error(`no ${resource}.${name}`);
  return found;
}

const rightsTo = (role: string, page: string) =>
  RIGHTS.map(([right, letter]) => (right !== "lookup" && canOpen(as(role), page, right) ? letter : "")).join("");

describe("the rights of roles", () => {
  it("derives its roles and their variants", () => {
    expect(READ_ONLY.map((name) => name.replace(/ReadOnly$/, ""))).toEqual(
      BASES.filter((name) => name !== "lintercept"),
    );
    expect(ALL_ROLES).toHaveLength(13);
    expect(deriveRole({ role: "system", read_only: true })).toBe("superuserMasterReadOnly");
  });

  it("Superuser master: everything, so nobody has a right that it lacks", () => {
    for (const name of Object.keys(guarded)) {
      // Interceptions are only for those who have to know.
      if (name === "interceptions") continue;
      const master = rightsOn("superuserMaster", name);
      for (const role of BASES) {
        const missing = [...rightsOn(role, name).toUpperCase()].filter(
          (letter) => letter !== "L" && !master.includes(letter),
        );
        expect(missing, `${role} ${name}`).toEqual([]);
      }
    }
  });

  it("Lawful intercept: interceptions, which no other role has any right to", () => {
    const able = ALL_ROLES.filter((role) => rightsOn(role, "interceptions") !== "");
    expect(able).toEqual(["lintercept"]);
  });

  it.each(READ_ONLY)("Read-only variants read only: %s", (role) => {
    const base = role.replace(/ReadOnly$/, "");
    for (const name of Object.keys(guarded)) {
      expect(rightsOn(role, name), name).toBe(rightsOn(base, name).replace(/[cud]/gi, ""));
      for (const { name: field } of resources[name]?.descriptor.fields ?? []) {
        expect(rightsOn(role, name, field), `${name}.${field}`).not.toMatch(/[cud]/i);
      }
    }
    for (const page of pages) {
      expect(rightsTo(role, page), page).toBe(rightsTo(base, page).replace(/[CUD]/g, ""));
    }
  });
});
