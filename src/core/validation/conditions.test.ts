import { describe, expect, it } from "vitest";
import { testField } from "../../testing/descriptor.ts";
import type { Condition, FieldDescriptor, Json, WireRecord } from "../schema/descriptor.ts";
import { type ConditionContext, conditionPaths, isConditionMet } from "./conditions.ts";

const context = (related: Record<string, Json> = {}, mode: ConditionContext["mode"] = "create"): ConditionContext => ({
  mode,
  related: (path) => related[path],
});

describe("evaluate", () => {
  it.each<[string, Condition, WireRecord, boolean]>([
    ["nothing asked", {}, {}, true],
    ["equal", { type: "pbxaccount" }, { type: "pbxaccount" }, true],
    ["not equal", { type: "pbxaccount" }, { type: "sipaccount" }, false],
    ["no conversion between types", { lock: 1 }, { lock: "1" }, false],
    ["all keys: one fails", { a: 1, b: 2 }, { a: 1, b: 3 }, false],
    ["all keys: both hold", { a: 1, b: 2 }, { a: 1, b: 2 }, true],
    ["one of a list", { status: ["active", "locked"] }, { status: "locked" }, true],
    ["none of a list", { status: ["active", "locked"] }, { status: "terminated" }, false],
    ["empty list", { status: [] }, { status: "active" }, false],
    ["missing counts as null", { max: null }, {}, true],
    ["missing is not false", { prepaid: false }, {}, false],
    ["not", { status: { not: "terminated" } }, { status: "active" }, true],
    ["not: equal", { status: { not: "terminated" } }, { status: "terminated" }, false],
    ["not null", { max: { not: null } }, { max: 0 }, true],
    ["not null: missing", { max: { not: null } }, {}, false],
    ["not one of", { status: { not: ["locked", "terminated"] } }, { status: "locked" }, false],
    ["nested value", { "primary_number.cc": "43" }, { primary_number: { cc: "43" } }, true],
    ["nested value missing", { "primary_number.ac": null }, { primary_number: { cc: "43" } }, true],
    ["mode", { $mode: "create" }, {}, true],
    ["other mode", { $mode: "update" }, {}, false],
    ["any of: one holds", { anyOf: [{ a: 1 }, { b: 2 }] }, { b: 2 }, true],
    ["any of: none holds", { anyOf: [{ a: 1 }, { b: 2 }] }, { b: 3 }, false],
    ["any of nothing", { anyOf: [] }, {}, false],
    ["any of, nested", { anyOf: [{ anyOf: [{ a: 1 }] }] }, { a: 1 }, true],
  ])("%s", (_, condition, record, holds) => {
    expect(isConditionMet(condition, record, context())).toBe(holds);
  });

  it("looks up related values by their full path", () => {
    const condition: Condition = { "customer_id.type": "pbxaccount" };
    expect(isConditionMet(condition, { customer_id: 7 }, context({ "customer_id.type": "pbxaccount" }))).toBe(true);
    expect(isConditionMet(condition, { customer_id: 7 }, context({ "customer_id.type": "sipaccount" }))).toBe(false);
    const deep: Condition = { "customer_id.contact_id.reseller_id": 1 };
    expect(isConditionMet(deep, { customer_id: 7 }, context({ "customer_id.contact_id.reseller_id": 1 }))).toBe(true);
  });

  it("treats unknown related values as false, negated or not", () => {
    expect(isConditionMet({ "customer_id.type": "pbxaccount" }, { customer_id: 7 }, context())).toBe(false);
    expect(isConditionMet({ "customer_id.type": { not: "pbxaccount" } }, { customer_id: 7 }, context())).toBe(false);
    expect(isConditionMet({ "customer_id.type": null }, {}, context())).toBe(false);
  });

  it("distinguishes an unset related value from an unknown one", () => {
    expect(isConditionMet({ "customer_id.max": null }, { customer_id: 7 }, context({ "customer_id.max": null }))).toBe(
      true,
    );
  });
});

describe("conditionPaths", () => {
  const field = (name: string, more?: Partial<FieldDescriptor>) => testField(name, "text", more);
  const reference = { resource: "customers", search: "id", expand: true };
  const fields = [
    field("type"),
    field("customer_id", { kind: "reference", reference }),
    field("primary_number", { kind: "phoneNumber", fields: [field("cc"), field("carrier_id", { reference })] }),
  ];

  it("separates own from related paths, without duplicates", () => {
    const condition: Condition = {
      anyOf: [
        { type: "a", $mode: "create", "customer_id.type": "b" },
        { type: "c", "customer_id.contact_id.email": null, "primary_number.cc": "43" },
      ],
    };
    expect(conditionPaths(condition, fields)).toEqual({
      own: ["type", "customer_id", "primary_number.cc"],
      related: ["customer_id.type", "customer_id.contact_id.email"],
    });
  });

  it("finds references inside objects and treats an unknown path as an own one", () => {
    expect(conditionPaths({ "primary_number.carrier_id.name": "x", "gone.away": 1, customer_id: 1 }, fields)).toEqual({
      own: ["primary_number.carrier_id", "gone.away", "customer_id"],
      related: ["primary_number.carrier_id.name"],
    });
  });
});
