import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  Condition,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  WireRecord,
} from "../../src/core/schema/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { storage } from "../../src/generated/tables.gen.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { TEST_RESELLER } from "../support/accounts.ts";
import { type Answer, type Api, idFromLocation } from "../support/api.ts";
import { descriptors } from "../support/chosen.ts";
import { firstOfEach, shapeOfField } from "../support/covering.ts";
import { logInAsOwner } from "../support/owner.ts";
import { descriptorOf, deviceProfile, World } from "../support/world.ts";

/** A reference that clients can set. */
export interface ReferencePath {
  readonly from: ResourceDescriptor;
  readonly field: FieldDescriptor;
  /** Name of the field in list entries. */
  readonly inner?: string;
  readonly target: ResourceDescriptor;
}

/** A target record and the values of the record that refers to it. */
interface Setup {
  readonly id: number;
  readonly values: WireRecord;
  /** Owner, if the referring record is settings. */
  readonly owner?: number;
}

/** Every reference that clients can set to a target that they can make and end. */
export const references = Object.values(resources).flatMap(({ descriptor: from }): ReferencePath[] => {
  const isCreatable = from.operations.includes(from.settingsOf === undefined ? "create" : "update");
  if (from.storage === "computed" || !isCreatable || !descriptors.includes(from)) return [];
  const open = from.fields.filter(({ readOnly, internal, derive }) => !readOnly && !internal && !derive);
  const paths = open.flatMap((field): ReferencePath[] => {
    if (field.reference) return [{ from, field, target: descriptorOf(field.reference.resource) }];
    return (field.fields ?? []).flatMap(({ name, reference }) =>
      reference ? [{ from, field, inner: name, target: descriptorOf(reference.resource) }] : [],
    );
  });
  return paths.filter(({ target }) => target.operations.includes("create"));
});

const nameOf = ({ from, field, inner }: ReferencePath) =>
  inner === undefined ? `${from.name}.${field.name}` : `${from.name}.${field.name}[].${inner}`;

/** A field value that refers to this record. */
function referringTo({ field, inner }: ReferencePath, id: number, more: WireRecord = {}): Json {
  if (inner === undefined) return field.kind === "references" ? [id] : id;
  const isOptional = field.fields?.find(({ name }) => name === inner)?.required === false;
  // Some lists need an entry without it first.
  const first = isOptional && Object.keys(more).length > 0 ? [more as Json] : [];
  return [...first, { ...more, [inner]: id } as Json];
}

/** References that are cleared, but keep the target until their record has ended or its vouchers are gone. */
const KEPT_FOR_NOW: readonly string[] = ["customers.profile_package_id", "voucherbatches.package_id"];

/** Whether the reference keeps its target from being deleted. */
function blocksDeletion({ from, field, inner, target }: ReferencePath, answer: Answer): boolean {
  if (KEPT_FOR_NOW.includes(`${from.name}.${field.name}`)) return true;
  const { onDelete } = (inner ? field.fields?.find(({ name }) => name === inner) : field)?.reference ?? {};
  if (onDelete === "cascade" || onDelete === "setNull" || target.statusCascadesTo?.includes(from.name)) return false;
  // Computed fields are stored by hooks; the reference there decides.
  if (field.computed) return answer.status === 423;
  return target.remove.by === "delete" || target.hiddenWhen?.values.includes(target.remove.value) === true;
}

async function inCloudPbx(world: World): Promise<WireRecord> {
  const customer_id = await world.make("customers", { type: "pbxaccount" });
  await world.pilotOf(customer_id);
  return { customer_id };
}
const isSeat: Condition = {
  "customer_id.type": "pbxaccount",
  is_pbx_pilot: { not: true },
  is_pbx_group: { not: true },
};
const isGroup: Condition = { "customer_id.type": "pbxaccount", is_pbx_pilot: { not: true }, is_pbx_group: true };

/** Setup of references that need more than a valid record. */
const SETUPS: Readonly<Record<string, (world: World, given: ReferencePath) => Promise<Setup>>> = {
  "resellers.contract_id": async (world) => {
    const id = await world.make("contracts", { type: "reseller" });
    return { id, values: { contract_id: id } };
  },
  "peeringgroups.contract_id": async (world) => {
    const id = await world.make("contracts", { type: "sippeering" });
    return { id, values: { contract_id: id } };
  },
  "billingfees.billing_profile_id": async (world) => {
    const id = await world.make("billingprofiles");
    const billing_zone_id = await world.make("billingzones", { billing_profile_id: id });
    return { id, values: { billing_profile_id: id, billing_zone_id } };
  },
  "invoices.customer_id": async (world) => {
    const id = await world.make("customers");
    return { id, values: { customer_id: id, template_id: await world.shared("invoicetemplates") } };
  },
  "profilepackages.reseller_id": async (world) => {
    const id = await world.make("resellers");
    const profile_id = await world.make("billingprofiles", { reseller_id: id });
    return { id, values: { reseller_id: id, initial_profiles: [{ profile_id }] } };
  },
  "subscribers.profile_id": async (world) => {
    const profile_set_id = await world.shared("subscriberprofilesets");
    const id = await world.make("subscriberprofiles", { profile_set_id });
    return { id, values: { profile_set_id, profile_id: id } };
  },
  "subscribers.pbx_group_ids": async (world) => {
    const own = await inCloudPbx(world);
    const id = await world.make("subscribers", { ...(await world.valid("subscribers", isGroup)), ...own });
    return { id, values: { ...(await world.valid("subscribers", isSeat)), ...own, pbx_group_ids: [id] } };
  },
  "subscribers.pbx_groupmember_ids": async (world) => {
    const own = await inCloudPbx(world);
    const id = await world.make("subscribers", { ...(await world.valid("subscribers", isSeat)), ...own });
    return { id, values: { ...(await world.valid("subscribers", isGroup)), ...own, pbx_groupmember_ids: [id] } };
  },
  "pbxdevicemodels.connectable_models": async (world) => {
    const id = await world.make("pbxdevicemodels", { type: "extension" });
    return { id, values: { type: "phone", connectable_models: [id] } };
  },
  "pbxdevices.lines[].subscriber_id": async (world) => {
    const { customer_id } = await inCloudPbx(world);
    const seat = { ...(await world.valid("subscribers", isSeat)), customer_id };
    const id = await world.make("subscribers", seat);
    const profile_id = await deviceProfile(world);
    const line = { linerange: "Phone Keys", key_num: 0, type: "private", subscriber_id: id };
    return { id, values: { customer_id: Number(customer_id), profile_id, lines: [line] } };
  },
  "faxes.subscriber_id": async (world) => {
    const id = await world.faxLine(await world.make("subscribers"));
    return { id, values: { subscriber_id: id } };
  },
  "headerrules.subscriber_id": async (world) => {
    const id = await world.make("subscribers");
    return { id, values: { set_id: undefined, subscriber_id: id } };
  },
  "headerrules.conditions[].rwr_set_id": withPart,
  "headerrules.actions[].rwr_set_id": withPart,
};

async function withPart(world: World, given: ReferencePath): Promise<Setup> {
  const id = await world.make("rewriterulesets");
  const { rule_id, ...part } = await world.valid(`headerrule${given.field.name}`);
  return { id, values: { [given.field.name]: referringTo(given, id, part) } };
}

async function setUp(world: World, given: ReferencePath): Promise<Setup> {
  const { from, field, target } = given;
  const special = SETUPS[nameOf(given)];
  if (special) return special(world, given);
  if (from.settingsOf !== undefined) {
    const owner = await world.ownerOf(from.name, { isNew: true });
    const id = await world.make(target.name, { subscriber_id: owner });
    const more = await besideOf(given, (resource) => world.make(resource, { subscriber_id: owner }));
    return { id, owner, values: { [field.name]: referringTo(given, id, more) } };
  }
  const id = await world.make(target.name);
  // Other references could lead to records of another owner.
  const others = from.fields
    .filter(({ reference, required, computed }) => reference && !required && !computed)
    .map(({ name }) => [name, undefined]);
  const when = Object.entries(field.when ?? {}).filter(
    ([path, value]) => !path.includes(".") && typeof value === "string",
  );
  const more = await besideOf(given, (resource) => world.shared(resource));
  return { id, values: { ...Object.fromEntries([...others, ...when]), [field.name]: referringTo(given, id, more) } };
}

/** What an entry of a list cannot be without, besides the reference. */
async function besideOf(
  { field, inner }: ReferencePath,
  idOf: (resource: string) => Promise<number>,
): Promise<WireRecord> {
  const more: WireRecord = {};
  for (const { name, required, reference } of (inner === undefined ? undefined : field.fields) ?? [])
    if (required && reference && name !== inner) more[name] = await idOf(reference.resource);
  return more;
}

/** A record about to be stored, and its target about to be deleted. */
interface Pair {
  store(): Promise<Answer>;
  end(): Promise<Answer>;
  /** Whether the stored record exists, is not terminated and still refers to the target. */
  refers(stored: Answer): Promise<boolean>;
}

/** Concurrent rounds of a reference whose shape is new; the embedded engine runs requests one after the other. */
const ROUNDS = { pglite: 1, postgres: 3 };

/** What decides whether a reference keeps its target, and how. */
const shapeOfReference = ({ from, field, inner, target }: ReferencePath) =>
  [shapeOfField(field), inner !== undefined, from.remove.by, target.remove.by, from.hiddenWhen !== undefined].join();

/** References unlike each other. */
export const unlikeReferences: readonly ReferencePath[] = firstOfEach(shapeOfReference)(references);

/** In any order: no record belongs to a terminated one, and no reference leads to a deleted one. */
export function raceSuite(
  engine: Database["engine"],
  open: () => Promise<Database>,
  paths: readonly ReferencePath[],
): void {
  describe(`deleting a record while another one starts to refer to it, on ${engine}`, () => {
    let app: FastifyInstance;
    let api: Api;
    let database: Database;
    let world: World;

    beforeAll(async () => {
      database = await open();
      app = await buildPlatform({ database });
      api = await logInAsOwner(app);
      // Uses its own reseller, as the platform depends on some records of the first ones.
      const reseller = await new World(api, TEST_RESELLER, { mark: "maker" }).make("resellers");
      world = new World(api, reseller, { mark: "race", firstDigits: 940_000 });
    });
    afterAll(async () => {
      await app?.close();
      await database?.close();
    });

    async function pairOf(given: ReferencePath): Promise<Pair> {
      const { from, target } = given;
      const { id, values, owner } = await setUp(world, given);
      const record = owner === undefined ? { ...(await world.valid(from.name)), ...values } : values;
      const { remove } = target;
      return {
        store: () =>
          owner === undefined
            ? api.request("POST", `/api/${from.name}/`, record)
            : api.request("PUT", `/api/${from.name}/${owner}`, record),
        end: () =>
          remove.by === "status"
            ? api.patch(target.name, id, [{ op: "replace", path: `/${remove.field}`, value: remove.value }])
            : api.request("DELETE", `/api/${target.name}/${id}`),
        refers: async (stored) => {
          const own = owner ?? idFromLocation(stored);
          return stored.status < 300 && refersTo(given, own, id);
        },
      };
    }

    async function refersTo({ from, field, inner }: ReferencePath, own: number, id: number): Promise<boolean> {
      const place = storage[from.name];
      const { rows } = await sql<WireRecord>`select * from ${sql.table(place?.name ?? "")} where id = ${own}`.execute(
        database.kysely,
      );
      const [row] = rows;
      const { remove, hiddenWhen } = from;
      if (!row || (remove.by === "status" && row[remove.field] === remove.value)) return false;
      if (hiddenWhen?.values.includes(String(row[hiddenWhen.field]))) return false;
      // Computed fields are only available through the API.
      const { body } = await api.read(from.name, own);
      const value = field.computed ? body?.[field.name] : row[field.name];
      const entries = Array.isArray(value) ? value : [value];
      return entries.some((one) => (inner ? (one as WireRecord | null)?.[inner] : one) === id);
    }

    it.each(paths.map((given) => [nameOf(given), given] as const))("%s", async (_, given) => {
      const before = await pairOf(given);
      const stored = await before.store();
      expect([201, 204], stored.text).toContain(stored.status);
      const endedAfter = await before.end();
      expect(endedAfter.status, endedAfter.text).toBe(blocksDeletion(given, endedAfter) ? 423 : 204);
      const stays = await before.refers(stored);

      const after = await pairOf(given);
      expect((await after.end()).status).toBe(204);
      const refused = await after.store();
      expect(refused.status, refused.text).toBe(422);

      const rounds = unlikeReferences.includes(given) ? ROUNDS[engine] : 1;
      for (let round = 0; round < rounds; round++) {
        const pair = await pairOf(given);
        const sent = round % 2 === 0 ? [pair.store(), pair.end()] : [pair.end(), pair.store()];
        const answers = await Promise.all(sent);
        const [store, end] = (round % 2 === 0 ? answers : answers.reverse()) as [Answer, Answer];
        if (store.status === refused.status) {
          expect(errorsOf(store)).toEqual(errorsOf(refused));
          expect(end.status, end.text).toBe(204);
        } else {
          expect(store.status, store.text).toBe(stored.status);
          expect(end.status, end.text).toBe(endedAfter.status);
          expect(await pair.refers(store)).toBe(stays);
        }
      }
    });
  });
}

function errorsOf({ body }: Answer): string[] {
  return ((body?.errors ?? []) as { pointer: string; key: string }[]).map(({ pointer, key }) => `${pointer} ${key}`);
}
