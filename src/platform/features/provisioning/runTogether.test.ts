import { afterAll, describe, expect, it, vi } from "vitest";
import type { RunReport } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import { type Client, openTestPlatform, type TestPlatform } from "../../../testing/platform.ts";
import { createContact, createCustomer, createDeviceProfile, createModel } from "../../../testing/records.ts";
import type { WrittenEvent } from "../../resourceHooks.ts";
import { customers } from "../../resources/customers.ts";
import { pbxdevices } from "../../resources/pbxdevices.ts";
import { subscribers } from "../../resources/subscribers.ts";

const FIELDS = `fields:
  - { name: ext, label: Extension, type: Text, required: 1, format: digits }
  - { name: company, label: Customer number, type: Text, required: 1 }
  - { name: sn, label: Number, type: Text }
  - { name: max, label: Calls, type: Text }
  - { name: lock, label: Lock, type: Text }
  - { name: domain, label: Domain, type: Text }
  - { name: mac, label: Phone, type: Text }
contract_contact:
  identifier: email, reseller_id
  email_code: "[% row.company %]@example.org"
`;
const SUBSCRIBER = `
  domain_code: "[% row.domain || 'office.example.org' %]"
  username_code: "user[% row.ext %]"
  password_code: "[% row.sip_password %]"
`;
/** Subscribers that share customers, some of which are there, with a number and preferences of both. */
const SHARED = `${FIELDS}contract:
  identifier: external_id
  external_id_code: "[% row.company %]"
  product: Basic SIP Account
  billing_profile: Office
contract_preferences:
  concurrent_max_code: "[% row.max %]"
  ext_range_max: 99999
subscriber:${SUBSCRIBER}  primary_number: { cc: 43, ac: 1, sn_code: "[% row.sn %]" }
  alias_numbers:
    - { cc: 43, ac: 2, sn_code: "[% row.sn %]" }
subscriber_preferences:
  lock_code: "[% row.lock %]"
  concurrent_max_code: "[% row.max %]"
  ncos: Inland
`;
/** A customer for each line, with a package and a phone. */
const OWN = `${FIELDS}contract:
  external_id_code: "[% row.company %]-[% row.ext %]"
  product: Cloud PBX Account
  profile_package: Cash
subscriber:${SUBSCRIBER}  is_pbx_pilot: 1
  primary_number: { cc: 43, ac: 1, sn_code: "[% row.sn %]" }
  profile_set_id: 1
devices:
  - profile: Desk
    identifier_code: "[% row.mac %]"
    station_name_code: "[% row.ext %]"
    lines:
      - { linerange: Keys, key_num: 0, type: private }
`;
/** Settings of customers, some of which lines share, and of subscribers. */
const SETTINGS = `${FIELDS}contract:
  identifier: external_id
  external_id_code: "[% row.company %]"
  product: Basic SIP Account
  billing_profile: Office
contract_balance:
  cash_balance_code: "[% row.max %]"
fraud_preferences:
  fraud_interval_limit_code: "[% row.max %]"
subscriber:${SUBSCRIBER}  primary_number: { cc: 43, ac: 1, sn_code: "8[% row.ext %]" }
cf_mappings:
  cft_ringtimeout: 20
forwards:
  cfu:
    destinations:
      - { destination_code: "[% row.sn %]" }
`;
/** A pilot and the seats of its cloud PBX. */
const SEATS = `${FIELDS}contract:
  identifier: external_id
  external_id_code: "[% row.company %]"
  product: Cloud PBX Account
  billing_profile: Office
contract_preferences:
  ext_range_min: 10
subscriber:${SUBSCRIBER}  pbx_extension_code: "[% IF row.ext != '99' %][% row.ext %][% END %]"
  is_pbx_pilot_code: "[% IF row.ext == '99' %]1[% END %]"
  primary_number: { cc_code: "[% IF row.ext == '99' %]43[% END %]", sn: 5550 }
  profile_set_id: 1
`;

interface Side {
  readonly platform: TestPlatform;
  readonly master: Client;
  run(template: number, lines: readonly string[]): Promise<string[]>;
  readonly templates: Readonly<Record<string, number>>;
}

const header = "ext,company,sn,max,lock,domain,mac";

afterAll(async () => {
  await together.platform.close();
  await oneByOne.platform.close();
});

/** The errors of lines, which `post` returns, or "" for those that were made. */
type Post = (lines: readonly string[]) => Promise<string[]>;

async function openSide(run: (post: Post, lines: readonly string[]) => Promise<string[]>): Promise<Side> {
  const platform = await openTestPlatform();
  const [master, reseller] = [await platform.as("master"), await platform.as("resellerTwo")];
  const own = { reseller_id: 2 };
  const billing_profile_id = await master.create("billingprofiles", { ...own, handle: "office", name: "Office" });
  await master.create("profilepackages", {
    ...{ ...own, name: "Cash", description: "-", initial_balance: 100 },
    ...{ initial_profiles: [{ profile_id: billing_profile_id }], underrun_lock_level: 2, underrun_lock_threshold: 500 },
  });
  const domain_id = await master.create("domains", { ...own, domain: "office.example.org" });
  await master.create("ncoslevels", { ...own, level: "Inland", mode: "whitelist" });
  const set_id = await master.create("subscriberprofilesets", { ...own, name: "Set", description: "-" });
  expect(set_id).toBe(1);
  await master.create("subscriberprofiles", {
    ...{ name: "Usual", description: "-", profile_set_id: set_id, set_default: true, attributes: ["cli"] },
  });
  await createDeviceProfile(master, await createModel(master, { model: "D45" }));
  // Customers that are there: with a default set of sounds, and with room for two.
  const old = async (external_id: string, max_subscribers: number | null) => {
    const contact_id = await createContact(master, { email: `${external_id}@example.org` });
    return createCustomer(master, { contact_id, billing_profile_id, external_id, max_subscribers });
  };
  const customer_id = await old("Sounds", null);
  await master.create("soundsets", { ...own, name: "Jazz", customer_id, contract_default: true });
  const taken = { domain_id, password: "Sesame-of-9x", primary_number: { cc: "43", ac: "1", sn: "7000" } };
  await master.create("subscribers", { ...taken, customer_id: await old("Full", 3), username: "user100" });
  const templates: Record<string, number> = {};
  for (const [name, template] of Object.entries({ SHARED, OWN, SEATS, SETTINGS }))
    templates[name] = await master.create("provisioningtemplates", { ...own, name, description: "-", template });
  return {
    ...{ platform, master, templates },
    run: (template, lines) =>
      run(async (some) => {
        const path = `/api/provisioningtemplates/${template}?report=1`;
        const type = { "content-type": "text/csv" };
        const answer = await reseller.send("POST", path, [header, ...some].join("\n"), type);
        expect(answer.status, answer.text).toBe(200);
        return (answer.body as unknown as RunReport).lines.map(({ errors }) => errors.map(toText).join("; "));
      }, lines),
  };
}

/** An error; the same value twice in a file is what a single line finds stored. */
function toText({ pointer, key, params }: RunReport["lines"][number]["errors"][number]): string {
  const isTwice = key === "rules.csv.twice";
  return `${pointer} ${isTwice ? "rules.unique" : key} ${isTwice ? "{}" : JSON.stringify(params)}`;
}

const TABLES = [
  ...["contacts", "customers", "subscribers", "numbers", "preferences", "balanceintervals", "pbxdevices"],
  ...["customerfraudpreferences", "customerbalances", "topuplogs", "cfmappings", "cfdestinationsets"],
  ...["journals", "events"],
] as const;

/** All rows of tables that runs write, with names in place of ids, and without what is random or a matter of time. */
async function contents({ platform }: Side): Promise<readonly string[]> {
  const db = platform.database.kysely;
  const [contacts, owners, seats, numbers] = [
    await db.selectFrom("contacts").select(["id", "email as name"]).execute(),
    await db.selectFrom("customers").select(["id", "external_id as name"]).execute(),
    await db.selectFrom("subscribers").select(["id", "username as name"]).execute(),
    await db.selectFrom("numbers").select(["id", "number as name"]).execute(),
  ].map((rows) => new Map(rows.map(({ id, name }) => [id, name])));
  const namesOf: Readonly<Record<string, ReadonlyMap<unknown, unknown> | undefined>> = {
    ...{ contact_id: contacts, contacts, customercontacts: contacts },
    ...{ contract_id: owners, customer_id: owners, customers: owners, customer: owners, customerpreferences: owners },
    ...{ subscriber_id: seats, subscribers: seats, subscriber: seats, subscriberpreferences: seats },
    ...{ pilot_subscriber_id: seats, number_id: numbers, primary_number_id: numbers, pilot_primary_number_id: numbers },
  };
  const plain = (value: unknown, key: string, kind: string): unknown => {
    if (/password|uuid|timestamp|^id$|^time$|^unit$|^destinationset_id$|balance_\w+_id$/.test(key)) return null;
    if (/^\d{4}-\d\d-\d\dT/.test(String(value instanceof Date ? value.toISOString() : value))) return "a time";
    if (Array.isArray(value)) return value.map((one) => plain(one, key, kind));
    if (typeof value === "object" && value !== null) {
      const members = Object.entries(value).map(([name, one]) => {
        const isKept = name === "before" || name === "after";
        return [name, plain(one, isKept ? key : name, kind)];
      });
      return Object.fromEntries(members);
    }
    const names = key === "resource_id" || key === "owner_id" ? namesOf[kind] : namesOf[key];
    return names ? (names.get(value) ?? null) : key === "resource_id" ? null : value;
  };
  const rows: string[] = [];
  for (const table of TABLES) {
    const stored: readonly Readonly<Record<string, unknown>>[] = await db.selectFrom(table).selectAll().execute();
    for (const row of stored) {
      const kind = String(row.resource_name ?? row.owner_kind ?? "");
      // Values that follow each other are stored once.
      const last = table === "preferences" ? { ...row, row_version: null } : row;
      rows.push(`${table} ${JSON.stringify(plain(last, "", kind))}`);
    }
  }
  return rows.sort();
}

const seat = (ext: string, company: string, values: readonly string[] = []) => [ext, company, ...values].join();
const shared = [
  seat("201", "New", ["7201", "4"]),
  seat("202", "New", ["7202", "5", "2"]),
  seat("203", "Sounds", ["7203", "", "4"]),
  seat("204", "Sounds", ["7204"]),
  seat("205", "New", ["7205", "6", "2"]),
];
const settings = [
  seat("401", "Set1", ["voicebox", "4"]),
  seat("402", "Set1", ["4319", "5"]),
  seat("403", "Set2", ["voicebox", "6"]),
  seat("404", "Set3", ["voicebox", "7"]),
];
const mac = (index: number) => `0050c200000${index}`;
const own = Array.from({ length: 6 }, (_, index) => seat(`30${index}`, "Own", [`730${index}`, "", "", "", mac(index)]));
/** Whatever is refused, by the schema, by a rule, by a hook and while storing. */
const bad = [
  seat("x", "New", ["7901"]),
  seat("100", "New", ["7902"]),
  seat("902", "New", ["7000"]),
  seat("903", "New", ["7201"]),
  seat("201", "New", ["7904"]),
  seat("904", "New", ["7905", "many"]),
  seat("905", "New", ["7906", "", "9"]),
  seat("906", "New", ["7907", "", "", "nowhere.example.org"]),
  seat("907", "New", ["79071234567890123456"]),
  ...["911", "912", "913"].map((ext) => seat(ext, "Full", [`79${ext}`])),
];
const mixed = [...bad.slice(0, 5), ...shared.slice(0, 3), ...bad.slice(5), ...shared.slice(3)];
const mixedSettings = [
  seat("411", "Set1", ["voicebox", "7"]),
  seat("401", "Set1", ["voicebox", "8"]),
  seat("412", "Set4", ["voicebox", "many"]),
  seat("413", "Set4", ["voicebox", "-5"]),
  seat("414", "Set5", ["nobody at all", "9"]),
  seat("415", "Set5", ["4319", "8"]),
];

const together = await openSide((post, lines) => post(lines));
const oneByOne = await openSide(async (post, lines) => {
  const all: string[][] = [];
  for (const line of lines) all.push(await post([line]));
  return all.flat();
});

describe("lines that are made together", () => {
  it.each([
    ["that share customers", "SHARED", shared],
    ["with a customer each", "OWN", own],
    ["with settings", "SETTINGS", settings],
  ])("%s are what they are one by one, and hooks see the same", async (_, name, lines) => {
    const seen: string[][] = [];
    for (const side of [together, oneByOne]) {
      const events = watch();
      const reports = await side.run(side.templates[name] ?? 0, lines);
      expect(reports).toEqual(lines.map(() => ""));
      seen.push(events().sort());
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.length).toBeGreaterThan(lines.length);
    expect(await contents(together)).toEqual(await contents(oneByOne));
  });

  it.each([
    ["SHARED", mixed],
    ["SETTINGS", mixedSettings],
  ])("are refused for the same reasons, and leave the same: %s", async (name, lines) => {
    const [some, each] = [
      await together.run(together.templates[name] ?? 0, lines),
      await oneByOne.run(oneByOne.templates[name] ?? 0, lines),
    ];
    expect(some).toEqual(each);
    expect(some).toContain("");
    expect(some.filter((errors) => errors !== "").length).toBeGreaterThan(2);
    expect(await contents(together)).toEqual(await contents(oneByOne));
  });

  it("are seats with the number of their pilot", async () => {
    const lines = ["99", "41", "42", "43", "9", "44"].map((ext) => seat(ext, "PBX"));
    const [some, each] = [
      await together.run(together.templates.SEATS ?? 0, lines),
      await oneByOne.run(oneByOne.templates.SEATS ?? 0, lines),
    ];
    expect(some).toEqual(each);
    expect(some.map((errors) => errors !== "")).toEqual([false, false, false, false, true, false]);
    expect(await contents(together)).toEqual(await contents(oneByOne));
  });
});

/** Notes the events that hooks get, until it is called. */
function watch(): () => string[] {
  const seen: string[] = [];
  const note = (resource: string, name: unknown, { mode, sentFields }: Pick<WrittenEvent, "mode" | "sentFields">) =>
    seen.push(`${resource} ${mode} ${name} ${[...sentFields].sort().join()}`);
  const { afterWriteMany: ofCustomers } = customers;
  const { afterWriteMany: ofSubscribers } = subscribers;
  const spies = [
    vi.spyOn(customers, "afterWriteMany").mockImplementation(async (events) => {
      for (const event of events) note("customers", event.row.external_id, event);
      await ofCustomers?.(events);
    }),
    vi.spyOn(subscribers, "afterWriteMany").mockImplementation(async (events) => {
      for (const event of events) note("subscribers", event.row.username, event);
      await ofSubscribers?.(events);
    }),
    vi.spyOn(pbxdevices, "afterWrite").mockImplementation(async (event) => {
      note("pbxdevices", event.row.identifier, event);
    }),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
    return seen;
  };
}
