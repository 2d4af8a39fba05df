import { describe, expect, it } from "vitest";
import type { Grants, Right, WireRecord } from "../schema/descriptor.ts";
import { baseRole, can, canOpen, deriveRole, isReadOnly } from "./access.ts";

/** Administrators as the wire represents them: a role and the flags it implies. */
const SUPERUSER = { role: "admin", is_superuser: true };
const CCARE_ADMIN = { role: "ccareadmin", is_superuser: true, is_ccare: true };
const CCARE = { role: "ccare", is_ccare: true };
const LINTERCEPT = { role: "lintercept", lawful_intercept: true };

describe("deriveRole", () => {
  it.each<[string | null, WireRecord]>([
    ["superuserMaster", { ...SUPERUSER, is_master: true }],
    ["superuserMasterReadOnly", { ...SUPERUSER, is_master: true, read_only: true }],
    ["superuser", { ...SUPERUSER, is_master: false }],
    ["superuserReadOnly", { ...SUPERUSER, read_only: true }],
    ["resellerMaster", { role: "reseller", is_master: true }],
    ["resellerMasterReadOnly", { role: "reseller", is_master: true, read_only: true }],
    ["reseller", { role: "reseller" }],
    ["resellerReadOnly", { role: "reseller", read_only: true }],
    ["ccareSuperuser", CCARE_ADMIN],
    ["ccareSuperuserReadOnly", { ...CCARE_ADMIN, read_only: true }],
    ["ccare", CCARE],
    ["ccareReadOnly", { ...CCARE, read_only: true }],
    ["lintercept", LINTERCEPT],
    // No read-only variant exists for this role: the flag alone has to restrict it.
    ["lintercept", { ...LINTERCEPT, read_only: true }],
  ])("finds %s", (role, admin) => {
    expect(deriveRole(admin)).toBe(role);
  });

  it.each<[string, string | null, WireRecord]>([
    ["the platform's owner counts as a master", "superuserMaster", { role: "system", is_system: true }],
    ["so does an admin with the owner's flag", "superuserMaster", { role: "admin", is_system: true }],
    ["interception beats every other flag", "lintercept", { ...SUPERUSER, is_master: true, lawful_intercept: true }],
    ["customer care beats a superuser", "ccareSuperuser", { ...SUPERUSER, is_master: true, is_ccare: true }],
    ["customer care beats a master", "ccare", { role: "reseller", is_master: true, is_ccare: true }],
    ["the owner in customer care", "ccareSuperuser", { role: "system", is_ccare: true }],
    ["flags may be numbers", "superuserMaster", { role: "admin", is_superuser: 1, is_master: 1 }],
    ["flags may be null", "superuser", { role: "admin", is_superuser: 1, is_master: null, read_only: 0 }],
    ["an admin without flags has no role", null, { role: "admin" }],
    ["nor has an unknown one", null, { role: "wizard", is_master: true }],
    ["nor has nobody", null, {}],
  ])("%s", (_, role, admin) => {
    expect(deriveRole(admin)).toBe(role);
  });
});

describe("can", () => {
  const access: Readonly<Record<string, Grants>> = {
    superuser: { read: true, create: true, update: true },
    resellerMaster: { read: true, update: true },
    reseller: { read: true, update: "own" },
    ccare: { lookup: "own" },
  };
  const resource = { name: "things", access };
  const as = (role: string | null, right: Right, record?: WireRecord) =>
    can({ role, adminId: 7 }, resource, right, record === undefined ? {} : { record });

  it("follows the grants of the role, or of the nearest it inherits from", () => {
    expect(as("superuser", "create")).toBe(true);
    expect(as("superuserMaster", "create")).toBe(true);
    expect(as("superuserMaster", "delete")).toBe(false);
    expect(as("resellerMaster", "create")).toBe(false);
    // Its own grants replace the inherited ones; they are not merged.
    expect(as("resellerMaster", "update")).toBe(true);
    expect(as("reseller", "update")).toBe(false);
  });

  it("denies roles without grants, and no role at all", () => {
    for (const role of ["lintercept", "wizard", null]) {
      for (const right of ["read", "lookup", "create", "update", "delete"] as const)
        expect(as(role, right)).toBe(false);
    }
  });

  it("lets readers also look up, but not the reverse", () => {
    expect(as("reseller", "lookup")).toBe(true);
    expect(as("ccare", "lookup", { id: 7 })).toBe(true);
    expect(as("ccare", "read", { id: 7 })).toBe(false);
  });

  it("gives an own-record grant on the caller's own record only, and never without a record", () => {
    expect(as("reseller", "update", { id: 7 })).toBe(true);
    expect(as("reseller", "update", { id: "7" })).toBe(true);
    expect(as("reseller", "update", { id: 8 })).toBe(false);
    expect(as("reseller", "update", {})).toBe(false);
    expect(as("reseller", "update")).toBe(false);
  });

  it("leaves read-only variants nothing but reading", () => {
    for (const role of ["superuserReadOnly", "superuserMasterReadOnly", "resellerMasterReadOnly", "resellerReadOnly"]) {
      expect(as(role, "read")).toBe(true);
      expect(as(role, "lookup")).toBe(true);
      for (const right of ["create", "update", "delete"] as const) expect(as(role, right, { id: 7 })).toBe(false);
    }
  });

  it("lets a field only narrow what the resource grants", () => {
    const field = {
      access: { superuser: { read: true, update: "own" }, reseller: {}, ccare: { update: true } },
    } as const;
    const at = (role: string, right: Right, id = 8) =>
      can({ role, adminId: 7 }, resource, right, { field, record: { id } });
    expect(at("superuser", "read")).toBe(true);
    expect(at("superuser", "create")).toBe(false);
    expect(at("superuserMaster", "update", 7)).toBe(true);
    expect(at("superuserMaster", "update", 8)).toBe(false);
    expect(at("reseller", "read")).toBe(false);
    expect(at("ccare", "update", 7)).toBe(false);
    // Roles that the field does not name keep their rights on the resource.
    const open = { access: { superuser: {} } } as const;
    expect(can({ role: "reseller", adminId: 7 }, resource, "read", { field: open })).toBe(true);
    expect(can({ role: "superuser", adminId: 7 }, resource, "read", { field: {} })).toBe(true);
  });
});

describe("a right that also requires a flag", () => {
  const access = { superuser: { read: true, create: true, update: true, delete: true } } as const;
  const resource = { access, accessFlags: { create: "billing_data", delete: "billing_data" } } as const;
  const code = { accessFlags: { read: "billing_data", update: "call_data" } } as const;
  const as = (flags: object | undefined, right: Right, field?: typeof code) =>
    can({ role: "superuser", adminId: 7, admin: flags && { ...flags } }, resource, right, field && { field });

  it("is granted to those with both, however the wire writes the flag", () => {
    for (const billing_data of [true, 1]) expect(as({ billing_data }, "create")).toBe(true);
    for (const billing_data of [false, 0, null]) expect(as({ billing_data }, "create")).toBe(false);
    expect(as({ call_data: true }, "delete")).toBe(false);
    expect(as(undefined, "delete")).toBe(false);
    expect(can({ role: "reseller", adminId: 7, admin: { billing_data: true } }, resource, "create")).toBe(false);
  });

  it("leaves the other rights alone", () => {
    expect(as({}, "update")).toBe(true);
    expect(as(undefined, "read")).toBe(true);
  });

  it("may be on a field, where looking up counts as reading too", () => {
    expect(as({ billing_data: true }, "read", code)).toBe(true);
    expect(as({}, "read", code)).toBe(false);
    expect(as({}, "lookup", code)).toBe(false);
    expect(as({ billing_data: true }, "update", code)).toBe(false);
    expect(as({ call_data: true }, "update", code)).toBe(true);
    // The resource's own requirement applies to the field as well.
    expect(as({}, "create", code)).toBe(false);
  });
});

describe("canOpen", () => {
  const open = (role: string | null, name: string, right: Right = "read") => canOpen({ role, adminId: 1 }, name, right);

  it("checks the role, then its ancestors, for the page and then for its group", () => {
    expect(open("superuserMaster", "tool.peeringoverview", "update")).toBe(true);
    expect(open("superuser", "page.security", "delete")).toBe(true);
    expect(open("reseller", "page.domain.preferences")).toBe(true);
    expect(open("reseller", "page.domain.preferences", "update")).toBe(false);
    expect(open("resellerMaster", "doc.handbook")).toBe(true);
    expect(open("reseller", "tool.peeringoverview")).toBe(false);
    expect(open("ccareSuperuser", "tool.batchprovisioning", "create")).toBe(true);
    expect(open("ccare", "tool.batchprovisioning")).toBe(false);
    expect(open("ccareSuperuser", "page.customer.preferences", "update")).toBe(true);
  });

  it("prefers an entry of its own over its group", () => {
    expect(open("reseller", "doc.links")).toBe(false);
    expect(open("superuser", "doc.links")).toBe(true);
  });

  it("opens nothing without a role, and only readable pages to read-only roles", () => {
    expect(open(null, "page.dashboard")).toBe(false);
    expect(open("wizard", "page.dashboard")).toBe(false);
    expect(open("superuserReadOnly", "page.dashboard")).toBe(true);
    expect(open("superuserReadOnly", "page.dashboard", "update")).toBe(false);
  });
});

it("gives the same answer again, per map of rights and role", () => {
  const one = { access: { superuser: { read: true } } } as const;
  const other = { access: { reseller: { read: true } } } as const;
  const answers = () =>
    [one, other].flatMap((resource) =>
      ["superuser", "superuserReadOnly", "reseller"].map((role) => can({ role, adminId: 1 }, resource, "read")),
    );
  expect(answers()).toEqual([true, true, false, false, false, true]);
  expect(answers()).toEqual(answers());
});

it("tells a read-only role from its base", () => {
  expect([isReadOnly("ccareReadOnly"), isReadOnly("ccare")]).toEqual([true, false]);
  expect([baseRole("ccareSuperuserReadOnly"), baseRole("lintercept")]).toEqual(["ccareSuperuser", "lintercept"]);
});
