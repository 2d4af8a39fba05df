import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startSession } from "./session.ts";
import { findLack, loadStartupData, type StartupData } from "./startupData.ts";

const facts = (info: StartupData["info"], capabilities: [string, boolean][] = []): StartupData => ({
  info,
  capabilities: new Map(capabilities),
  hasLegacyPanel: false,
  admin: { id: 1, login: "ada" },
});

it.each([
  [undefined, facts({}), null],
  [{ flag: "malicious_call" }, facts({ malicious_call: 1 }), null],
  [{ flag: "malicious_call" }, facts({ malicious_call: "0" }), "flag"],
  [{ capability: "cloudpbx" }, facts({}, [["cloudpbx", true]]), null],
  [{ capability: "cloudpbx" }, facts({}, [["cloudpbx", false]]), "capability"],
  [{ licence: "pbx" }, facts({ type: "sppro", licenses: ["pbx"] }), null],
  [{ licence: "pbx" }, facts({ type: "sppro", licenses: ["billing"] }), "licence"],
  [{ licence: "pbx" }, facts({ type: "spce" }), null],
  [{ licence: "pbx" }, facts({ type: "sppro", licenses: [], extensions: ["unlicensed"] }), null],
])("findLack %o", (needs, known, lack) => {
  expect(findLack({ needs }, known)).toBe(lack);
});

describe("loadStartupData", () => {
  const replies = new Map<string, Response>();
  beforeEach(() => {
    localStorage.clear();
    startSession(`e30.${btoa('{"id":42}')}.s`);
    vi.stubGlobal("fetch", async (address: string) => replies.get(address) ?? new Response("{}", { status: 500 }));
    replies.clear();
    replies.set("/api/platforminfo", Response.json({ type: "sppro" }));
    replies.set("/api/admins/42", Response.json({ id: 42, login: "ada", _links: {} }));
  });
  afterEach(() => vi.unstubAllGlobals());

  it("loads platform, capabilities, user and whether there is a legacy panel", async () => {
    replies.set("/panel-service", Response.json({ older_panel: true, real_platform: true }));
    const items = [
      { id: 1, name: "cloudpbx", enabled: 1 },
      { id: 2, name: "sms", enabled: "0" },
    ];
    replies.set("/api/capabilities/", Response.json({ _embedded: { "ngcp:capabilities": items }, total_count: 2 }));
    expect(await loadStartupData(42)).toEqual({
      info: { type: "sppro" },
      hasLegacyPanel: true,
      hasRealPlatform: true,
      capabilities: new Map([
        ["cloudpbx", true],
        ["sms", false],
      ]),
      admin: { id: 42, login: "ada" },
    });
  });

  it("falls back to no capabilities when they are refused", async () => {
    replies.set("/api/capabilities/", Response.json({ code: 403, message: "Forbidden" }, { status: 403 }));
    expect((await loadStartupData(42)).capabilities).toEqual(new Map());
  });

  it.each(["/api/platforminfo", "/api/admins/42"])("fails without %s", async (address) => {
    replies.delete(address);
    await expect(loadStartupData(42)).rejects.toMatchObject({ status: 500 });
  });
});
