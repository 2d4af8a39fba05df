import type { FieldDescriptor, Json, WireRecord } from "../../../src/core/descriptor.ts";
import { LARGEST_FILE } from "../../../src/core/preferences.ts";
import type { BusinessEntry } from "../../../src/core/rulebook/businessBook.ts";
import {
  type PreferenceDefinition,
  type PreferenceKind,
  preferenceKinds,
  valuesResource,
} from "../../../src/platform/preferences/preferenceKind.ts";
import { moduleOf } from "./book.ts";
import { collection, type Reply } from "./requests.ts";
import { makeFor, patch } from "./stateMakers.ts";
import type { ApiTarget } from "./target.ts";

/** A reference, or an entry of a list with one, as the value of its field. */
function valueFor(pointer: string, entry: WireRecord): readonly [field: string, value: Json | undefined] {
  const [, field = "", , member] = pointer.split("/");
  return member === undefined ? [field, entry[field]] : [field, [entry as { [key: string]: Json }]];
}

/** Stores a value in a new record, or in the settings of an existing one. */
async function send(entry: BusinessEntry, given: WireRecord, target: ApiTarget) {
  const { resource, pointer } = entry;
  const { requests, world } = target;
  const isInList = pointer.split("/").length > 2;
  const [field, value] = valueFor(pointer, isInList ? { ...(await needed(entry, target)), ...given } : given);
  if (moduleOf(resource).descriptor.settingsOf !== undefined)
    return patch(requests, resource, await world.ownerOf(resource), field, value ?? null);
  const record = await world.valid(resource);
  const { [field]: _, ...rest } = given;
  return requests.request("POST", collection(resource), { ...record, ...rest, [field]: value });
}

/** What an entry of a list cannot be without. */
async function needed(entry: BusinessEntry, target: ApiTarget): Promise<WireRecord> {
  const { siblings } = referenceOf(entry);
  const found: WireRecord = {};
  for (const { name, required, reference } of siblings) {
    if (required && reference)
      found[name] = await target.world.make(reference.resource, await ownerIn(entry, reference.resource, target));
  }
  return found;
}

/** The owner of the settings, as a value of records that belong to a subscriber. */
async function ownerIn({ resource }: BusinessEntry, of: string, { world }: ApiTarget): Promise<WireRecord> {
  const isOfSubscriber = moduleOf(of).descriptor.fields.some((field) => field.name === "subscriber_id");
  return isOfSubscriber ? { subscriber_id: await world.ownerOf(resource) } : {};
}

/** A `State` of any entry with this rule. */
type Implied = (entry: BusinessEntry, target: ApiTarget, isBroken: boolean) => Promise<Reply>;

/** A preference that a rule is about, with what it must not hold and what it may. */
interface Broken {
  readonly isOne: (one: PreferenceDefinition) => boolean;
  readonly broken: (one: PreferenceDefinition) => Json;
  readonly kept: (
    one: PreferenceDefinition,
    target: ApiTarget,
    kind: PreferenceKind,
    owner: number,
  ) => Json | Promise<Json>;
}

/** A text without rules of its own. */
const isPlain = ({ data_type, format, minimum, reference, read_only, field, enum: choices }: PreferenceDefinition) =>
  data_type === "string" && !format && minimum === undefined && !reference && !read_only && !field && !choices;

const fileOf = ({ accept: [content_type = "text/xml"] = [] }: PreferenceDefinition, bytes: number): Json => ({
  content_type,
  data: Buffer.alloc(bytes).toString("base64"),
});

/** Which preferences can break a rule, and by what. */
const brokenPreferences: Readonly<Record<string, Broken>> = {
  preferenceSingle: {
    isOne: (one) => one.max_occur === 1 && isPlain(one),
    broken: () => ["a", "b"],
    kept: () => "a",
  },
  preferenceList: {
    isOne: (one) => one.max_occur !== 1 && isPlain(one),
    broken: () => "a",
    kept: () => ["a"],
  },
  duplicateValue: {
    isOne: ({ uniqueItems }) => uniqueItems === true,
    broken: () => ["a", "a"],
    kept: () => ["a", "b"],
  },
  preferenceNameUnknown: {
    isOne: ({ reference }) => reference !== undefined,
    broken: () => "no such record",
    kept: async ({ reference: { resource = "", field = "" } = {} }, { world, requests }, kind, owner) => {
      const reseller = kind.owner.resource === "resellers" ? owner : kind.owner.reseller;
      const id = await makeFor(world, resource, reseller);
      const { body } = await requests.request("GET", `${collection(resource)}${id}`);
      return body?.[field] ?? null;
    },
  },
  preferenceFileSize: {
    isOne: ({ data_type }) => data_type === "blob",
    broken: (one) => fileOf(one, LARGEST_FILE + 1),
    kept: (one) => fileOf(one, LARGEST_FILE),
  },
};

const preferenceStates = Object.fromEntries(
  Object.entries(brokenPreferences).map(([rule, { isOne, broken, kept }]): readonly [string, Implied] => [
    rule,
    async ({ resource }, target, isBroken) => {
      const { world, requests } = target;
      const kind = preferenceKinds.find((one) => valuesResource(one) === resource);
      const preference = kind?.preferences.find(isOne);
      if (!kind || !preference) throw new Error(`${resource} has no preference that can break ${rule}`);
      const id = await world.make(kind.owner.resource);
      const value = isBroken ? broken(preference) : await kept(preference, target, kind, id);
      return requests.request("PUT", `${collection(resource)}${id}`, { [preference.attribute]: value });
    },
  ]),
);

/** States of rules that descriptors imply, for every resource. */
export const impliedStates: Readonly<Record<string, Implied>> = {
  terminated: async (entry, target, isBroken) => {
    const { name, resource, siblings } = referenceOf(entry);
    const { world } = target;
    const isOnly = siblings.find((field) => field.name === name)?.unique !== undefined;
    // What else the record refers to belongs to the shared one.
    const id = isBroken || isOnly ? await world.make(resource) : await world.shared(resource);
    if (isBroken) await patch(target.requests, resource, id, "status", "terminated");
    return send(entry, { [name]: id }, target);
  },
  otherSubscriber: async (entry, target, isBroken) => {
    const { name, resource } = referenceOf(entry);
    const { world } = target;
    const owner = isBroken
      ? { subscriber_id: await world.make("subscribers") }
      : await ownerIn(entry, resource, target);
    return send(entry, { [name]: await world.make(resource, owner) }, target);
  },
  aliasesDiffer: async (entry, target, isBroken) => {
    const { world, requests } = target;
    const { name, resource, siblings } = referenceOf(entry);
    const alias = siblings.find(({ aliasOf }) => aliasOf?.startsWith(`${name}.`));
    const given = moduleOf(entry.resource).descriptor.settingsOf ? await ownerIn(entry, resource, target) : {};
    const [one, other] = [await world.make(resource, given), await world.make(resource, given)];
    const { body } = await requests.request("GET", `${collection(resource)}${isBroken ? other : one}`);
    const source = alias?.aliasOf?.split(".")[1] ?? "";
    return send(entry, { [name]: one, [alias?.name ?? ""]: body?.[source] ?? null }, target);
  },
  ...preferenceStates,
};

/** The reference at the pointer of an entry, with the fields beside it. */
function referenceOf({ resource, pointer }: BusinessEntry) {
  const [, outer = "", , member] = pointer.split("/");
  const { fields } = moduleOf(resource).descriptor;
  const siblings: readonly FieldDescriptor[] =
    member === undefined ? fields : (fields.find(({ name }) => name === outer)?.fields ?? []);
  const name = member ?? outer;
  const target = siblings.find((field) => field.name === name)?.reference?.resource;
  if (target === undefined) throw new Error(`${resource} has no reference at ${pointer}`);
  return { name, resource: target, siblings };
}
