import type { FieldDescriptor, Json, WireRecord } from "../../../src/core/descriptor.ts";
import { LARGEST_FILE } from "../../../src/core/preferences.ts";
import type { BusinessEntry } from "../../../src/core/rulebook/businessBook.ts";
import {
  type PreferenceDefinition,
  preferenceKinds,
  valuesResource,
} from "../../../src/platform/preferences/preferenceKind.ts";
import { moduleOf } from "./book.ts";
import { collection, type Reply } from "./requests.ts";
import { patch, post, terminated } from "./stateMakers.ts";
import type { ApiTarget } from "./target.ts";

/** A reference, or an entry of a list with one, as the value of its field. */
function valueFor(pointer: string, entry: WireRecord): readonly [field: string, value: Json | undefined] {
  const [, field = "", , member] = pointer.split("/");
  return member === undefined ? [field, entry[field]] : [field, [entry as { [key: string]: Json }]];
}

/** Stores a value in a new record, or in the settings of an existing one. */
async function send({ resource, pointer }: BusinessEntry, entry: WireRecord, { requests, world }: ApiTarget) {
  const [field, value] = valueFor(pointer, entry);
  if (moduleOf(resource).descriptor.settingsOf !== undefined)
    return patch(requests, resource, await world.ownerOf(resource), field, value ?? null);
  const { [field]: _, ...rest } = entry;
  return post(resource, () => ({ ...rest, [field]: value }))(world, requests);
}

type Implied = (entry: BusinessEntry, target: ApiTarget) => Promise<Reply>;

type Broken = readonly [isOne: (one: PreferenceDefinition) => boolean, toValue: (one: PreferenceDefinition) => Json];

/** Which preferences can break a rule, and by what. */
const brokenPreferences: Readonly<Record<string, Broken>> = {
  preferenceSingle: [({ max_occur }) => max_occur === 1, () => ["a", "b"]],
  preferenceList: [({ max_occur }) => max_occur !== 1, () => "a"],
  duplicateValue: [({ uniqueItems }) => uniqueItems === true, () => ["a", "a"]],
  preferenceNameUnknown: [({ reference }) => reference !== undefined, () => "no such record"],
  preferenceFileSize: [
    ({ data_type }) => data_type === "blob",
    ({ accept: [content_type = "text/xml"] = [] }) => ({
      content_type,
      data: Buffer.alloc(LARGEST_FILE + 1).toString("base64"),
    }),
  ],
};

const preferenceStates = Object.fromEntries(
  Object.entries(brokenPreferences).map(([rule, [isOne, toValue]]): readonly [string, Implied] => [
    rule,
    async ({ resource }, { world, requests }) => {
      const kind = preferenceKinds.find((one) => valuesResource(one) === resource);
      const preference = kind?.preferences.find(isOne);
      if (!kind || !preference) throw new Error(`${resource} has no preference that can break ${rule}`);
      const id = await world.make(kind.owner.resource);
      return requests.request("PUT", `${collection(resource)}${id}`, { [preference.attribute]: toValue(preference) });
    },
  ]),
);

/** States of rules that descriptors imply, for every resource. */
export const impliedStates: Readonly<Record<string, Implied>> = {
  terminated: async (entry, target) => {
    const { name, resource } = referenceOf(entry);
    return send(entry, { [name]: await terminated(resource, target.world, target.requests) }, target);
  },
  otherSubscriber: async (entry, target) => {
    const { name, resource } = referenceOf(entry);
    const { world } = target;
    return send(
      entry,
      { [name]: await world.make(resource, { subscriber_id: await world.make("subscribers") }) },
      target,
    );
  },
  aliasesDiffer: async (entry, target) => {
    const { world, requests } = target;
    const { name, resource, siblings } = referenceOf(entry);
    const alias = siblings.find(({ aliasOf }) => aliasOf?.startsWith(`${name}.`));
    const isOfSubscriber = moduleOf(resource).descriptor.fields.some((field) => field.name === "subscriber_id");
    const given = isOfSubscriber ? { subscriber_id: await world.ownerOf(entry.resource) } : {};
    const [one, other] = [await world.make(resource, given), await world.make(resource, given)];
    const { body } = await requests.request("GET", `${collection(resource)}${other}`);
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
