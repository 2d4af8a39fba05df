import { describe, expect, it } from "vitest";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { descriptor as domains } from "../../generated/descriptors/domains.gen.ts";
import type { Actor } from "../resourceHooks.ts";
import { defaultSettings } from "../runtime/settings.ts";
import { assertCan, platformAdmin, readGrant } from "./actor.ts";

const actor = (role: string, admin: object = {}): Actor => ({
  role,
  adminId: 5,
  username: "someone",
  serverRole: "admin",
  resellerId: null,
  admin: { ...platformAdmin, id: 5, ...admin },
  sessionId: null,
});

function refusal(descriptor: ResourceDescriptor, settings = defaultSettings): string {
  try {
    assertCan(settings, actor("superuser"), descriptor, "lookup");
    return "none";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("what a resource needs", () => {
  const { identity } = defaultSettings;

  it.each([
    ["nothing", undefined, "none"],
    ["a flag that is on", { flag: "voucher" }, "none"],
    ["a flag that is off", { flag: "unheard_of" }, "feature_unavailable"],
    ["a capability that is on", { capability: "cloudpbx" }, "none"],
    ["a capability that is off", { capability: "rtcengine" }, "feature_unavailable"],
  ])("decides: %s", (_, needs, code) => {
    expect(refusal({ ...domains, needs })).toBe(code);
  });

  it("may be a licence, where licences are enforced", () => {
    const needing = { ...domains, needs: { licence: "pbx" } };
    const licensed = (licences: string[]) => ({ ...defaultSettings, identity: { ...identity, licences } });
    expect(refusal(needing)).toBe("none");
    expect(refusal(needing, licensed(["pbx"]))).toBe("none");
    expect(refusal(needing, licensed([]))).toBe("licence_missing");
  });
});

describe("writing", () => {
  const write = (who: Actor, right: "create" | "update", id?: number) => () =>
    assertCan(defaultSettings, who, domains, right, id);

  it("is up to the role", () => {
    expect(write(actor("superuser"), "create")).not.toThrow();
    expect(write(actor("ccare"), "create")).toThrow("forbidden");
    expect(write(actor("superuserReadOnly"), "create")).toThrow("forbidden");
  });

  it("is refused to a read-only account, whatever its role", () => {
    expect(write(actor("superuser", { read_only: true }), "update", 1)).toThrow("read_only");
  });
});

it("reports how much of a resource is readable", () => {
  const own: ResourceDescriptor = { ...domains, access: { superuser: { read: true }, ccare: { lookup: "own" } } };
  expect(["superuser", "ccare", "lintercept"].map((role) => readGrant(actor(role), own))).toEqual([
    "all",
    "own",
    "none",
  ]);
});
