import { describe, expect, it } from "vitest";
import { testField } from "../../testing/descriptor.ts";
import type { FieldDescriptor, Json } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { defaultsOf, normalizeRecord } from "./normalizeRecord.ts";

const fields: readonly FieldDescriptor[] = [
  testField("id", "integer", { readOnly: true, default: 1 }),
  testField("name", "text"),
  testField("active", "boolean", { default: true }),
  testField("hash", "text", { internal: true }),
  testField("password", "password", { secret: true }),
  testField("count", "integer", { default: 0 }),
  testField("number", "object", {
    fields: [testField("cc", "text"), testField("is_devid", "boolean"), testField("id", "integer", { readOnly: true })],
  }),
  testField("items", "list", { fields: [testField("start", "text"), testField("stop", "text")] }),
];

describe("prepare", () => {
  it("silently drops unknown and server-set fields", () => {
    expect(normalizeRecord(fields, { id: 5, hash: "x", unknown: 1, _links: {}, name: "a" })).toEqual({ name: "a" });
  });

  it.each([null, "", " ", "\t\n", undefined])("takes %j as no value", (value) => {
    expect(normalizeRecord(fields, { name: value })).toEqual({});
  });

  it("keeps blank secrets, and whitespace around texts", () => {
    expect(normalizeRecord(fields, { password: "  ", name: " a " })).toEqual({ password: "  ", name: " a " });
    expect(normalizeRecord(fields, { password: "" })).toEqual({});
  });

  it.each<[Json, Json]>([
    [1, true],
    ["1", true],
    ["true", true],
    [0, false],
    ["0", false],
    ["false", false],
    ["yes", "yes"],
    [2, 2],
    [[], []],
  ])("reads the switch %j as %j", (given, read) => {
    expect(normalizeRecord(fields, { active: given })).toEqual({ active: read });
  });

  it("leaves wrong types for the rules to refuse", () => {
    const wrong = { name: 7, count: "many", number: "x", items: { start: "a" } };
    expect(normalizeRecord(fields, wrong)).toEqual(wrong);
  });

  it("descends into objects, and drops empty ones", () => {
    expect(normalizeRecord(fields, { number: { cc: "44", is_devid: "1", id: 3, more: 1 } })).toEqual({
      number: { cc: "44", is_devid: true },
    });
    expect(normalizeRecord(fields, { number: { cc: "", more: 1 } })).toEqual({});
  });

  it("descends into list items, and keeps empty and malformed ones in place", () => {
    expect(normalizeRecord(fields, { items: [{ start: "a", stop: "" }, {}, 7, null] })).toEqual({
      items: [{ start: "a" }, {}, 7, null],
    });
    expect(normalizeRecord(fields, { items: [] })).toEqual({ items: [] });
  });

  it("lets no key reach a prototype", () => {
    const body = JSON.parse('{"__proto__": {"name": "a"}, "number": {"__proto__": {"cc": "1"}}}');
    const record = normalizeRecord(fields, body);
    expect(record).toEqual({});
    expect(record.name).toBeUndefined();
  });

  it("does not change what it was given", () => {
    const given = { items: [{ start: " ", more: 1 }], active: 1 };
    normalizeRecord(fields, given);
    expect(given).toEqual({ items: [{ start: " ", more: 1 }], active: 1 });
  });
});

it("starts a record with the defaults of writable fields", () => {
  expect(defaultsOf(fields)).toEqual({ active: true, count: 0 });
});

it("distinguishes objects from lists and null", () => {
  expect([{}, [], null, "x", undefined].map(isObject)).toEqual([true, false, false, false, false]);
});
