import { describe, expect, it } from "vitest";
import { can, deriveRole } from "../../src/core/access/access.ts";
import type { ResourceDescriptor, WireRecord } from "../../src/core/schema/descriptor.ts";
import { openAccessPlatform } from "../support/accessPlatform.ts";
import { ACCOUNTS } from "../support/accounts.ts";
import { sampled as descriptors } from "../support/chosen.ts";
import { isBound, reachOf, readsJournals } from "../support/rights.ts";
import { NO_RECORD } from "../support/targets.ts";
import { RoleApi, rights } from "./roleApi.ts";

/** Of which masters see those of others. */
const PERSONAL: readonly string[] = ["admins", "adminsessions"];

/**
 * The server asks the function that the panel asks, for which the test before this one tries each role. So one role of each
 * set of rights, within a reseller and not, shows that it does: another one of them for each resource, so that all of them are
 * met by each operation.
 */
function rolesToTry(descriptor: ResourceDescriptor): readonly string[] {
  const all = platform.members.map(({ role }) => role);
  if (PERSONAL.includes(descriptor.name)) return all;
  const index = descriptors.indexOf(descriptor);
  const shapes = [...new Set(all.map((role) => rightsOf(descriptor, role)))];
  return shapes.flatMap((shape) => {
    const alike = all.filter((role) => rightsOf(descriptor, role) === shape);
    return alike[index % alike.length] ?? [];
  });
}

function rightsOf({ name, fields }: ResourceDescriptor, role: string): string {
  const reaches = rights.flatMap((right) =>
    [undefined, ...fields].map((field) => reachOf(name, role, right, field?.name)),
  );
  return [...reaches, isBound(role), readsJournals(role)].join();
}

const platform = await openAccessPlatform();
const api = new RoleApi(platform);
const roles = new Map(
  await Promise.all(
    platform.members.map(async ({ role, id, api }) => {
      const { body } = await api.read("admins", id);
      return [role, deriveRole(body as WireRecord)] as const;
    }),
  ),
);

it("reports the role of each account in its own record", () => {
  expect([...roles]).toEqual(Object.keys(ACCOUNTS).map((role) => [role, role]));
});

describe.each(descriptors.map((descriptor) => [descriptor.name, descriptor] as const))("%s", (_, descriptor) => {
  it("has the rights of the schema in the panel, field by field", () => {
    const wrong: string[] = [];
    for (const { role, id } of platform.members) {
      // With the flags that some rights require; see vouchers.test.ts for callers without them.
      const caller = { role: roles.get(role) ?? null, adminId: id, admin: { call_data: true, billing_data: true } };
      for (const right of rights) {
        for (const field of [undefined, ...descriptor.fields]) {
          const reach = reachOf(descriptor.name, role, right, field?.name);
          const verdict = (record?: WireRecord) => can(caller, descriptor, right, { record, field });
          const [own, other] = [verdict({ id }), verdict({ id: NO_RECORD })];
          const panel = own && other ? "all" : own ? "own" : other ? "others" : "none";
          if (panel !== reach) wrong.push(`${role} ${right} ${field?.name ?? ""}: panel ${panel}, schema ${reach}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("has the rights of the schema on the server, for its own and another reseller", async () => {
    const wrong: string[] = [];
    for (const role of rolesToTry(descriptor)) {
      wrong.push(...(await api.verify(descriptor, role)));
    }
    expect(wrong).toEqual([]);
  });
});
