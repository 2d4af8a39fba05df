import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { can } from "../../src/core/access.ts";
import { evaluate } from "../../src/core/conditions.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import {
  type PreferenceDefinition,
  type PreferenceKind,
  preferenceKinds,
  valuesResource,
} from "../../src/platform/preferences/preferenceKind.ts";
import { embedded, idFromLocation } from "../support/api.ts";
import { covering } from "../support/covering.ts";
import {
  bodyWith,
  HOSTILE_TEXTS,
  IMPOSSIBLE_TEXTS,
  isText,
  OVERSIZE,
  type Place,
  writablePlaces,
  wrongPreferencesOf,
  wrongValuesOf,
} from "../support/hostile.ts";
import { expectNamed, HostilePlatform, namedBy } from "../support/hostilePlatform.ts";

let platform: HostilePlatform;
beforeAll(async () => {
  platform = await HostilePlatform.start();
}, 120_000);
afterAll(() => platform.stop());

const descriptors = Object.values(resources).map(({ descriptor }) => descriptor);
const writable = covering(descriptors.filter(({ operations }) => operations.includes("create")));

for (const descriptor of writable) {
  const { name } = descriptor;
  const places = writablePlaces(descriptor);

  describe(`bodies for ${name}`, () => {
    /** A body for each of these values at each of these places; the records they refer to are made beforehand. */
    async function refusesAll(chosen: readonly Place[], valuesOf: (place: Place) => readonly string[]): Promise<void> {
      const valid = new Map<string, WireRecord>();
      for (const { outer } of chosen) {
        if (!valid.has(outer.name)) valid.set(outer.name, await platform.world.valid(name, outer.when));
      }
      await platform.changesNothing(async () => {
        for (const place of chosen) {
          for (const json of valuesOf(place)) {
            const raw = bodyWith(descriptor, valid.get(place.outer.name) ?? {}, place.pointer, json);
            const answer = await platform.api.request("POST", `/api/${name}/`, undefined, { raw });
            expectNamed(answer, place.pointer, `${place.pointer} = ${json.slice(0, 40)}`);
          }
        }
      });
    }

    it("are refused with a wrong type or a number out of all bounds at any field", () =>
      refusesAll(places, ({ field }) => wrongValuesOf(field)));

    it("are refused with a text that can not be kept at any field", () =>
      refusesAll(
        places.filter(({ field }) => isText(field)),
        () => [OVERSIZE, ...IMPOSSIBLE_TEXTS],
      ));

    it("keep hostile texts as they are, or are refused by the field's name", async () => {
      for (const text of HOSTILE_TEXTS) await keepsOrRefuses(descriptor, text);
    });

    if (descriptor.operations.includes("update")) {
      it("are refused with a wrong type in a patch and in a replacement", async () => {
        const id = await platform.world.make(name);
        const { body: record } = await platform.api.read(name, id);
        const own = places.filter(({ field, outer }) => field === outer && mayChange(descriptor, record ?? {}, field));
        await platform.changesNothing(async () => {
          for (const { pointer, field } of own) {
            const [json = ""] = wrongValuesOf(field);
            const raw = `[{"op":"replace","path":"${pointer}","value":${json}}]`;
            const patched = await platform.api.patch(name, id, undefined, { raw });
            expectNamed(patched, pointer, `PATCH ${pointer} = ${json}`);
            const body = JSON.stringify({ ...record, [field.name]: "@@" }).replace('"@@"', () => json);
            const replaced = await platform.api.request("PUT", `/api/${name}/${id}`, undefined, { raw: body });
            expectNamed(replaced, pointer, `PUT ${pointer} = ${json}`);
          }
        });
      });
    }
  });
}

/** Fields that are hidden in this record are dropped without a word, and others are not this caller's to change. */
function mayChange(descriptor: ResourceDescriptor, record: WireRecord, field: FieldDescriptor): boolean {
  const context = { mode: "update", related: () => undefined } as const;
  const caller = { role: "superuserMaster", adminId: 0, admin: { call_data: true, billing_data: true } };
  return (!field.when || evaluate(field.when, record, context)) && can(caller, descriptor, "update", { field, record });
}

/** Stores the text in every field that takes it; the fields that do not must be exactly those that the refusal names. */
async function keepsOrRefuses(descriptor: ResourceDescriptor, text: string): Promise<void> {
  const { name } = descriptor;
  const texts = descriptor.fields.filter((field) => isText(field) && !field.readOnly && !field.internal);
  const valid = await platform.world.valid(name);
  const given = Object.fromEntries(
    texts
      .filter((field) => field.name in valid)
      .map((field) => [field.name, field.unique ? `${platform.world.next()}${text}` : text]),
  );
  const first = await platform.api.request("POST", `/api/${name}/`, { ...valid, ...given });
  const refused = new Set(first.status === 201 ? [] : namedBy(first).map((pointer) => pointer.slice(1)));
  for (const field of refused) {
    expect(Object.keys(given), first.text).toContain(field);
    expectNamed(first, `/${field}`, `${field} = ${text}`);
  }
  const kept = Object.fromEntries(Object.entries(given).filter(([field]) => !refused.has(field)));
  const answer =
    refused.size === 0 ? first : await platform.api.request("POST", `/api/${name}/`, { ...valid, ...kept });
  expect(answer.status, answer.text).toBe(201);
  const { body: stored } = await platform.api.read(name, idFromLocation(answer));
  for (const field of texts) {
    // Who may write a secret need not be one who is shown it.
    if (field.secret && stored?.[field.name] === undefined) continue;
    if (field.name in kept && !field.computed) expect(stored?.[field.name], field.name).toBe(kept[field.name]);
  }
}

it.each(preferenceKinds)(
  "preferences of the kind $kind refuse what they can not be",
  async (kind) => {
    const resource = valuesResource(kind);
    const [owner] = embedded(await platform.api.list(kind.owner.resource, { rows: 1 }), kind.owner.resource);
    const url = `/api/${resource}/${owner?.id}`;
    await platform.changesNothing(async () => {
      for (const definition of oneOfEachShape(kind)) {
        const { attribute } = definition;
        for (const json of wrongPreferencesOf(definition)) {
          const what = `${attribute} = ${json.slice(0, 40)}`;
          const patch = `[{"op":"add","path":"/${attribute}","value":${json}}]`;
          const patched = await platform.api.request("PATCH", url, undefined, { raw: patch });
          expectNamed(patched, `/${attribute}`, `PATCH ${what}`);
          const replaced = await platform.api.request("PUT", url, undefined, { raw: `{"${attribute}":${json}}` });
          expectNamed(replaced, `/${attribute}`, `PUT ${what}`);
        }
      }
    });
  },
  60_000,
);

/** Preferences that are read alike need not all be asked; each by itself is in the tests of the kinds. */
function oneOfEachShape({ preferences }: PreferenceKind): PreferenceDefinition[] {
  const shapes = new Map(
    preferences
      .filter(({ read_only }) => !read_only)
      .map((one) => [[one.data_type, one.max_occur, one.format, one.minimum, one.reference !== undefined].join(), one]),
  );
  return [...shapes.values()];
}
