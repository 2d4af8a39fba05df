import { can } from "../../src/core/access/access.ts";
import { sampleRecord } from "../../src/core/rulebook/samples.ts";
import type {
  Condition,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  WireRecord,
} from "../../src/core/schema/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import type { Api } from "./api.ts";
import { DATA, ownerOf } from "./owner.ts";

/** Adapts a new record to cross-record rules; `given`: the values it must have. */
type Adjust = (record: WireRecord, world: World, given: WireRecord) => WireRecord | Promise<WireRecord>;

const noTemplates = {
  subscriber_email_template_id: undefined,
  passreset_email_template_id: undefined,
  invoice_email_template_id: undefined,
  invoice_template_id: undefined,
};

const ADJUSTMENTS: Readonly<Record<string, Adjust>> = {
  // A contract has one reseller, and contract 1 is the platform's own.
  resellers: async (record, world) => ({ ...record, contract_id: await world.make("contracts", { type: "reseller" }) }),
  contracts: (record, world) => withOpenInterval({ ...record, max_subscribers: undefined }, world),
  // A package and templates are those of the contact's reseller, and tests choose contacts of others.
  customers: async (record, world) => {
    const isByPackage = record.billing_profile_definition === "package";
    const profile_package_id = isByPackage ? await world.shared("profilepackages") : undefined;
    return withOpenInterval({ ...record, max_subscribers: 1_000_000, ...noTemplates, profile_package_id }, world);
  },
  // A span of any length is as good as a month.
  invoices: (record) => ({
    ...record,
    ...{ period: "2026-01", period_start: undefined, period_end: undefined, allow_overlap: true },
  }),
  peeringgroups: async (record, world) => ({
    ...record,
    contract_id: await world.make("contracts", { type: "sippeering" }),
  }),
  // A locked one can do little.
  subscribers: async (sample, world, given) => {
    const record: WireRecord = { ...sample, lock: given.lock };
    if (record.pbx_extension === undefined) {
      return { ...record, primary_number: { cc: "44", ac: "1632", sn: world.digits() } };
    }
    await world.pilotOf(Number(record.customer_id));
    return { ...record, pbx_extension: String(world.next()).slice(-3) };
  },
  peeringinboundrules: (record, world) => ({
    ...record,
    pattern: `^${world.digits()}`,
    priority: world.next(),
  }),
  // Names of preferences, which are not in the schema.
  subscriberprofiles: (record) => ({ ...record, attributes: ["clir", "dnd"] }),
  // Other destinations would be completed to this one.
  cfdestinationsets: (record, world) => ({
    ...record,
    destinations: [{ destination: `sip:${world.text()}@sip.example` }],
  }),
  autoattendants: (_, world) => ({ slots: [{ slot: "1", destination: world.text() }] }),
  ccmapentries: (_, world) => ({ mappings: [{ auth_key: world.text() }] }),
  mailtofaxsettings: (record, world) => ({ ...record, acl: [{ from_email: world.text(), use_regex: false }] }),
  customerspeeddials: (record, world) => ({ ...record, slot: world.speedDial() }),
  speeddials: (_, world) => ({ speeddials: [{ slot: "*1", destination: world.text() }] }),
  // Must be a number in use.
  interceptions: async (record, world) => ({ ...record, number: await world.numberInUse() }),
  // A prefix is a pattern, too.
  billingfees: (record, _, given) => ({ ...record, source: given.source ?? "43" }),
  // Must not expire soon. Number blocks need numbers that no other block has.
  subscriberregistrations: (record) => ({ ...record, expires: "2999-01-02T03:04:05Z" }),
  numberblocks: (record, world) => ({ ...record, sn_prefix: world.digits(), sn_length: 9 }),
  // An entry of a list is a billing profile of the same reseller.
  profilepackages: async (record, world) => ({
    ...record,
    initial_profiles: [{ profile_id: await world.shared("billingprofiles") }],
  }),
  // The balance of an active customer, by itself or by its subscriber; a package is one of the customer's reseller.
  topupcash: (record) => ({ ...record, subscriber_id: undefined, package_id: undefined }),
  topupvouchers: async (record, world, given) => {
    // Another voucher of the reseller may have a code that was not made up here.
    const other = "code" in given ? await foreignCustomer(world) : undefined;
    const voucher = { code: record.code, customer_id: null, package_id: null, valid_until: "2031-01-02T03:04:05Z" };
    await world.make("vouchers", { ...voucher, ...(other && { reseller_id: other.reseller_id }) });
    return { ...record, ...(other && { contract_id: other.customer_id }), subscriber_id: undefined };
  },
  // Neither has expired yet.
  vouchers: (record) => ({ ...record, valid_until: "2031-01-02T03:04:05Z" }),
  // A few vouchers with enough codes, of which none has expired.
  voucherbatches: (record, world) => ({
    ...record,
    count: 3,
    pattern: `${world.text()}-********`,
    valid_until: "2031-01-02T03:04:05Z",
  }),
  // Sent from the subscriber's own number.
  sms: (record) => ({ ...record, caller: undefined }),
  // From a subscriber whose fax is active.
  faxes: async (record, world, given) => ({ ...record, subscriber_id: await world.faxLine(given.subscriber_id) }),
  pbxdevicemodels: (record) => ({ ...record, connectable_models: [] }),
  // What its keys do depends on its model.
  pbxdevices: async (record, world) => ({
    ...record,
    customer_id: await world.make("customers", { type: "pbxaccount" }),
    lines: [],
  }),
  // Of the world's reseller, for kinds of owners with and without a device model.
  preferencesmetaentries: async (record, world, given) => ({
    ...record,
    attribute: `__${world.text().toLowerCase()}`,
    reseller_id: given.autoprov_device_id === undefined ? await world.shared("resellers") : undefined,
    ...{ autoprov_device_id: given.autoprov_device_id, usr_pref: true, dev_pref: true },
    ...(record.enum === undefined ? {} : { enum: [{ label: "First", value: "first", default_val: true }] }),
  }),
  // Its language is in a text.
  provisioningtemplates: (record, world) => ({
    ...{ ...record, name: `Template ${world.next()}` },
    ...{ lang: "template", template: PROVISIONING_TEMPLATE },
  }),
  soundfiles: (record, world) => ({ ...record, handle: `custom_announcement_${world.next() % 10}` }),
  // Each kind of greeting exists once per subscriber, and there are few kinds.
  voicemailgreetings: async (record, world) => ({ ...record, subscriber_id: await world.make("subscribers") }),
  peeringrules: (record, world) => ({ ...record, callee_prefix: world.digits() }),
};

/** Makes a subscriber of the customer that the form names. */
export const PROVISIONING_TEMPLATE = `fields:
  - { name: ext, label: Extension, type: text, required: true }
subscriber:
  username_code: "u[% row.ext %]"
`;

/** A customer of another, new reseller. */
export async function foreignCustomer(world: World): Promise<{ customer_id: number; reseller_id: number }> {
  const reseller_id = await world.make("resellers");
  const contact_id = await world.make("customercontacts", { reseller_id });
  const billing_profile_id = await world.make("billingprofiles", { reseller_id });
  return { reseller_id, customer_id: await world.make("customers", { contact_id, billing_profile_id }) };
}

/** A device profile of a model with two keys, of the group "Phone Keys". */
export async function deviceProfile(world: World, values: WireRecord = {}): Promise<number> {
  const device_id = await world.make("pbxdevicemodels", {
    ...{ connectable_models: null, linerange: twoKeys("Phone Keys") },
    ...values,
  });
  const config_id = await world.make("pbxdeviceconfigs", { device_id });
  return world.make("pbxdeviceprofiles", { config_id });
}

/** The key groups of a model with one of two keys. */
export const twoKeys = (name: string) => [
  {
    name,
    keys: [
      { x: 1, y: 1 },
      { x: 1, y: 2 },
    ],
  },
];

/** A schedule of billing profiles needs one that applies from the start. */
async function withOpenInterval(record: WireRecord, world: World): Promise<WireRecord> {
  if (record.billing_profile_definition !== "profiles") return record;
  return { ...record, billing_profiles: [{ profile_id: await world.shared("billingprofiles") }] };
}

/** Owners of settings that not every record can have. */
const OWNERS: Readonly<Record<string, (world: World) => Promise<number>>> = {
  managersecretary: async (world) => world.pilotOf(await world.make("customers", { type: "pbxaccount" })),
  autoattendants: async (world) => world.pilotOf(await world.make("customers", { type: "pbxaccount" })),
};

/** The requests that a world needs. */
type Maker = Pick<Api, "create" | "replace">;

/** Creates records through the API with everything they refer to, sharing referenced records where possible. */
export class World {
  readonly #api: Maker;
  readonly #shared: Map<string, Promise<number>>;
  readonly #mark: string;
  readonly #firstDigits: number;
  #count = 0;
  #speedDials = 0;

  /**
   * `resellerId`: the existing reseller of all records; resellers and billing profiles need each other, so it cannot be
   * created here. A second world on the same platform needs its own digits and its own `mark`, the prefix of its texts.
   * `given`: existing records to refer to, by resource.
   */
  constructor(
    api: Maker,
    resellerId: number,
    { mark = "t", firstDigits = 960_000, given = new Map<string, number>() } = {},
  ) {
    this.#api = api;
    this.#mark = mark;
    this.#firstDigits = firstDigits;
    this.#shared = new Map(
      [...given, ["resellers", resellerId] as const].map(([name, id]) => [name, Promise.resolve(id)]),
    );
  }

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** Six digits that no other number in this world has. */
  digits(): string {
    return String(this.#firstDigits + this.next());
  }

  /** A slot for a speed dial. There are 999, counted apart: other numbers of this world would use them up. */
  speedDial(): string {
    this.#speedDials += 1;
    // Worlds differ in their first digits by ten thousand: they begin 500 slots apart.
    return `*${String(((this.#firstDigits / 20 + this.#speedDials) % 999) + 1).padStart(3, "0")}`;
  }

  /** The number of a new subscriber. */
  async numberInUse(): Promise<string> {
    const sn = this.digits();
    const customer_id = await this.shared("customers");
    await this.make("subscribers", { customer_id, primary_number: { cc: "44", ac: "1632", sn } });
    return `441632${sn}`;
  }

  /** A subscriber whose fax is active: this one, or one for all faxes of this world. */
  faxLine(given?: Json): Promise<number> {
    const key = `fax line ${given ?? ""}`;
    const known = this.#shared.get(key);
    if (known) return known;
    const line = given === undefined ? this.make("subscribers") : Promise.resolve(Number(given));
    const made = line.then(async (id) => {
      await this.#api.replace("faxserversettings", id, { ...(await this.valid("faxserversettings")), active: true });
      return id;
    });
    this.#shared.set(key, made);
    return made;
  }

  /** A text that no other record in this world has. */
  text(): string {
    return `${this.#mark}${this.next()}`;
  }

  /** Id of a shared record of this resource. */
  shared(resource: string): Promise<number> {
    const known = this.#shared.get(resource);
    if (known) return known;
    const made = this.make(resource);
    this.#shared.set(resource, made);
    return made;
  }

  async make(resource: string, values: WireRecord = {}): Promise<number> {
    const record = { ...(await this.valid(resource)), ...values };
    if (descriptorOf(resource).settingsOf === undefined) return this.#api.create(resource, record);
    const id = await this.ownerOf(resource);
    await this.#api.replace(resource, id, record);
    return id;
  }

  /** Id of a record to store settings for; `isNew` for one without stored settings. */
  ownerOf(resource: string, { isNew = false } = {}): Promise<number> {
    const { settingsOf = "" } = descriptorOf(resource);
    if (isNew) return OWNERS[resource]?.(this) ?? this.make(settingsOf);
    const key = `owner ${resource}`;
    const known = this.#shared.get(key) ?? OWNERS[resource]?.(this) ?? this.shared(settingsOf);
    this.#shared.set(key, known);
    return known;
  }

  /** A valid record. */
  async valid(resource: string, satisfy?: Condition, given?: WireRecord): Promise<WireRecord> {
    const descriptor = descriptorOf(resource);
    const ids = await this.idsFor(descriptor);
    const { record, related } = sampleRecord(descriptor, {
      seed: `${this.#mark}${this.next()}`,
      idOf: (target) => ids.get(target) ?? 0,
      satisfy,
      given,
    });
    for (const field of descriptor.fields) if (!isCreatable(descriptor, field)) delete record[field.name];
    const pointed = await this.#conditionalReferences(descriptor, record, related);
    Object.assign(pointed, await this.#uniqueReferences(descriptor, pointed, given));
    return ADJUSTMENTS[resource]?.(pointed, this, given ?? {}) ?? pointed;
  }

  /** The pilot that a cloud PBX needs before its seats. */
  pilotOf(customerId: number): Promise<number> {
    const key = `pilot ${customerId}`;
    const known = this.#shared.get(key);
    if (known) return known;
    const isPilot: Condition = { "customer_id.type": "pbxaccount", is_pbx_pilot: true };
    const made = this.valid("subscribers", isPilot).then((pilot) =>
      this.#api.create("subscribers", { ...pilot, customer_id: customerId }),
    );
    this.#shared.set(key, made);
    return made;
  }

  /** Ids for the references of a record: the required ones and those of the sample. */
  async idsFor(descriptor: ResourceDescriptor): Promise<Map<string, number>> {
    const targets = descriptor.fields
      .filter((field) => !field.readOnly && !field.internal && field.kind === "reference")
      .map((field) => field.reference?.resource ?? "")
      .filter((target) => target !== descriptor.name);
    const ids = new Map<string, number>();
    for (const target of new Set(targets)) {
      // Replaced by an adjustment.
      if (descriptor.name === "resellers" && target === "contracts") continue;
      ids.set(target, await this.shared(target));
    }
    return ids;
  }

  /** Points references at records with the values that the condition requires (`customer_id.type`). */
  async #conditionalReferences(
    descriptor: ResourceDescriptor,
    record: WireRecord,
    related: ReadonlyMap<string, Json>,
  ): Promise<WireRecord> {
    const changed = { ...record };
    for (const [path, value] of related) {
      const [name = "", field = ""] = path.split(".");
      const target = descriptor.fields.find((candidate) => candidate.name === name)?.reference?.resource;
      if (target) changed[name] = await this.sharedWith(target, { [field]: value });
    }
    return changed;
  }

  /** Creates a new target for references that must be unique. */
  async #uniqueReferences(
    { fields, name: own }: ResourceDescriptor,
    record: WireRecord,
    given: WireRecord = {},
  ): Promise<WireRecord> {
    const made: WireRecord = {};
    for (const { name, unique, reference, internal } of fields) {
      const isFresh =
        unique && reference && !internal && reference.resource !== own && typeof record[name] === "number";
      if (isFresh && !(name in given)) made[name] = await this.make(reference.resource);
    }
    return made;
  }

  /** Id of a record with these values. */
  sharedWith(resource: string, values: WireRecord): Promise<number> {
    const key = `${resource} ${JSON.stringify(values)}`;
    const known = this.#shared.get(key);
    if (known) return known;
    const made = this.make(resource, values);
    this.#shared.set(key, made);
    return made;
  }
}

/** Whether a new record may have the field: some are only to be changed. */
function isCreatable(descriptor: ResourceDescriptor, field: FieldDescriptor): boolean {
  const caller = { role: ownerOf(descriptor), adminId: 1, admin: DATA };
  return !descriptor.operations.includes("create") || !field.access || can(caller, descriptor, "create", { field });
}

export function descriptorOf(resource: string): ResourceDescriptor {
  const descriptor = resources[resource]?.descriptor;
  if (!descriptor) throw new Error(`no resource ${resource}`);
  return descriptor;
}
