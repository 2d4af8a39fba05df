import { beforeEach, describe, expect, it } from "vitest";
import { buildAuthProvider } from "./authProvider.ts";
import { endSession, startSession } from "./session.ts";

const provider = (role: string | null, adminId = 42) => buildAuthProvider({ role, adminId, login: "ada" });

beforeEach(() => localStorage.clear());

describe("canAccess", () => {
  it.each([
    ["superuserMaster", "list", "peeringgroups", true],
    ["superuserMaster", "create", "peeringgroups", true],
    ["superuserMasterReadOnly", "list", "peeringgroups", true],
    ["superuserMasterReadOnly", "edit", "peeringgroups", false],
    ["reseller", "list", "peeringgroups", false],
    ["superuserMaster", "list", "nonsense", false],
    ["superuserMaster", "dance", "peeringgroups", false],
    [null, "list", "domains", false],
  ])("%s may %s %s: %s", async (role, action, resource, allowed) => {
    expect(await provider(role).canAccess?.({ action, resource })).toBe(allowed);
  });

  it("recognizes the user's own record", async () => {
    const ask = (id: number) =>
      provider("lintercept").canAccess?.({ action: "edit", resource: "admins", record: { id } });
    expect(await ask(42)).toBe(true);
    expect(await ask(43)).toBe(false);
  });
});

it("identifies the user while the session lasts", async () => {
  startSession(`e30.${btoa('{"id":42}')}.s`);
  await expect(provider("reseller").checkAuth({})).resolves.toBeUndefined();
  expect(await provider("reseller").getIdentity?.()).toEqual({ id: 42, fullName: "ada" });
  expect(await provider("reseller").getPermissions?.({})).toBe("reseller");
  endSession("loggedOut");
  await expect(provider("reseller").checkAuth({})).rejects.toThrow();
});
