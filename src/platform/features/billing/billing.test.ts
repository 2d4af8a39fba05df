import { beforeEach, describe, expect, it } from "vitest";
import { createdId, errorsOf } from "../../../../tests/support/api.ts";
import { platformUntilEnd, type Reply } from "../../../testing/platform.ts";
import { createContact, createProfile, replacing } from "../../../testing/records.ts";

let packageId: number;

let serial = 0;
const makePackage = (initial_profiles: readonly object[]) =>
  admin.create("profilepackages", {
    reseller_id: 2,
    name: `Package ${++serial}`,
    description: "For tests",
    initial_profiles,
  });
const post = (values: object) =>
  admin.send("POST", "/api/customers/", { contact_id: contact, status: "active", type: "sipaccount", ...values });
const makeCustomer = async (values: object = { billing_profile_id: one }) => createdId(await post(values));
const patch = (id: number, values: Record<string, unknown>, name = "customers") =>
  admin.send("PATCH", `/api/${name}/${id}`, replacing(values));
const ok = ({ status, text }: Reply) => expect(status, text).toBeLessThan(300);
type Row = { profile_id: number; network_id?: number | null; start: string | null; stop: string | null };
const read = async (id: number, name = "customers") => {
  const { body } = await admin.send("GET", `/api/${name}/${id}`);
  return body as unknown as {
    billing_profile_definition: string;
    billing_profile_id: number;
    profile_package_id: number | null;
    billing_profiles: Row[];
    all_billing_profiles: Row[];
  };
};
/** Profile, network, and whether it has a start, of each row. */
const rowsOf = async (id: number) =>
  (await read(id)).all_billing_profiles.map(({ profile_id, network_id, start }) => [
    profile_id,
    network_id ?? null,
    start !== null,
  ]);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+/, "");

const platform = await platformUntilEnd();
const admin = await platform.as("master");
const contact = await createContact(admin);
/** Billing profiles of the customer's reseller. */
const [one, two] = [await createProfile(admin), await createProfile(admin)];
const network = await admin.create("billingnetworks", {
  reseller_id: 2,
  name: "Office",
  description: "For tests",
  blocks: [{ ip: "192.0.2.0", mask: 24 }],
});
beforeEach(async () => {
  packageId = await makePackage([{ profile_id: one }, { profile_id: two, network_id: network }]);
});

describe("a billing definition by package", () => {
  it("starts a new customer with the profiles of the package, the last of which is in force", async () => {
    const id = await makeCustomer({ billing_profile_definition: "package", profile_package_id: packageId });
    expect(await rowsOf(id)).toEqual([
      [one, null, false],
      [two, network, false],
    ]);
    expect(await read(id)).toMatchObject({ billing_profile_definition: "id", billing_profile_id: two });
  });

  it("is implied by a patch of the package, and appends its profiles from now on", async () => {
    const id = await makeCustomer();
    ok(await patch(id, { profile_package_id: packageId }));
    expect(await rowsOf(id)).toEqual([
      [one, null, false],
      [one, null, true],
      [two, network, true],
    ]);
    expect((await read(id)).billing_profile_id).toBe(two);
  });

  it("changes nothing with the same package again, and appends those of another", async () => {
    const id = await makeCustomer({ billing_profile_definition: "package", profile_package_id: packageId });
    ok(await patch(id, { profile_package_id: packageId }));
    expect(await rowsOf(id)).toHaveLength(2);
    ok(await patch(id, { profile_package_id: await makePackage([{ profile_id: one }]) }));
    expect(await rowsOf(id)).toHaveLength(3);
    expect((await read(id)).billing_profile_id).toBe(one);
  });

  it("keeps the schedule when the package is removed, and the package when the profile changes", async () => {
    const id = await makeCustomer({ billing_profile_definition: "package", profile_package_id: packageId });
    ok(await patch(id, { billing_profile_id: one }));
    expect((await read(id)).profile_package_id).toBe(packageId);
    const before = await rowsOf(id);
    ok(await patch(id, { profile_package_id: null }));
    expect(await rowsOf(id)).toEqual(before);
    expect((await read(id)).profile_package_id).toBeNull();
  });

  it("needs a package of the contact's reseller, and none for contracts", async () => {
    const byPackage = { billing_profile_definition: "package" };
    expect(errorsOf(await post(byPackage))).toEqual(["/profile_package_id rules.required"]);
    expect(errorsOf(await post({ ...byPackage, profile_package_id: 999_999 }))).toEqual([
      "/profile_package_id rules.reference",
    ]);
    const contract = { type: "reseller", contact_id: 1, status: "active", ...byPackage };
    expect(errorsOf(await admin.send("POST", "/api/contracts/", contract))[0]).toBe(
      "/billing_profile_definition rules.enum",
    );
  });
});

describe("a billing definition by profile", () => {
  it("leaves the schedule alone if it is in force, and appends it otherwise; what is to come stays", async () => {
    const id = await makeCustomer();
    ok(await patch(id, { billing_profiles: [{ profile_id: two, start: inDays(30) }] }));
    ok(await patch(id, { billing_profile_id: one }));
    expect(await rowsOf(id)).toHaveLength(2);
    ok(await patch(id, { billing_profile_id: two }));
    const { all_billing_profiles: rows, billing_profiles: future } = await read(id);
    expect(rows.map(({ profile_id }) => profile_id)).toEqual([one, two, two]);
    expect(rows[2]).toEqual(future[0]);
  });
});

describe("a billing definition by schedule", () => {
  it("replaces what is to come, is told in order of time, and clears it when empty", async () => {
    const id = await makeCustomer();
    const later = { profile_id: one, start: inDays(60) };
    const sooner = { profile_id: two, network_id: network, start: inDays(10), stop: inDays(20) };
    ok(await patch(id, { billing_profiles: [later, sooner] }));
    expect((await read(id)).billing_profiles).toMatchObject([sooner, { ...later, stop: null }]);
    ok(await patch(id, { billing_profiles: [later] }));
    expect((await read(id)).billing_profiles).toMatchObject([later]);
    ok(await patch(id, { billing_profiles: [] }));
    expect(await rowsOf(id)).toEqual([[one, null, false]]);
  });

  it("takes intervals that overlap or begin at once", async () => {
    const id = await makeCustomer();
    const [start, stop] = [inDays(10), inDays(20)];
    ok(await patch(id, { billing_profiles: [one, two].map((profile_id) => ({ profile_id, start, stop })) }));
    expect(await rowsOf(id)).toHaveLength(3);
  });

  it("never takes a network for a contract", async () => {
    const id = await admin.create("contracts", {
      type: "reseller",
      contact_id: 1,
      status: "active",
      billing_profile_id: one,
    });
    const start = inDays(9);
    ok(await patch(id, { billing_profiles: [{ profile_id: two, network_id: network, start }] }, "contracts"));
    expect((await read(id, "contracts")).billing_profiles).toEqual([
      expect.not.objectContaining({ network_id: expect.anything() }),
    ]);
  });
});
