import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resources } from "../generated/all.gen.ts";
import { pending } from "../generated/pending.gen.ts";
import { roles } from "../generated/permissions.gen.ts";
import { type Caller, can, canOpen, deriveRole, type Guarded, type GuardedField } from "./access.ts";
import type { Right } from "./descriptor.ts";

/** Section 6 of the specification, sentence by sentence, and the document that shows the rights. */

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
  ...pending,
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

type Statement = readonly [sentence: string, roles: readonly string[], what: readonly string[], rights: string];

const CARE = ["ccare", "ccareSuperuser"];
const RESELLERS = ["reseller", "resellerMaster"];
const ADMIN_FLAGS = [
  "is_master",
  "is_active",
  "read_only",
  "show_passwords",
  "call_data",
  "billing_data",
  "can_reset_password",
];
const SUPERUSERS_OWN = [
  "resellers",
  "contracts",
  "peeringgroups",
  "peeringservers",
  "peeringrules",
  "peeringinboundrules",
  "lnpcarriers",
  "lnpnumbers",
];
/** Created by the platform itself: deleting one lifts it. */
const BANS = ["bannedips", "bannedusers"];
const FULL_FOR_RESELLERS = [
  ...["customers", "customercontacts", "domains", "subscribers", "subscriberprofiles", "subscriberprofilesets"],
  ...["billingprofiles", "invoices", "invoicetemplates", "vouchers", "rewriterulesets", "rewriterules"],
  ...["headerrulesets", "headerrules", "headerruleactions", "headerruleconditions", "soundsets", "emailtemplates"],
  ...["pbxdevices", "pbxdevicemodels", "pbxdevicefirmwares", "pbxdeviceconfigs", "pbxdeviceprofiles"],
  ...["emergencymappingcontainers", "emergencymappings", "resellerphonebookentries", "maliciouscalls"],
];

const ON_RESOURCES: readonly Statement[] = [
  ["Customer care: customers, subscribers", CARE, ["customers", "subscribers"], "RCUD"],
  ["Customer care: nothing else of a reseller's", CARE, ["vouchers", "invoices", "soundsets", "numbers"], ""],
  ["Customer care: the rest of a customer in pickers", CARE, ["customercontacts", "domains", "billingprofiles"], "L"],
  ["Lawful intercept: read admins, update own", ["lintercept"], ["admins"], "Ru"],
  ["Lawful intercept: manage own API key", ["lintercept"], ["admincerts"], "rcd"],
  ["Lawful intercept: nothing else", ["lintercept"], ["customers", "subscribers", "domains", "customercontacts"], ""],
  ["Reseller: full rights on", RESELLERS, FULL_FOR_RESELLERS, "RCUD"],
  ["Reseller: read admins; update own", ["reseller"], ["admins"], "Ru"],
  ["Only reseller master may create and update admin accounts", ["resellerMaster"], ["admins"], "RCUD"],
  ["Superuser master: everything", ["superuserMaster"], ["admins", ...FULL_FOR_RESELLERS], "RCUD"],
  [
    "Superuser master: including resellers, contracts, peering, number porting",
    ["superuserMaster"],
    SUPERUSERS_OWN,
    "RCUD",
  ],
  ["Superuser master: including bans, which are lifted", ["superuserMaster"], BANS, "RD"],
  ["Superuser master: including time sets", ["superuserMaster"], ["timesets"], "RCUD"],
  [
    "What the sentence on the superuser master names is his and other superusers'",
    [...RESELLERS, ...CARE, "lintercept"],
    [...SUPERUSERS_OWN.filter((name) => name !== "lnpcarriers"), ...BANS],
    "",
  ],
  ["Reseller: carriers in pickers, which NCOS levels name", RESELLERS, ["lnpcarriers"], "L"],
  ["No carriers for others", [...CARE, "lintercept"], ["lnpcarriers"], ""],
  ["Admins can create or revoke an API certificate", ["superuserMaster", "resellerMaster"], ["admincerts"], "RCUD"],
];

const ON_FIELDS: readonly Statement[] = [
  ["Lawful intercept: update own email", ["lintercept"], ["email"], "Ru"],
  ["Lawful intercept: and password", ["lintercept"], ["password"], "Ru"],
  ["Lawful intercept: and nothing else", ["lintercept"], ["login", "role", "reseller_id", ...ADMIN_FLAGS], "R"],
  ["Reseller: update own login, email, password", ["reseller"], ["login", "email", "password"], "Ru"],
  ["Reseller: no flag", ["reseller"], ["role", "reseller_id", ...ADMIN_FLAGS], "R"],
  ["Reseller master: including flags", ["resellerMaster"], ["role", ...ADMIN_FLAGS], "RCU"],
  ["Login may only be changed by the owner", ["superuserMaster", "resellerMaster"], ["login"], "RCu"],
  ["Password may only be changed by the owner", ["superuserMaster", "resellerMaster"], ["password"], "Cu"],
  ["The same for whoever changes the own account only", ["superuser"], ["login", "password"], "Ru"],
];

const ON_PAGES: readonly Statement[] = [
  ["Everybody has the dashboard", BASES, ["page.dashboard"], "RCUD"],
  ["Customer care: superusers also get batch provisioning", ["ccareSuperuser"], ["tool.batchprovisioning"], "RCUD"],
  ["Customer care: others do not", ["ccare", "lintercept"], ["tool.batchprovisioning"], ""],
  ["Reseller: branding and batch provisioning", RESELLERS, ["page.panelBranding", "tool.batchprovisioning"], "RCUD"],
  ["Superuser master: everything", ["superuserMaster", "superuser"], pages, "RCUD"],
  [
    "Tools and statistics are the superusers'",
    [...RESELLERS, ...CARE, "lintercept"],
    pages.filter((page) => /^statistic\.|^tool\.(?!batch)/.test(page)),
    "",
  ],
];

const cases = (statements: readonly Statement[]) =>
  statements.flatMap(([sentence, names, targets, rights]) =>
    names.flatMap((role) => targets.map((target) => ({ sentence, role, target, rights }))),
  );

describe("section 6", () => {
  it.each(cases(ON_RESOURCES))("$sentence: $role on $target", ({ role, target, rights }) => {
    expect(rightsOn(role, target)).toBe(rights);
  });

  it.each(cases(ON_FIELDS))("$sentence: $role at $target", ({ role, target, rights }) => {
    // Deletion applies to records, not fields.
    expect(rightsOn(role, "admins", target).replace("D", "")).toBe(rights);
  });

  it.each(cases(ON_PAGES))("$sentence: $role on $target", ({ role, target, rights }) => {
    expect(rightsTo(role, target)).toBe(rights);
  });

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

  it("names nothing without rights here", () => {
    const named = [
      ...["admins", "resellers", "customers", "contracts", "customercontacts", "domains", "subscribers"],
      ...["subscriberprofiles", "calllistsuppressions", "billingprofiles", "billingnetworks", "profilepackages"],
      ...["invoicetemplates", "invoices", "vouchers", "peeringgroups", "rewriterulesets", "headerrulesets"],
      ...["ncoslevels", "soundsets", "emailtemplates", "pbxdevices", "bannedips", "bannedusers", "maliciouscalls"],
      ...["lnpcarriers", "lnpnumbers", "emergencymappingcontainers", "timesets"],
      ...["customerphonebookentries", "resellerphonebookentries", "subscriberphonebookentries"],
    ];
    expect(named.filter((name) => !guarded[name])).toEqual([]);
    const opened = [
      ...["page.dashboard", "tool.callroutingverify", "tool.peeringoverview", "tool.batchprovisioning", "doc.api"],
      ...["doc.handbook", "page.administrator.edit", "page.reseller.preferences", "page.customer.preferences"],
      ...["page.domain.preferences", "page.panelBranding"],
    ];
    expect(opened.filter((page) => !pages.includes(page))).toEqual([]);
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

  it("Own rights are compared with the id of the administrator", () => {
    const [own, other] = [7, 8].map((id) =>
      can(as("reseller"), guarded.admins ?? { access: {} }, "update", { record: { id: String(id) } }),
    );
    expect([own, other]).toEqual([true, false]);
  });
});

describe("docs/reference/permissions.md", () => {
  const sectionOf = (title: string) => document.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? "";
  const rowsOf = (text: string) =>
    [...text.matchAll(/^\| `([\w.]+)` .*$/gm)].map(([line, name = ""]) => ({
      name,
      cells: line
        .split("|")
        .slice(2, 2 + ALL_ROLES.length)
        .map((cell) => cell.trim()),
    }));

  /** As the document writes the rights of a role, as far as the operations exist. */
  function cellOf(role: string, name: string, isThere: (right: Right) => boolean = () => true): string {
    const target = guarded[name] ?? { access: {} };
    const may = (right: Right, id: number) => isThere(right) && can(as(role), target, right, { record: { id } });
    const letters = RIGHTS.map(([right, letter]) => {
      const [own, other] = [may(right, 7), may(right, 8)];
      return {
        right,
        all: own && other ? letter : "",
        some: own === other ? "" : `${letter}:${own ? "own" : "others"}`,
      };
    });
    const reads = letters.some(({ right, all, some }) => right === "read" && (all || some));
    const shown = letters.filter(({ right }) => !(reads && right === "lookup"));
    const all = shown.map((letter) => letter.all).join("");
    return [all, ...shown.map(({ some }) => some)].filter(Boolean).join(" ") || ".";
  }

  it("shows every resource as can() answers, for the operations that the resource has", () => {
    const rows = rowsOf(sectionOf("Resources"));
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(resources));
    for (const { name, cells } of rows) {
      const { operations = [], remove } = resources[name]?.descriptor ?? {};
      const isThere = (right: Right) =>
        right === "read" ||
        right === "lookup" ||
        operations.includes(right) ||
        (right === "delete" && remove?.by === "status");
      const wanted = ALL_ROLES.map((role) => cellOf(role, name, isThere));
      expect(cells, name).toEqual(wanted);
    }
  });

  it("shows every resource without a schema as can() answers", () => {
    const rows = rowsOf(sectionOf("Resources without a schema"));
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(pending));
    for (const { name, cells } of rows) {
      expect(cells, name).toEqual(ALL_ROLES.map((role) => cellOf(role, name)));
    }
  });

  it("shows every page as canOpen() answers", () => {
    for (const title of ["Pages", "Tools", "Statistics", "Documents", "Platform"]) {
      const rows = rowsOf(sectionOf(title));
      expect(rows.length, title).toBeGreaterThan(0);
      for (const { name, cells } of rows) {
        expect(cells, name).toEqual(ALL_ROLES.map((role) => rightsTo(role, name) || "."));
      }
    }
  });
});
