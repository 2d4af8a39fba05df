import { describe, expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import { testField } from "../../testing/descriptor.ts";
import type { FieldDescriptor, FieldKind, Json, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { defaultsOf, normalizeRecord, readScalars } from "./normalizeRecord.ts";
import { validateRecord } from "./validateRecord.ts";

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

describe("normalizeRecord", () => {
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

const read = (field: Partial<FieldDescriptor> & { readonly kind: FieldKind }, value: Json) =>
  readScalars([{ name: "f", required: false, ...field }], { f: value }).f;

describe("readScalars", () => {
  it.each<[FieldKind, Json, Json]>([
    ["integer", "5", 5],
    ["integer", "-1", -1],
    ["money", "20.50", 20.5],
    ["percent", "20", 20],
    ["duration", "007", 7],
    ["reference", "42", 42],
    ["references", ["1", 2], [1, 2]],
    ["integer", "", null],
    ["reference", " ", null],
    ["text", 123, "123"],
    ["text", 1.5, "1.5"],
    ["password", 1234, "1234"],
    ["tags", [1, "a"], ["1", "a"]],
    ["date", "2026-03-01T12:30:00", "2026-03-01"],
    ["date", "2026-03-01 00:00", "2026-03-01"],
    ["date", "2026-03-01T23:59:59.5+02:00", "2026-03-01"],
    ["boolean", 0, false],
    ["boolean", "1", true],
  ])("takes %s %j as %j", (kind, value, wanted) => {
    expect(read({ kind }, value)).toEqual(wanted);
  });

  it.each<[FieldKind, Json]>([
    ["integer", "five"],
    ["integer", "5 apples"],
    ["integer", "1e3"],
    ["integer", "0x10"],
    ["integer", "1,5"],
    ["integer", "9".repeat(30)],
    ["integer", true],
    ["integer", { a: 1 }],
    ["text", true],
    ["text", 1e21],
    ["text", 1e-9],
    ["text", "007"],
    ["email", 7],
    ["dateTime", 1_700_000_000],
    ["date", "2026-03-01T"],
    ["date", 20_260_301],
  ])("leaves %s %j for the rules", (kind, value) => {
    expect(read({ kind }, value)).toEqual(value);
  });

  it("accepts a choice in either spelling, and no other", () => {
    expect(read({ kind: "enum", enum: [0, 1, 2] }, "1")).toBe(1);
    expect(read({ kind: "enum", enum: ["1", "2"] }, 2)).toBe("2");
    expect(read({ kind: "enum", enum: ["1", "2"] }, 3)).toBe(3);
    expect(read({ kind: "enum", enum: ["true"] }, true)).toBe(true);
  });

  it("descends into objects and lists, and leaves unknown keys alone", () => {
    const cc: FieldDescriptor = { name: "cc", kind: "text", required: true };
    const fields: FieldDescriptor[] = [
      { name: "number", kind: "phoneNumber", required: false, fields: [cc] },
      { name: "numbers", kind: "phoneNumbers", required: false, fields: [cc] },
    ];
    const record = { number: { cc: 43, x: 1 }, numbers: [{ cc: 44 }, 7], other: "5" };
    expect(readScalars(fields, record)).toEqual({ number: { cc: "43", x: 1 }, numbers: [{ cc: "44" }, 7], other: "5" });
    expect(record.number.cc).toBe(43);
  });
});

/** Recorded answers of a real platform, in another JSON type than the schema has. */
const recorded: readonly (readonly [resource: string, answer: WireRecord, wanted: WireRecord])[] = [
  ["subscribers", { lock: "4" }, { lock: 4 }],
  ["subscribers", { lock: null }, { lock: null }],
  ["subscribers", { primary_number: { cc: 43, ac: "1", sn: "1" } }, { primary_number: { cc: "43", ac: "1", sn: "1" } }],
  ["subscribers", { alias_numbers: [{ cc: 43, sn: "1" }] }, { alias_numbers: [{ cc: "43", sn: "1" }] }],
  ["pbxusers", { primary_number: { cc: 43, sn: "1" } }, { primary_number: { cc: "43", sn: "1" } }],
  ["numbers", { cc: 43, ac: 1, sn: 11015701 }, { cc: "43", ac: "1", sn: "11015701" }],
  ["subscribers", { primary_number: { ac: 1, sn: 1101 } }, { primary_number: { ac: "1", sn: "1101" } }],
  ["subscribers", { alias_numbers: [{ ac: 1, sn: 1101 }] }, { alias_numbers: [{ ac: "1", sn: "1101" }] }],
  ["pbxusers", { primary_number: { ac: 1, sn: 1101 } }, { primary_number: { ac: "1", sn: "1101" } }],
  ["calllists", { clir: 0 }, { clir: false }],
  ["callforwards", { cfb: { time_set: { own: 1 } } }, { cfb: { time_set: { own: true } } }],
  ["callforwards", { cfu: { destination_set: { own: 1 } } }, { cfu: { destination_set: { own: true } } }],
  ["headerrules", { conditions: [{ expression_negation: 0 }] }, { conditions: [{ expression_negation: false }] }],
  ["headerrules", { actions: [{ enabled: 1 }] }, { actions: [{ enabled: true }] }],
  ["headerrulesets", { rules: [{ stopper: 0, enabled: 1 }] }, { rules: [{ stopper: false, enabled: true }] }],
  ["preferencesmetaentries", { enum: [{ default_val: 0 }] }, { enum: [{ default_val: false }] }],
];

describe("answers of a real platform", () => {
  it.each(recorded)("%s: %j has the types of its schema", (resource, answer, wanted) => {
    const fields = resources[resource]?.descriptor.fields ?? [];
    expect(readScalars(fields, answer)).toEqual(wanted);
  });

  it("can be changed in a form, and a new record has no lock level that it refuses", () => {
    const { subscribers } = resources;
    if (!subscribers) throw new Error("no subscribers");
    const { fields } = subscribers.descriptor;
    const answer = {
      ...{ id: 7, customer_id: 3, domain_id: 2, username: "alice", password: "Pb7#xK9!wQ2$mZ", status: "active" },
      ...{ administrative: false, alias_numbers: [], lock: "2", primary_number: { cc: 43, ac: "1", sn: "11015701" } },
    };
    const context = { mode: "update", related: () => "sipaccount" } as const;
    expect(validateRecord(subscribers, readScalars(fields, answer), context).errors).toEqual([]);
    expect(defaultsOf(fields)).not.toHaveProperty("lock");
  });
});
