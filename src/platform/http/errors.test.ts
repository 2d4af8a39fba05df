import { describe, expect, it } from "vitest";
import errorTexts from "../../../i18n/en/errors.json" with { type: "json" };
import ruleTexts from "../../../i18n/en/rules.json" with { type: "json" };
import type { FieldDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { textsFrom } from "../../core/schema/texts.ts";
import { type FieldError, notFound, validationFailed } from "../../core/validation/errors.ts";
import { testField } from "../../testing/descriptor.ts";
import { readableMessage } from "./errors.ts";

const text = textsFrom({ errors: errorTexts, rules: ruleTexts });

describe("readableMessage", () => {
  const field = (name: string, more?: Partial<FieldDescriptor>) => testField(name, "text", more);
  const fields = [
    field("name"),
    field("pin", { secret: true }),
    field("password", { kind: "password" }),
    field("primary_number", { kind: "phoneNumber", fields: [field("cc"), field("sn")] }),
    field("billing_profiles", { kind: "list", fields: [field("start"), field("token", { secret: true })] }),
    field("secrets", { kind: "object", secret: true, fields: [field("inner")] }),
  ];
  const required = (pointer: string): FieldError => ({ pointer, rule: "required", params: {}, key: "rules.required" });
  const say = (errors: FieldError[], body: WireRecord) =>
    readableMessage(validationFailed(errors), text, { body, fields });

  it("fills in the parameters of a plain error", () => {
    expect(readableMessage(notFound("customers", 815), text)).toBe("customers/815 does not exist");
  });

  it("names field, input and error", () => {
    expect(say([required("/name")], { name: "" })).toBe(
      "Validation failed. field='name', input='', errors='This field is required'",
    );
  });

  it("joins the errors of one field and lists fields one after the other", () => {
    const tooShort = { pointer: "/name", rule: "minLength", params: { limit: 5 }, key: "rules.minLength" } as const;
    const iban = { pointer: "/iban", rule: "format", params: { format: "iban" }, key: "rules.format.iban" } as const;
    expect(say([tooShort, required("/primary_number/cc"), { ...iban, pointer: "/name" }], { name: "ada" })).toBe(
      "Validation failed. field='name', input='ada', errors='At least 5 characters,Not a valid IBAN'; " +
        "field='primary_number_cc', input='', errors='This field is required'",
    );
  });

  it.each<[string, WireRecord, string]>([
    ["/name", { name: 42 }, "42"],
    ["/primary_number/cc", { primary_number: { cc: "x" } }, "x"],
    ["/billing_profiles/1/start", { billing_profiles: [{}, { start: "soon" }] }, "soon"],
    ["/name", { name: { deep: "secret" } }, ""],
    ["/name", { name: null }, ""],
    ["/name", { name: "a\r\nb\u0000c" }, "a b c"],
    ["/name", { name: "x".repeat(200) }, `${"x".repeat(80)}…`],
    ["/constructor/name", { name: "ada" }, ""],
  ])("shows the input at %s of %j", (pointer, body, shown) => {
    expect(say([required(pointer)], body)).toContain(`input='${shown}',`);
  });

  it.each<[string, WireRecord]>([
    ["/pin", { pin: "1234" }],
    ["/password", { password: "Abcdef1!" }],
    ["/billing_profiles/0/token", { billing_profiles: [{ token: "abc" }] }],
    ["/secrets/inner", { secrets: { inner: "abc" } }],
    ["/undescribed", { undescribed: "abc" }],
  ])("stars the input at %s", (pointer, body) => {
    expect(say([required(pointer)], body)).toContain("input='*****',");
  });

  it("shows no input without the request", () => {
    expect(readableMessage(validationFailed([required("/name")]), text)).toContain("field='name', input='', errors=");
  });
});
