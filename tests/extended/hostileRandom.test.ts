import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FieldDescriptor, WireRecord } from "../../src/core/schema/descriptor.ts";
import type { Answer } from "../support/api.ts";
import { HostilePlatform } from "../support/hostilePlatform.ts";
import { descriptorOf } from "../support/world.ts";

/** Resources that together have every kind of field, hook and filter. */
const RESOURCES = ["customers", "subscribers", "billingprofiles", "peeringrules", "rewriterulesets"];
/** A fixed seed; fast-check reports the smallest failing request. */
const SETTINGS = { seed: 20_240_229, numRuns: 24, endOnFailure: false } as const;

const platform = await HostilePlatform.start();

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom<unknown>("", " ", "0", 0, -1, 1e308, true, null, [], {}, [[]], [null], { id: 1 }, "\0", "$null"),
);

/** Random values for a few of the resource's fields and some unknown ones. */
function changesOf(fields: readonly FieldDescriptor[]) {
  const names = fc.constantFrom(...fields.map(({ name }) => name), "domain", "__proto__", "is_superuser", "_links");
  return fc.uniqueArray(fc.tuple(names, anything), { selector: ([name]) => name, minLength: 1, maxLength: 4 });
}

/** Expects one of these statuses and, for an error, the usual body. */
function expectStatus(answer: Answer, statuses: readonly number[]): void {
  expect(statuses, answer.text).toContain(answer.status);
  if (answer.status >= 400) expect(answer.body).toMatchObject({ code: answer.status, message: expect.any(String) });
}

describe.each(RESOURCES)("arbitrary input for %s", (name) => {
  const { fields, filters } = descriptorOf(name);
  const request = (method: "POST" | "PUT" | "PATCH", url: string, body: unknown) =>
    platform.api.request(method, url, undefined, { raw: JSON.stringify(body) });
  /** Rejected requests must not change anything. */
  const send = (method: "POST" | "PUT" | "PATCH", url: string, body: unknown, statuses: readonly number[]) =>
    platform.changesNothingUnless(
      async () => {
        const answer = await request(method, url, body);
        expectStatus(answer, statuses);
        return answer;
      },
      ({ status }) => status < 300,
    );

  it("is stored or rejected as a new record", async () => {
    const valid = await platform.world.valid(name);
    await fc.assert(
      fc.asyncProperty(changesOf(fields), async (changes) => {
        await send("POST", `/api/${name}/`, withChanges(valid, changes), [201, 400, 403, 422]);
      }),
      SETTINGS,
    );
  });

  it("is stored or rejected by PUT and PATCH", async () => {
    const id = await platform.world.make(name);
    const url = `/api/${name}/${id}`;
    const { body: record = {} } = await platform.api.read(name, id);
    await fc.assert(
      fc.asyncProperty(changesOf(fields), async (changes) => {
        await send("PUT", url, withChanges(record, changes), [204, 400, 403, 404, 422]);
        const patch = changes.map(([field, value]) => ({ op: "replace", path: `/${field}`, value }));
        await send("PATCH", url, patch, [204, 400, 403, 404, 422]);
      }),
      SETTINGS,
    );
  });

  it("is rejected if it is any other JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (body) => {
        await send("POST", `/api/${name}/`, body, [400, 422]);
      }),
      SETTINGS,
    );
  });

  it("returns a list or an error as a query", async () => {
    const known = ["page", "rows", "order_by", "order_by_direction", "expand", "soft_expand", "no_count", "id"];
    const names = fc.constantFrom(...filters.map((filter) => filter.name), ...known);
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.integer().map(String),
      fc.webQueryParameters(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, value), { maxLength: 6 }), async (pairs) => {
        const search = pairs.map(([key, text]) => `${key}=${encodeURIComponent(text.toWellFormed())}`).join("&");
        expectStatus(await platform.api.request("GET", `/api/${name}/?${search}`), [200, 400, 409]);
      }),
      SETTINGS,
    );
  });
});

/** Sets own properties, including `__proto__`, as JSON.parse does. */
function withChanges(record: WireRecord, changes: readonly (readonly [string, unknown])[]): WireRecord {
  const changed = { ...record };
  for (const [name, value] of changes) {
    Object.defineProperty(changed, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return changed;
}
