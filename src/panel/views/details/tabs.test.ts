import { expect, it } from "vitest";
import { can } from "../../../core/access.ts";
import { descriptor as customers } from "../../../generated/descriptors/customers.gen.ts";
import { descriptor as peeringgroups } from "../../../generated/descriptors/peeringgroups.gen.ts";
import { detailsTabs } from "./tabs.ts";

const tabs = (descriptor: typeof customers, role: string) =>
  detailsTabs(descriptor, {
    can: (resource, right, options) => can({ role, adminId: 1 }, resource, right, options),
    findLack: () => null,
  }).map(({ path }) => path);

it("shows the journal to roles that read journals", () => {
  expect(tabs(customers, "reseller")).toContain("journal");
  expect(tabs(customers, "superuserReadOnly")).toContain("journal");
  expect(tabs(customers, "ccare")).not.toContain("journal");
});

it("shows children that may be read", () => {
  expect(tabs(peeringgroups, "superuser")).toEqual([undefined, "inboundrules", "outboundrules", "server", "journal"]);
  expect(tabs(peeringgroups, "reseller")).toEqual([undefined, "journal"]);
});
