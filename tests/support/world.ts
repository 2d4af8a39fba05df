import type { Condition, Json, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import { sampleRecord } from "../../src/core/rulebook/samples.ts";
import { resources } from "../../src/generated/all.gen.ts";
import type { Api } from "./api.ts";

/** What a new record of a resource needs beyond its schema, because a rule across records asks for it. */
type Adjust = (record: WireRecord, world: World) => WireRecord | Promise<WireRecord>;

const ADJUSTMENTS: Readonly<Record<string, Adjust>> = {
  // A contract belongs to one reseller, and contract 1 to the platform's own.
  resellers: async (record, world) => ({ ...record, contract_id: await world.make("contracts", { type: "reseller" }) }),
  contracts: (record) => ({ ...record, max_subscribers: undefined }),
  customers: (record) => ({ ...record, max_subscribers: 1000 }),
  peeringgroups: async (record, world) => ({
    ...record,
    contract_id: await world.make("contracts", { type: "sippeering" }),
  }),
  subscribers: async (record, world) => {
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
  // Names of preferences, which the schema does not list.
  subscriberprofiles: (record) => ({ ...record, attributes: ["clir", "dnd"] }),
  autoattendants: (_, world) => ({ slots: [{ slot: "1", destination: world.text() }] }),
  ccmapentries: (_, world) => ({ mappings: [{ auth_key: world.text() }] }),
  mailtofaxsettings: (record, world) => ({ ...record, acl: [{ from_email: world.text(), use_regex: false }] }),
  speeddials: (_, world) => ({ speeddials: [{ slot: "*1", destination: world.text() }] }),
  // Whose number is listened to has to be a subscriber's.
  interceptions: async (record, world) => ({ ...record, number: await world.numberInUse() }),
  // It has to be registered for a while, and a block of numbers has none but its own.
  subscriberregistrations: (record) => ({ ...record, expires: "2999-01-02T03:04:05Z" }),
  numberblocks: (record, world) => ({ ...record, sn_prefix: world.digits(), sn_length: 9 }),
  // A set is no parent of its own.
  soundsets: (record) => ({ ...record, parent_id: undefined }),
  soundfiles: (record, world) => ({ ...record, handle: `custom_announcement_${world.next() % 10}` }),
  // Each kind of greeting once for a subscriber, and there are few kinds.
  voicemailgreetings: async (record, world) => ({ ...record, subscriber_id: await world.make("subscribers") }),
  peeringrules: (record, world) => ({ ...record, callee_prefix: world.digits() }),
};

/** Whose settings are tried, where not any owner will do. */
const OWNERS: Readonly<Record<string, (world: World) => Promise<number>>> = {
  managersecretary: async (world) => world.pilotOf(await world.make("customers", { type: "pbxaccount" })),
  autoattendants: async (world) => world.pilotOf(await world.make("customers", { type: "pbxaccount" })),
};

/** What a world asks of a platform. */
type Maker = Pick<Api, "create" | "replace">;

/** Makes records through the API, with whatever they refer to; one set is shared where nothing forbids it. */
export class World {
  readonly #api: Maker;
  readonly #shared: Map<string, Promise<number>>;
  readonly #mark: string;
  readonly #firstDigits: number;
  #count = 0;

  /**
   * `resellerId`: the reseller everything belongs to; it has to be there, as a reseller needs a billing profile and
   * that a reseller. A second world on one platform needs a mark, with which its texts begin, and digits of its own.
   * `given`: records by resource that it refers to instead of making its own.
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

  /** Six digits that no other number of this world has. */
  digits(): string {
    return String(this.#firstDigits + this.next());
  }

  /** The number of a subscriber made for it. */
  async numberInUse(): Promise<string> {
    const sn = this.digits();
    const customer_id = await this.shared("customers");
    await this.make("subscribers", { customer_id, primary_number: { cc: "44", ac: "1632", sn } });
    return `441632${sn}`;
  }

  /** A text that no other record of this world has. */
  text(): string {
    return `${this.#mark}${this.next()}`;
  }

  /** The id of a record of this resource to refer to. */
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

  /** A record that has these settings: always the same, unless one is wanted that nobody has stored any for yet. */
  ownerOf(resource: string, { isNew = false } = {}): Promise<number> {
    const { settingsOf = "" } = descriptorOf(resource);
    if (isNew) return OWNERS[resource]?.(this) ?? this.make(settingsOf);
    const key = `owner ${resource}`;
    const known = this.#shared.get(key) ?? OWNERS[resource]?.(this) ?? this.shared(settingsOf);
    this.#shared.set(key, known);
    return known;
  }

  /** A record that the platform would accept. */
  async valid(resource: string, satisfy?: Condition, given?: WireRecord): Promise<WireRecord> {
    const descriptor = descriptorOf(resource);
    const ids = await this.idsFor(descriptor);
    const { record, related } = sampleRecord(descriptor, {
      seed: `${this.#mark}${this.next()}`,
      idOf: (target) => ids.get(target) ?? 0,
      satisfy,
      given,
    });
    const pointed = await this.#behindReferences(descriptor, record, related);
    Object.assign(pointed, await this.#uniqueReferences(descriptor, pointed, given));
    return ADJUSTMENTS[resource]?.(pointed, this) ?? pointed;
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

  /** Records that the required and the sample's other references need. */
  async idsFor(descriptor: ResourceDescriptor): Promise<Map<string, number>> {
    const targets = descriptor.fields
      .filter((field) => !field.readOnly && !field.internal && field.kind === "reference")
      .map((field) => field.reference?.resource ?? "")
      .filter((target) => target !== descriptor.name);
    const ids = new Map<string, number>();
    for (const target of new Set(targets)) {
      // What an adjustment replaces anyway is not made twice.
      if (descriptor.name === "resellers" && target === "contracts") continue;
      ids.set(target, isOnlyOne(descriptor, target) ? await this.make(target) : await this.shared(target));
    }
    return ids;
  }

  /** Points references at records that have the values assumed behind them (`customer_id.type`). */
  async #behindReferences(
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

  /** What may be referred to once only is made anew each time. */
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

  /** The id of a record with these values to refer to. */
  sharedWith(resource: string, values: WireRecord): Promise<number> {
    const key = `${resource} ${JSON.stringify(values)}`;
    const known = this.#shared.get(key);
    if (known) return known;
    const made = this.make(resource, values);
    this.#shared.set(key, made);
    return made;
  }
}

/** Whether each record of the target has at most one of these: a reminder for each subscriber. */
function isOnlyOne({ fields }: ResourceDescriptor, target: string): boolean {
  return fields.some(({ reference, unique }) => reference?.resource === target && unique?.length === 0);
}

export function descriptorOf(resource: string): ResourceDescriptor {
  const descriptor = resources[resource]?.descriptor;
  if (!descriptor) throw new Error(`no resource ${resource}`);
  return descriptor;
}
