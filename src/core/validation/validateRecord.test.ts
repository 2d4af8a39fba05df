import { describe, expect, it } from "vitest";
import { testField } from "../../testing/descriptor.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../schema/descriptor.ts";
import type { GeneratedValidatorError } from "../schema/generatedValidator.ts";
import type { ResourceModule } from "../schema/resourceModule.ts";
import { valueAtPointer } from "../schema/valueAt.ts";
import { fieldError } from "./errors.ts";
import { isRequired, type ValidationContext, validateRecord, withoutHidden } from "./validateRecord.ts";

const fields: readonly FieldDescriptor[] = [
  testField("id", "integer", { readOnly: true, required: true }),
  testField("name", "text", { required: true }),
  testField("prepaid", "boolean", { default: false }),
  testField("library", "enum", { when: { prepaid: true }, required: true, default: "a" }),
  testField("variant", "text", { when: { library: "b" }, requiredWhen: { prepaid: true } }),
  testField("extension", "text", { when: { "customer_id.type": "pbx" } }),
  testField("customer_id", "reference"),
  testField("password", "password", { required: "create", secret: true }),
  testField("pattern", "regex", { formatWhen: { prepaid: true } }),
  testField("start", "dateTime"),
  testField("stop", "dateTime"),
];

/** A resource whose generated validator reports the given errors. */
function moduleWith(found: readonly GeneratedValidatorError[] = []): ResourceModule {
  const validate = Object.assign(() => found.length === 0, { errors: [...found] });
  const descriptor = { fields, rules: [{ rule: "before", fields: ["start", "stop"] }] };
  return { descriptor: descriptor as unknown as ResourceDescriptor, validate } as ResourceModule;
}

const context = (mode: "create" | "update", more: Partial<ValidationContext> = {}): ValidationContext => ({
  mode,
  related: () => undefined,
  ...more,
});
const valid: WireRecord = { name: "a", password: "Pl3nty-strong" };
const told = (record: WireRecord, given = context("create"), module = moduleWith()) =>
  validateRecord(module, record, given).errors.map(({ pointer, key }) => `${pointer} ${key}`);

describe("the record that remains", () => {
  it("has defaults on create, and none on update", () => {
    expect(validateRecord(moduleWith(), valid, context("create")).record).toEqual({ ...valid, prepaid: false });
    expect(validateRecord(moduleWith(), valid, context("update")).record).toEqual(valid);
  });

  it("has no hidden field, nor one hidden by another hidden field", () => {
    const input = { ...valid, prepaid: false, library: "b", variant: "x" };
    expect(validateRecord(moduleWith(), input, context("update")).record).toEqual({ ...valid, prepaid: false });
    const shown = { ...input, prepaid: true };
    expect(validateRecord(moduleWith(), shown, context("update")).record).toEqual(shown);
  });

  it("has fields that depend on a related record only while that is known", () => {
    const input = { ...valid, extension: "12", customer_id: 3 };
    const asPbx = context("update", { related: (path) => (path === "customer_id.type" ? "pbx" : undefined) });
    expect(validateRecord(moduleWith(), input, asPbx).record).toHaveProperty("extension");
    expect(validateRecord(moduleWith(), input, context("update")).record).not.toHaveProperty("extension");
  });

  it("is prepared: nothing read-only, blank or unknown", () => {
    const { record } = validateRecord(moduleWith(), { ...valid, id: 5, stop: " ", more: 1 }, context("update"));
    expect(record).toEqual(valid);
  });
});

describe("errors", () => {
  it("are empty for a valid record", () => {
    expect(told(valid)).toEqual([]);
  });

  it("report missing fields that are visible and required", () => {
    expect(told({})).toEqual(["/name rules.required", "/password rules.required"]);
    expect(told({}, context("update"))).toEqual(["/name rules.required"]);
    expect(told({ ...valid, prepaid: true, library: "b" }, context("update"))).toEqual(["/variant rules.required"]);
    expect(told({ ...valid, prepaid: true }, context("update"))).toEqual(["/library rules.required"]);
  });

  it("of a format are there only while it holds", () => {
    const found = ["/pattern", "/start"].map((instancePath) => ({
      keyword: "format",
      instancePath,
      params: { format: "regex" },
    }));
    const patterned = { ...valid, library: "a", pattern: "(" };
    expect(told({ ...patterned, prepaid: false }, context("create"), moduleWith(found))).toEqual([
      "/start rules.format.regex",
    ]);
    expect(told({ ...patterned, prepaid: true }, context("create"), moduleWith(found))).toEqual([
      "/pattern rules.format.regex",
      "/start rules.format.regex",
    ]);
  });

  it("translate the validator's, located at the missing field", () => {
    const found = [
      { keyword: "required", instancePath: "/number", params: { missingProperty: "cc" } },
      { keyword: "maxLength", instancePath: "/name", params: { limit: 3 } },
      { keyword: "format", instancePath: "/start", params: { format: "date-time" } },
      { keyword: "if", instancePath: "", params: {} },
    ] as GeneratedValidatorError[];
    const { errors } = validateRecord(moduleWith(found), valid, context("create"));
    expect(errors).toEqual([
      { pointer: "/name", rule: "maxLength", params: { limit: 3 }, key: "rules.maxLength" },
      { pointer: "/start", rule: "format", params: { format: "date-time" }, key: "rules.format.date-time" },
      { pointer: "/number/cc", rule: "required", params: { missingProperty: "cc" }, key: "rules.required" },
    ]);
  });

  it("report each problem once, in the order of the form", () => {
    const found = [{ keyword: "required", instancePath: "", params: { missingProperty: "name" } }];
    const input = { start: "2030-02-01T00:00:00Z", stop: "2030-01-01T00:00:00Z" };
    expect(told(input, context("create"), moduleWith(found as GeneratedValidatorError[]))).toEqual([
      "/name rules.required",
      "/password rules.required",
      "/stop rules.before",
    ]);
  });

  it.each(["a\0b", "\ud800", "x\udfffy"])("report texts that cannot be stored: %j", (text) => {
    expect(told({ ...valid, name: text })).toEqual(["/name rules.format.text"]);
  });

  it("report weak passwords by the policy, and one that contains the user name", () => {
    expect(told({ ...valid, password: "abc" }).every((error) => error.startsWith("/password rules.password."))).toBe(
      true,
    );
    expect(told({ ...valid, password: "abc" })).not.toEqual([]);
  });
});

describe("isRequired", () => {
  const [id, name, , library, variant, , , password] = fields as FieldDescriptor[];
  it("requires nothing that the server sets or that is hidden", () => {
    expect(isRequired(id as FieldDescriptor, {}, context("create"))).toBe(false);
    expect(isRequired(library as FieldDescriptor, { prepaid: false }, context("create"))).toBe(false);
    expect(isRequired(library as FieldDescriptor, { prepaid: true }, context("create"))).toBe(true);
  });

  it("requires secrets of new records only, and others by their condition", () => {
    expect(isRequired(password as FieldDescriptor, {}, context("create"))).toBe(true);
    expect(isRequired(password as FieldDescriptor, {}, context("update"))).toBe(false);
    expect(isRequired(name as FieldDescriptor, {}, context("update"))).toBe(true);
    expect(isRequired(variant as FieldDescriptor, { prepaid: true, library: "b" }, context("update"))).toBe(true);
    expect(isRequired(variant as FieldDescriptor, { prepaid: false, library: "b" }, context("update"))).toBe(false);
  });
});

it("hides nothing without a condition, and returns the same record", () => {
  const record = { name: "a", prepaid: true };
  expect(withoutHidden(fields, record, context("create"))).toBe(record);
});

it("prefers the text of a format or type over the rule's", () => {
  expect(fieldError("/a", "type", { type: "integer" }).key).toBe("rules.type.integer");
  expect(fieldError("/a", "format", { format: "iban" }).key).toBe("rules.format.iban");
  expect(fieldError("/a", "minimum", { limit: 1 }).key).toBe("rules.minimum");
});

it("finds the value at a pointer", () => {
  const record = { a: { b: [{ c: 1 }] } } as WireRecord;
  expect(valueAtPointer(record, "/a/b/0/c")).toBe(1);
  expect(valueAtPointer(record, "/a/b/1/c")).toBeUndefined();
  expect(valueAtPointer(record, "/a/x/0")).toBeUndefined();
  expect(valueAtPointer(record, "/a/b/0/c/d")).toBeUndefined();
});
