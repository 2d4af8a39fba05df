import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generatePassword, type RandomInteger } from "./generatePassword.ts";
import { DEFAULT_PASSWORD_POLICY, passwordViolations, toPasswordPolicy } from "./passwordPolicy.ts";
import { passwordStrength } from "./passwordStrength.ts";

const rules = (password: string, username?: string) => passwordViolations(password, { username }).map((p) => p.rule);

describe("passwordViolations", () => {
  it.each([
    ["Abcdef1!", []],
    ["Abcde1!", ["minLength"]],
    ["abcdef1!", ["uppercase"]],
    ["ABCDEF1!", ["lowercase"]],
    ["Abcdefg!", ["digits"]],
    ["Abcdefg1", ["special"]],
    ["Abcdef1_", []],
    ["Abcdef 1!", ["characters"]],
    ["Äbcdef1!G", ["characters"]],
    [`Ab1!${"x".repeat(36)}`, []],
    [`Ab1!${"x".repeat(37)}`, ["maxLength"]],
    ["", ["minLength", "digits", "lowercase", "uppercase", "special"]],
  ])("%j breaks %j", (password, broken) => {
    expect(rules(password)).toEqual(broken);
  });

  it("refuses the user name inside it, whatever the case", () => {
    expect(rules("xxADAlove1!", "adalove")).toEqual(["username"]);
    expect(rules("xxADAlove1!", "grace")).toEqual([]);
  });

  it("does not match an empty user name", () => {
    expect(rules("Abcdef1!", "")).toEqual([]);
    expect(passwordViolations("Abcdef1!", { username: null })).toEqual([]);
  });

  it("says how many are needed", () => {
    const policy = { ...DEFAULT_PASSWORD_POLICY, musthave_digit: 3, min_length: 12 };
    expect(passwordViolations("Abcdef12!", { policy })).toEqual([
      { rule: "minLength", params: { limit: 12 } },
      { rule: "digits", params: { smart_count: 3 } },
    ]);
  });
});

it("toPasswordPolicy reads numbers, texts and booleans and fills gaps with the default", () => {
  expect(toPasswordPolicy({ min_length: "12", musthave_digit: true, musthave_specialchar: 0, max_length: "" })).toEqual(
    { ...DEFAULT_PASSWORD_POLICY, min_length: 12, musthave_digit: 1, musthave_specialchar: 0 },
  );
  expect(toPasswordPolicy(undefined)).toEqual(DEFAULT_PASSWORD_POLICY);
  expect(toPasswordPolicy({ min_length: -1, max_length: "many" })).toEqual(DEFAULT_PASSWORD_POLICY);
});

describe("generatePassword", () => {
  it("meets every policy that can be met", () => {
    const count = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 }), count, count, count, count, (min, digit, lower, upper, special) => {
        const policy = {
          min_length: min,
          max_length: 24,
          musthave_digit: digit,
          musthave_lowercase: lower,
          musthave_uppercase: upper,
          musthave_specialchar: special,
        };
        expect(passwordViolations(generatePassword(policy), { policy })).toEqual([]);
      }),
    );
  });

  it("keeps to a short maximum", () => {
    expect(generatePassword({ ...DEFAULT_PASSWORD_POLICY, max_length: 10 })).toHaveLength(10);
    expect(generatePassword()).toHaveLength(16);
  });

  it("refuses a policy that no password can meet", () => {
    expect(() => generatePassword({ ...DEFAULT_PASSWORD_POLICY, min_length: 4, max_length: 3 })).toThrow(RangeError);
  });

  it("depends only on its random source", () => {
    const counting = (): RandomInteger => {
      let calls = 0;
      return (below) => {
        calls += 7;
        return calls % below;
      };
    };
    expect(generatePassword(DEFAULT_PASSWORD_POLICY, counting())).toBe(
      generatePassword(DEFAULT_PASSWORD_POLICY, counting()),
    );
    expect(generatePassword()).not.toBe(generatePassword());
  });
});

describe("passwordStrength", () => {
  it.each([
    ["Password1!", 1],
    ["Summer2024!", 2],
    ["aaaaaaaaA1!", 1],
    ["12345678aA!", 1],
    ["x9$Lq2vT!mW4", 4],
  ])("scores %j", async (password, atMost) => {
    expect(await passwordStrength(password)).toBeLessThanOrEqual(atMost);
  });

  it("scores generated passwords as strong", async () => {
    expect(await passwordStrength(generatePassword())).toBe(4);
  });

  it("scores words known of the owner as weak", async () => {
    const alone = await passwordStrength("Wachtmeister42!");
    expect(await passwordStrength("Wachtmeister42!", ["wachtmeister", ""])).toBeLessThan(alone);
  });
});
