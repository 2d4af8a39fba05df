import { describe, expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import type { FieldDescriptor, FieldKind, Json, WireRecord } from "../schema/descriptor.ts";
import { defaultsOf } from "./normalizeRecord.ts";
import { readScalars } from "./readScalars.ts";
import { validateRecord } from "./validateRecord.ts";

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

/** What a real platform was seen to answer in another JSON type than a schema has, out of its recorded answers. */
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
