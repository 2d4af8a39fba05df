import { describe, expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import { roles } from "../../generated/permissions.gen.ts";
import type { Right } from "../schema/descriptor.ts";
import { can, canOpen, DATA_FLAGS, isGuarded } from "./access.ts";
import { type AboutRecord, explainAccess, explainPage } from "./explainAccess.ts";

const names = roles.roles.flatMap(({ name, readOnlyVariant }) =>
  readOnlyVariant ? [name, `${name}ReadOnly`] : [name],
);
const rights: readonly Right[] = ["read", "lookup", "create", "update", "delete"];
const everyFlag = Object.fromEntries(DATA_FLAGS.map((flag) => [flag, true]));
const everybody = [...names, null].flatMap((role) => [
  { role, adminId: 7 },
  { role, adminId: 7, admin: everyFlag },
]);

describe.each(Object.values(resources).map(({ descriptor }) => descriptor))("explanations of $name", (descriptor) => {
  const fields = [undefined, ...descriptor.fields.filter(isGuarded)];
  const records = [undefined, { id: 7 }, { id: 8 }];
  const questions: (readonly [Right, AboutRecord])[] = rights.flatMap((right) =>
    fields.flatMap((field) => records.map((record) => [right, { record, field }] as const)),
  );

  it("match can(), and name only roles that may", () => {
    const wrong: object[] = [];
    for (const [right, about] of questions) {
      const allowed = roles.roles.filter(({ name }) =>
        [7, 0].some((adminId) => can({ role: name, adminId, admin: everyFlag }, descriptor, right, about)),
      );
      const who = allowed.map(({ name }) => name).join();
      for (const caller of everybody) {
        const answer = explainAccess(caller, descriptor, right, about);
        const isRight = answer.isAllowed === can(caller, descriptor, right, about);
        const named = answer.isAllowed
          ? who
          : roles.roles.flatMap(({ name }) => (answer.who.includes(name) ? name : []));
        if (!isRight || String(named) !== who) wrong.push({ caller, right, about, answer, who });
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("reasons", () => {
  const about = (resource: string, fieldName?: string) => {
    const descriptor = resources[resource]?.descriptor;
    if (!descriptor) throw new Error(`no ${resource}`);
    return { descriptor, field: descriptor.fields.find(({ name }) => name === fieldName) };
  };
  const ask = (role: string | null, resource: string, right: Right, fieldName?: string, id = 8) => {
    const { descriptor, field } = about(resource, fieldName);
    return explainAccess({ role, adminId: 7 }, descriptor, right, { record: { id }, field });
  };

  it.each([
    ["no role at all", null, "customers", "read", undefined, "noRole"],
    ["a read-only account of a role that may", "resellerReadOnly", "customers", "create", undefined, "readOnly"],
    ["a read-only account of a role that may not", "resellerReadOnly", "resellers", "create", undefined, "right"],
    ["a role without the right", "reseller", "peeringgroups", "read", undefined, "right"],
    ["the own record only", "reseller", "admins", "update", undefined, "own"],
    ["a field of the own record only", "superuserMaster", "admins", "update", "password", "ownField"],
    ["a right that takes a flag", "reseller", "vouchers", "create", undefined, "flag"],
    ["a field that takes a flag", "reseller", "vouchers", "read", "code", "flag"],
    ["a field that is not the role's", "reseller", "domains", "create", "reseller_id", "field"],
  ] as const)("%s", (_, role, resource, right, field, reason) => {
    expect(ask(role, resource, right, field)).toMatchObject({ isAllowed: false, reason });
  });

  it("report what is not allowed on one's own account", () => {
    expect(ask("superuserMaster", "admins", "delete", undefined, 7)).toEqual({
      isAllowed: false,
      reason: "others",
      who: ["superuserMaster", "resellerMaster"],
      isOwners: false,
    });
    expect(ask("resellerMaster", "admins", "update", "is_active", 7)).toMatchObject({ reason: "others" });
  });

  it("report when only the record's owner may", () => {
    expect(ask("superuserMaster", "admins", "update", "password")).toMatchObject({ who: [], isOwners: true });
    expect(ask("reseller", "resellers", "update")).toMatchObject({ isOwners: false });
  });
});

it("explains pages by the rule that opens them", () => {
  const pages = [...new Set(Object.values(roles.rights).flatMap((ofRole) => Object.keys(ofRole)))];
  for (const caller of everybody) {
    for (const page of pages) {
      const answer = explainPage(caller, page, "update");
      expect(answer.isAllowed).toBe(canOpen(caller, page, "update"));
      if (answer.isAllowed) continue;
      const may = roles.roles.filter(({ name }) => canOpen({ role: name, adminId: 7 }, page, "update"));
      expect(answer.who).toEqual(may.map(({ name }) => name));
    }
  }
  expect(explainPage({ role: "superuserReadOnly", adminId: 7 }, "tool.peeringoverview", "update")).toMatchObject({
    reason: "readOnly",
  });
  expect(explainPage({ role: null, adminId: 7 }, "page.dashboard")).toMatchObject({ reason: "noRole" });
});
