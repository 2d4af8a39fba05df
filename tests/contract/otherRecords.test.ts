import { afterAll, expect, it } from "vitest";
import { businessBook, moduleOf } from "../../scripts/rules/verify/book.ts";
import type { BusinessEntry } from "../../src/core/rulebook/businessBook.ts";
import type { FieldDescriptor, Json, WireRecord } from "../../src/core/schema/descriptor.ts";
import { businessError } from "../../src/core/validation/businessRules.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import { TEST_RESELLER } from "../support/accounts.ts";
import { descriptors } from "../support/chosen.ts";
import { firstOfEach } from "../support/covering.ts";
import { logInAsOwner } from "../support/owner.ts";
import { openPrepared } from "../support/prepared.ts";
import { deviceProfile, foreignCustomer, World } from "../support/world.ts";

/** Rules that follow from what a field refers to, in every resource. */
const RULES: readonly string[] = ["terminated", "otherReseller", "otherSubscriber", "aliasesDiffer"];

const database = await openPrepared("accounts");
const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
const api = await logInAsOwner(app);
const world = new World(api, TEST_RESELLER);
const close = async () => {
  await app.close();
  await database.close();
};
afterAll(() => close());

/** Places where another rule is reported first: broken below, or by the test of the entity. */
const OTHERS: readonly string[] = [
  "terminated customers /contact_id",
  "otherReseller customers /contact_id",
  "otherReseller customers /billing_profiles/0/profile_id",
  "otherReseller customers /billing_profiles/0/network_id",
  "otherSubscriber faxes /resends_id",
  "otherReseller headerrulesets /subscriber_id",
  "otherReseller pbxdevices /customer_id",
];

/** The reference at the pointer of an entry, with its sibling fields; undefined if another field has the error. */
function referenceOf({ resource, pointer }: BusinessEntry) {
  const [, outer = "", , member] = pointer.split("/");
  const { fields } = moduleOf(resource).descriptor;
  const top = fields.find(({ name }) => name === outer);
  const siblings: readonly FieldDescriptor[] = member === undefined ? fields : (top?.fields ?? []);
  const field = siblings.find(({ name }) => name === (member ?? outer));
  return (
    field?.reference && {
      name: field.name,
      target: field.reference.resource,
      siblings,
      top: outer,
      isEntry: member !== undefined,
      isList: pointer.endsWith("/0"),
    }
  );
}

/** A new record of another reseller. */
async function foreign(resource: string): Promise<number> {
  if (resource === "customers") return (await foreignCustomer(world)).customer_id;
  const reseller_id = await world.make("resellers");
  if (resource === "pbxdeviceprofiles") return deviceProfile(world, { reseller_id });
  const profiles = async () => [{ profile_id: await world.make("billingprofiles", { reseller_id }) }];
  const optional = moduleOf(resource).descriptor.fields.filter(({ reference, required }) => reference && !required);
  const without = Object.fromEntries(optional.map(({ name }) => [name, null]));
  return world.make(resource, {
    ...without,
    reseller_id,
    ...(resource === "profilepackages" ? { initial_profiles: await profiles() } : {}),
  });
}

const ofSubscriber = (resource: string) =>
  moduleOf(resource).descriptor.fields.some(({ name }) => name === "subscriber_id");

/** A record that the rule forbids to refer to, with the other fields of the request. */
async function broken(entry: BusinessEntry, owner: number | undefined): Promise<WireRecord> {
  const { name = "", target = "", siblings = [] } = referenceOf(entry) ?? {};
  const own = owner !== undefined && ofSubscriber(target) ? { subscriber_id: owner } : {};
  if (entry.rule === "otherReseller") return { [name]: await foreign(target) };
  if (entry.rule === "otherSubscriber")
    return { [name]: await world.make(target, { subscriber_id: await world.make("subscribers") }) };
  const id = await world.make(target, own);
  if (entry.rule === "terminated") {
    const end = moduleOf(target).descriptor.remove;
    if (end.by === "status")
      await api.request("PATCH", `/api/${target}/${id}`, [{ op: "replace", path: `/${end.field}`, value: end.value }]);
    return { [name]: id };
  }
  const alias = siblings.find(({ aliasOf }) => aliasOf?.startsWith(`${name}.`));
  const { body } = await api.request("GET", `/api/${target}/${await world.make(target, own)}`);
  return { [name]: id, [alias?.name ?? ""]: body?.[alias?.aliasOf?.split(".")[1] ?? ""] ?? null };
}

const entries = firstOfEach<BusinessEntry>(
  ({ rule, resource, pointer }) => `${rule} ${resource} ${pointer.replace(/^\/.+\//, "")}`,
)(
  descriptors
    .flatMap(({ name }) => businessBook(name))
    .filter(({ rule, resource, pointer }) => RULES.includes(rule) && !OTHERS.includes(`${rule} ${resource} ${pointer}`))
    .filter(referenceOf),
);

it.each(entries.map((entry) => [entry.rule, entry.resource, entry.pointer, entry] as const))(
  "%s reports %s at %s",
  async (_rule, resource, pointer, entry) => {
    const { descriptor } = moduleOf(resource);
    const owner = descriptor.settingsOf === undefined ? undefined : await world.ownerOf(resource);
    const { siblings = [], top = "", isEntry, isList } = referenceOf(entry) ?? {};
    const record = await world.valid(resource);
    const values = await broken(entry, owner);
    if (isEntry) {
      for (const { name, required, reference } of siblings) {
        if (required && reference && !(name in values))
          values[name] = await world.make(
            reference.resource,
            owner !== undefined && ofSubscriber(reference.resource) ? { subscriber_id: owner } : {},
          );
      }
    }
    const value = (isEntry ? [values] : isList ? Object.values(values) : values[top]) as Json;
    const { text, body } =
      owner === undefined
        ? await api.request("POST", `/api/${resource}/`, { ...record, ...(isEntry ? {} : values), [top]: value })
        : await api.request("PATCH", `/api/${resource}/${owner}`, [{ op: "add", path: `/${top}`, value }]);
    expect(body?.errors, text).toContainEqual(
      expect.objectContaining({ pointer, key: businessError(pointer, entry.rule).key }),
    );
  },
);

const subscriberOf = async (values: WireRecord) =>
  world.make("subscribers", { customer_id: await world.make("customers", { type: "sipaccount", ...values }) });

const end = (resource: string, id: number) =>
  api.request("PATCH", `/api/${resource}/${id}`, [{ op: "replace", path: "/status", value: "terminated" }]);

/** Of a reseller that ends, or ends with its contract, which leaves its customer behind. */
async function orphan(ended: (reseller_id: number) => Promise<unknown>): Promise<WireRecord> {
  const { customer_id, reseller_id } = await foreignCustomer(world);
  const domain_id = await world.make("domains", { reseller_id });
  await ended(reseller_id);
  return { customer_id, domain_id, profile_set_id: null, profile_id: null };
}

/** Changes to a valid record that break a rule of one resource. */
type State = readonly [resource: string, pointer: string, key: string, broken: () => Promise<WireRecord>];

const states: readonly State[] = [
  ...["topupcash", "topupvouchers"].flatMap((resource): State[] => [
    [
      resource,
      "/contract_id",
      "business.customerNotActive",
      async () => ({ contract_id: await world.make("customers", { status: "locked" }) }),
    ],
    [
      resource,
      "/subscriber_id",
      "business.customerNotActive",
      async () => ({ contract_id: null, subscriber_id: await subscriberOf({ status: "locked" }) }),
    ],
    [
      resource,
      "/subscriber_id",
      "business.otherCustomer",
      async () => ({
        contract_id: await world.make("customers", { status: "active" }),
        subscriber_id: await subscriberOf({}),
      }),
    ],
  ]),
  [
    "faxes",
    "/resends_id",
    "business.otherSubscriber",
    async () => ({
      faxfile: null,
      resends_id: await world.make("faxes", { subscriber_id: await world.faxLine(await world.make("subscribers")) }),
    }),
  ],
  [
    "contracts",
    "/billing_profiles/0/profile_id",
    "business.prepaidOnContract",
    async () => ({
      billing_profile_definition: "profiles",
      billing_profiles: [{ profile_id: await world.make("billingprofiles", { prepaid: true }) }],
    }),
  ],
  [
    "customers",
    "/billing_profiles/0/network_id",
    "business.otherReseller",
    async () => {
      const profile_id = await world.shared("billingprofiles");
      return {
        billing_profile_definition: "profiles",
        billing_profiles: [{ profile_id }, { profile_id, network_id: await foreign("billingnetworks") }],
      };
    },
  ],
  [
    "customers",
    "/contact_id",
    "business.terminated",
    async () => {
      const { reseller_id } = await foreignCustomer(world);
      const [contact_id, billing_profile_id] = [
        await world.make("customercontacts", { reseller_id }),
        await world.make("billingprofiles", { reseller_id }),
      ];
      await world.make("customers", { contact_id, billing_profile_id });
      await end("resellers", reseller_id);
      return { contact_id, billing_profile_id };
    },
  ],
  [
    "customers",
    "/contact_id",
    "reference",
    async () => {
      const contact_id = await world.make("customercontacts");
      await end("customers", await world.make("customers", { contact_id }));
      await api.request("DELETE", `/api/customercontacts/${contact_id}`);
      return { contact_id };
    },
  ],
  [
    "contracts",
    "/contact_id",
    "reference",
    async () => {
      const contact_id = await world.make("systemcontacts");
      await end("contracts", await world.make("contracts", { contact_id }));
      await api.request("DELETE", `/api/systemcontacts/${contact_id}`);
      return { contact_id };
    },
  ],
  ["subscribers", "/customer_id", "business.terminated", () => orphan((id) => end("resellers", id))],
  [
    "subscribers",
    "/customer_id",
    "business.terminated",
    () => orphan(async (id) => end("contracts", Number((await api.read("resellers", id)).body?.contract_id))),
  ],
  [
    "cfdestinationsets",
    "/subscriber_id",
    "reference",
    async () => {
      const customer_id = await world.make("customers");
      const subscriber_id = await world.make("subscribers", { customer_id });
      await end("customers", customer_id);
      return { subscriber_id };
    },
  ],
  [
    "pbxdevicemodels",
    "/connectable_models",
    "business.connectsSameKind",
    async () => ({
      type: "phone",
      connectable_models: [await world.make("pbxdevicemodels", { type: "phone", connectable_models: null })],
    }),
  ],
  [
    "pbxdevices",
    "/lines/0/subscriber_id",
    "business.otherCustomer",
    async () => ({
      customer_id: await world.make("customers", { type: "pbxaccount" }),
      profile_id: await deviceProfile(world),
      lines: [{ linerange: "Phone Keys", key_num: 0, type: "private", subscriber_id: await world.make("subscribers") }],
    }),
  ],
];

it.each(states)("%s are refused at %s: %s", async (resource, pointer, key, broken) => {
  if (!descriptors.some(({ name }) => name === resource)) return;
  const { text, body } = await api.request("POST", `/api/${resource}/`, {
    ...(await world.valid(resource)),
    ...(await broken()),
  });
  const reported = (body?.errors as { pointer: string; key: string }[] | undefined)?.map(
    (one) => `${one.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/0")} ${one.key}`,
  );
  expect(reported, text).toContain(`${pointer} rules.${key}`);
});

it("reports the customer of a phone that is moved to another reseller", async () => {
  if (!descriptors.some(({ name }) => name === "pbxdevices")) return;
  const customer_id = await world.make("customers", { type: "pbxaccount" });
  const id = await world.make("pbxdevices", { customer_id, profile_id: await deviceProfile(world), lines: [] });
  const value = await foreign("customers");
  const { body } = await api.request("PATCH", `/api/pbxdevices/${id}`, [
    { op: "replace", path: "/customer_id", value },
  ]);
  expect(body?.errors).toContainEqual(
    expect.objectContaining({ pointer: "/customer_id", key: "rules.business.otherReseller" }),
  );
});
