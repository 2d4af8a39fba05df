import { expect, it } from "vitest";
import { viewableRoles } from "./viewAs.ts";

const seen = (admin: { role: string; is_master?: boolean; read_only?: boolean }) =>
  [...viewableRoles({ is_superuser: admin.role === "admin", ...admin }).keys()].sort();

it("lets a superuser master view as every role it manages", () => {
  expect(seen({ role: "admin", is_master: true })).toEqual([
    "ccare",
    "ccareReadOnly",
    "ccareSuperuser",
    "ccareSuperuserReadOnly",
    "reseller",
    "resellerMaster",
    "resellerMasterReadOnly",
    "resellerReadOnly",
    "superuser",
    "superuserMasterReadOnly",
    "superuserReadOnly",
  ]);
  // Interceptions are only for those who run them.
  expect(seen({ role: "system" })).not.toContain("lintercept");
});

it("keeps a reseller's master from roles that see other resellers", () => {
  expect(seen({ role: "reseller", is_master: true })).toEqual([
    "ccare",
    "ccareReadOnly",
    "reseller",
    "resellerMasterReadOnly",
    "resellerReadOnly",
  ]);
});

it("lets a read-only master view as read-only roles only", () => {
  expect(seen({ role: "reseller", is_master: true, read_only: true })).toEqual(["ccareReadOnly", "resellerReadOnly"]);
});

it("gives nothing to those who are not masters", () => {
  for (const role of ["admin", "reseller", "ccareadmin", "ccare", "lintercept"]) expect(seen({ role })).toEqual([]);
});

it("picks the fewest flags that make a role", () => {
  const viewable = viewableRoles({ role: "system", is_master: true });
  expect(viewable.get("ccare")).toEqual({ role: "ccare", is_master: false, read_only: false });
  expect(viewable.get("superuser")).toEqual({ role: "admin", is_master: false, read_only: false });
});
