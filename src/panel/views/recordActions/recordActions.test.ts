import { beforeEach, describe, expect, it } from "vitest";
import { descriptorOf } from "../../../../tests/support/world.ts";
import { can } from "../../../core/access/access.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { storeExtensions } from "../../providers/extensions.ts";
import { canChangeField, recordActions } from "./recordActions.ts";

const as = (role: string, adminId = 1) =>
  ({
    adminId,
    can: (resource, right, options) => can({ role, adminId }, resource, right, options),
  }) satisfies Parameters<typeof recordActions>[1];

const names = (resource: string, record: WireRecord, role = "superuser") =>
  recordActions(descriptorOf(resource), as(role), record).map(({ name }) => name);

beforeEach(() => storeExtensions({ extensions: ["clone"] }));

describe("actions of a record", () => {
  it.each<[string, WireRecord, string, string[]]>([
    ["customers", { id: 5, status: "active" }, "superuser", ["edit", "details", "copyLink", "remove"]],
    ["customers", { id: 5, status: "active" }, "superuserReadOnly", ["details", "copyLink"]],
    ["customers", { id: 5, status: "terminated" }, "superuser", ["details", "copyLink"]],
    ["customers", { id: 1, status: "active" }, "superuser", ["edit", "details", "copyLink"]],
    ["domains", { id: 2 }, "superuser", ["details", "preferences", "copyLink", "remove"]],
    ["rewriterulesets", { id: 2 }, "superuser", ["edit", "details", "clone", "copyLink", "remove"]],
    ["timesets", { id: 2 }, "superuserReadOnly", ["details", "calendar", "copyLink"]],
    ["domains", { id: 2 }, "lintercept", []],
  ])("%s %j for %s: %j", (resource, record, role, wanted) => {
    expect(names(resource, record, role).filter((name) => name !== "preferences" || wanted.includes(name))).toEqual(
      wanted,
    );
  });

  it("copy no record where the platform does not do it itself", () => {
    storeExtensions({});
    expect(names("rewriterulesets", { id: 2 })).toEqual(["edit", "details", "copyLink", "remove"]);
  });

  it("use nested URLs for child records", () => {
    const [edit] = recordActions(descriptorOf("peeringservers"), as("superuser"), { id: 7, group_id: 3 });
    expect(edit).toEqual({ name: "edit", path: "/peering/3/details/server/7/edit" });
  });

  it("open tabs that are shortcuts, and set passwords, for whoever may", () => {
    const some = (resource: string, record: WireRecord, role: string) =>
      names(resource, record, role).filter((name) => name === "forwards" || name === "password");
    const subscriber = { id: 3, customer_id: 2, status: "active" };
    expect(some("subscribers", subscriber, "superuser")).toEqual(["forwards", "password"]);
    expect(some("subscribers", subscriber, "superuserReadOnly")).toEqual(["forwards"]);
    expect(some("subscribers", subscriber, "ccare")).toEqual(["forwards"]);
  });

  it("change the user's own password, and mail a link to whoever may reset theirs", () => {
    const other = { id: 4, is_active: true, can_reset_password: true };
    const security = (record: WireRecord, adminId = 5, role = "superuserMaster") =>
      recordActions(descriptorOf("admins"), as(role, adminId), record).flatMap((action) =>
        "path" in action && action.path.endsWith("/4/details/security") ? [action.name] : [],
      );
    expect(security(other)).toEqual(["resetLink"]);
    expect(security({ ...other, can_reset_password: false })).toEqual([]);
    expect(security({ ...other, is_active: false })).toEqual([]);
    expect(security(other, 5, "superuser")).toEqual([]);
    expect(security({ id: 4 }, 4, "superuser")).toEqual(["changePassword"]);
  });

  it("apply to the user's own record only, where the right says so", () => {
    const actions = (adminId: number) =>
      recordActions(descriptorOf("admins"), as("superuser", adminId), { id: 4 }).map(({ name }) => name);
    expect(actions(4)).toContain("edit");
    expect(actions(5)).not.toContain("edit");
  });
});

describe("editing a field in place", () => {
  const field = (resource: string, name: string) => {
    const found = descriptorOf(resource).fields.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`no field ${name}`);
    return found;
  };
  const canChange = (resource: string, name: string, record: WireRecord, role = "superuser") =>
    canChangeField(descriptorOf(resource), as(role), record, field(resource, name));

  it("is for users who may change the record", () => {
    expect(canChange("customers", "external_id", { id: 5, status: "active" })).toBe(true);
    expect(canChange("customers", "external_id", { id: 5, status: "active" }, "superuserReadOnly")).toBe(false);
  });

  it("is not for final records", () => {
    expect(canChange("customers", "external_id", { id: 5, status: "terminated" })).toBe(false);
  });

  it("is not for fields set on creation only", () => {
    expect(canChange("customers", "type", { id: 5, status: "active" })).toBe(false);
  });
});
