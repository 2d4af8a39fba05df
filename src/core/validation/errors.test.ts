import { describe, expect, it } from "vitest";
import errorTexts from "../../../i18n/en/errors.json" with { type: "json" };
import ruleTexts from "../../../i18n/en/rules.json" with { type: "json" };
import { testField } from "../../testing/descriptor.ts";
import type { FieldDescriptor, WireRecord } from "../schema/descriptor.ts";
import { textsFrom } from "../schema/texts.ts";
import { businessError } from "./businessRules.ts";
import { errorCodes, errorEntry } from "./errorCatalogue.ts";
import { type FieldError, inUse, notFound, PlatformError, validationFailed } from "./errors.ts";
import { readableMessage } from "./readableMessage.ts";

const text = textsFrom({ errors: errorTexts, rules: ruleTexts });

describe("texts", () => {
  it("contain no quotes, at which clients split the message", () => {
    expect(JSON.stringify(ruleTexts)).not.toContain("'");
  });

  it("keep the words that clients match on", () => {
    expect(["forbidden", "banned", "invalid_otp", "password_expired"].map((code) => text(`errors.${code}`))).toEqual([
      "Forbidden",
      "Banned",
      "Invalid OTP",
      "Password expired",
    ]);
  });

  it("never contain what makes clients log out", () => {
    expect(Object.values(errorTexts).filter((sentence) => /^invalid user$/i.test(sentence))).toEqual([]);
  });
});

describe("catalogue", () => {
  it("has stable names and real statuses", () => {
    for (const code of errorCodes) {
      const { status, key } = errorEntry(code);
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status === 0 || (status >= 400 && status < 600)).toBe(true);
      expect(key).toBe(`errors.${code}`);
    }
  });

  it("never answers 401 to a login, and never 409 to a duplicate or a record in use", () => {
    expect(errorEntry("wrong_credentials").status).toBe(403);
    expect(errorEntry("validation_failed").status).toBe(422);
    expect(errorEntry("in_use").status).toBe(423);
  });
});

describe("PlatformError", () => {
  it("carries code, status, key and params, and is an Error", () => {
    const cause = new Error("socket closed");
    const error = new PlatformError("certificate_failed", { incident: "1f" }, { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "PlatformError",
      message: "certificate_failed",
      code: "certificate_failed",
      status: 500,
      key: "errors.certificate_failed",
      params: { incident: "1f" },
      fieldErrors: [],
      cause,
    });
  });

  it("has constructors for the common ones", () => {
    expect(notFound("customers", 815)).toMatchObject({ status: 404, params: { resource: "customers", id: 815 } });
    expect(inUse("contacts", "contracts", 2)).toMatchObject({ status: 423, params: { count: 2 } });
    expect(businessError("/parent_id", "parentLoop")).toEqual({
      pointer: "/parent_id",
      rule: "business",
      params: {},
      key: "rules.business.parentLoop",
    });
  });
});

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

describe("textsFrom", () => {
  const say = textsFrom({ a: { b: "%{x} of %{list}%{gone}" } });

  it("fills in placeholders and leaves missing ones out", () => {
    expect(say("a.b", { x: 1, list: ["p", "q"] })).toBe("1 of p, q");
    expect(say("a.b", { x: { y: true } })).toBe('{"y":true} of ');
  });

  it.each(["a", "a.c", "a.b.c", "toString", ""])("answers the key %j, which has no text, itself", (key) => {
    expect(say(key)).toBe(key);
  });
});
