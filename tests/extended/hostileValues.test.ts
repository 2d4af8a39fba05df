import { describe, expect, it } from "vitest";
import { can } from "../../src/core/access.ts";
import { evaluate } from "../../src/core/conditions.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import { bareIdentifier } from "../../src/platform/entities/devices.ts";
import { ownName } from "../../src/platform/preferences/ownPreferences.ts";
import { idFromLocation } from "../support/api.ts";
import { descriptors } from "../support/chosen.ts";
import { covering, firstOfEach, shapeOfField } from "../support/covering.ts";
import {
  bodyWith,
  HOSTILE_TEXTS,
  IMPOSSIBLE_TEXTS,
  isText,
  OVERSIZE,
  type Place,
  writablePlaces,
  wrongValuesOf,
} from "../support/hostile.ts";
import { expectFieldError, HostilePlatform, pointersIn } from "../support/hostilePlatform.ts";

const platform = await HostilePlatform.start();

const writable = covering(descriptors.filter(({ operations }) => operations.includes("create")));

const firstPlaces = firstOfEach(({ field, outer }: Place) => `${field === outer} ${shapeOfField(field)}`);
const firstChanges = firstOfEach(({ field }: Place) => shapeOfField(field));

for (const descriptor of writable) {
  const { name } = descriptor;
  // Fields that only exist on update are ignored on create.
  const places = writablePlaces(descriptor).filter(
    ({ outer: { when } }) => !(when && "$mode" in when && when.$mode === "update"),
  );
  const unlikeOthers = firstPlaces(places);

  describe(`bodies for ${name}`, () => {
    /** Expects an error for each value at each place; valid records are created beforehand. */
    async function rejectsAll(chosen: readonly Place[], valuesOf: (place: Place) => readonly string[]): Promise<void> {
      const valid = new Map<string, WireRecord>();
      for (const { outer } of chosen) {
        if (!valid.has(outer.name)) valid.set(outer.name, await platform.world.valid(name, outer.when));
      }
      await platform.changesNothing(async () => {
        for (const place of chosen) {
          for (const json of valuesOf(place)) {
            const raw = bodyWith(descriptor, valid.get(place.outer.name) ?? {}, place.pointer, json);
            const answer = await platform.api.request("POST", `/api/${name}/`, undefined, { raw });
            expectFieldError(answer, place.pointer, `${place.pointer} = ${json.slice(0, 40)}`);
          }
        }
      });
    }

    if (unlikeOthers.length > 0) {
      it("are rejected with a wrong type, an out-of-range number or a text that cannot be stored", () =>
        rejectsAll(unlikeOthers, ({ field }) => [
          ...wrongValuesOf(field),
          ...(isText(field) ? [OVERSIZE, ...IMPOSSIBLE_TEXTS] : []),
        ]));
    }

    it("store hostile texts unchanged, or are rejected with the field's name", async () => {
      for (const text of HOSTILE_TEXTS) await storesOrRejects(descriptor, text);
    });

    if (descriptor.operations.includes("update")) {
      it("are rejected with a wrong type in PATCH and PUT", async () => {
        const id = await platform.world.make(name);
        const { body: record } = await platform.api.read(name, id);
        const open = places.filter(({ field, outer }) => field === outer && mayChange(descriptor, record ?? {}, field));
        const own = firstChanges(open);
        await platform.changesNothing(async () => {
          for (const { pointer, field } of own) {
            const [json = ""] = wrongValuesOf(field);
            const raw = `[{"op":"replace","path":"${pointer}","value":${json}}]`;
            const patched = await platform.api.patch(name, id, undefined, { raw });
            expectFieldError(patched, pointer, `PATCH ${pointer} = ${json}`);
            const body = JSON.stringify({ ...record, [field.name]: "@@" }).replace('"@@"', () => json);
            const replaced = await platform.api.request("PUT", `/api/${name}/${id}`, undefined, { raw: body });
            expectFieldError(replaced, pointer, `PUT ${pointer} = ${json}`);
          }
        });
      });
    }
  });
}

/** Whether the caller may change the field; fields that this record hides are ignored silently. */
function mayChange(descriptor: ResourceDescriptor, record: WireRecord, field: FieldDescriptor): boolean {
  const context = { mode: "update", related: () => undefined } as const;
  const caller = { role: "superuserMaster", adminId: 0, admin: { call_data: true, billing_data: true } };
  return (!field.when || evaluate(field.when, record, context)) && can(caller, descriptor, "update", { field, record });
}

/** Stored in one notation, whatever was sent. */
const FOLDED: Readonly<Record<string, (given: string) => string>> = {
  "pbxdevices.identifier": bareIdentifier,
  "preferencesmetaentries.attribute": ownName,
};

/** Stores the text in every field that accepts it; the error must name exactly the others. */
async function storesOrRejects(descriptor: ResourceDescriptor, text: string): Promise<void> {
  const { name } = descriptor;
  const texts = descriptor.fields.filter((field) => isText(field) && !field.readOnly && !field.internal);
  const valid = await platform.world.valid(name);
  const given = Object.fromEntries(
    texts
      .filter((field) => field.name in valid)
      .map((field) => [field.name, field.unique ? `${platform.world.next()}${text}` : text]),
  );
  let kept: WireRecord = given;
  let answer = await platform.api.request("POST", `/api/${name}/`, { ...valid, ...kept });
  // What only the server knows is told once the rest is valid.
  for (let round = 0; round < 2 && answer.status !== 201; round++) {
    const refused = new Set(pointersIn(answer).map((pointer) => pointer.slice(1)));
    for (const field of refused) {
      expect(Object.keys(kept), answer.text).toContain(field);
      expectFieldError(answer, `/${field}`, `${field} = ${text}`);
    }
    kept = Object.fromEntries(Object.entries(kept).filter(([field]) => !refused.has(field)));
    answer = await platform.api.request("POST", `/api/${name}/`, { ...valid, ...kept });
  }
  expect(answer.status, answer.text).toBe(201);
  const { body: stored } = await platform.api.read(name, idFromLocation(answer));
  for (const field of texts) {
    // Some callers may write a secret but not read it.
    if (field.secret && stored?.[field.name] === undefined) continue;
    if (!(field.name in kept) || field.computed) continue;
    const wanted = kept[field.name];
    const fold = FOLDED[`${name}.${field.name}`];
    expect(stored?.[field.name], field.name).toBe(fold && typeof wanted === "string" ? fold(wanted) : wanted);
  }
}
