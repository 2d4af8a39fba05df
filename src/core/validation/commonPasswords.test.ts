import { describe, expect, it } from "vitest";
import { descriptor as admins } from "../../generated/descriptors/admins.gen.ts";
import { commonPasswordsFor, isLoginPassword, loadCommonPasswords } from "./commonPasswords.ts";
import { generatePassword } from "./generatePassword.ts";
import { passwordViolations } from "./passwordPolicy.ts";

const isCommon = await loadCommonPasswords();

describe("common passwords", () => {
  it.each([
    "Passw0rd!",
    "Password1!",
    "P@$$w0rd1",
    "Qwerty123!",
    "Summer2026!",
    "Willkommen1!",
    "1Welcome!",
    "Letme1n!!",
    "Admin12345!",
    "Trustno1!",
    "Abcdef1!",
  ])("are recognised behind what the rules ask for: %s", (password) => {
    expect(passwordViolations(password, { isCommon })).toEqual([{ rule: "common", params: {} }]);
  });

  it.each(["Copper-Lantern-42!", "Right-horse9", "Quiet7Otter!x", "Summer-breeze9", "x9$Lq2vT!mW4", "Pass-8264193!"])(
    "do not include passwords with further words or long affixes: %s",
    (password) => {
      expect(passwordViolations(password, { isCommon })).toEqual([]);
    },
  );

  it("are never generated", () => {
    for (let count = 0; count < 200; count++) expect(isCommon(generatePassword())).toBe(false);
  });
});

describe("where they are refused", () => {
  it("covers what people log in with, not what SIP devices send", () => {
    expect(isLoginPassword("admins", { kind: "password", name: "password" })).toBe(true);
    expect(isLoginPassword("subscribers", { kind: "password", name: "webpassword" })).toBe(true);
    expect(isLoginPassword("subscribers", { kind: "password", name: "password" })).toBe(false);
  });

  it("loads the list only for a record with such a password", async () => {
    expect(await commonPasswordsFor(admins, { login: "grace" })).toBeUndefined();
    expect(await commonPasswordsFor(admins, { password: "Passw0rd!" })).toBe(isCommon);
  });
});
