import { describe, expect, it } from "vitest";
import errorTexts from "../../../i18n/en/errors.json" with { type: "json" };
import ruleTexts from "../../../i18n/en/rules.json" with { type: "json" };

import { textsFrom } from "../schema/texts.ts";
import { errorCodes, errorEntry } from "./errorCatalogue.ts";

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
