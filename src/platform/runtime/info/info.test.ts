import { describe, expect, it } from "vitest";
import { extensions } from "../../../core/api/extensions.ts";
import { openTestPlatform, platformUntilEnd } from "../../../testing/platform.ts";
import { defaultSettings } from "../settings.ts";

const platform = await platformUntilEnd();
const master = await platform.as("master");

describe("platforminfo", () => {
  it("publishes what a login page needs", async () => {
    const { status, body } = await platform.anonymous.send("GET", "/api/platforminfo");
    expect(status).toBe(200);
    expect(body).toMatchObject({ maintenance_mode: false, security: { password: { min_length: 8 } } });
    expect(body.extensions).toEqual([...extensions, "unlicensed"]);
    expect(body).not.toHaveProperty("licenses");
  });

  it("tells callers the rest", async () => {
    const { body } = await master.send("GET", "/api/platforminfo/");
    expect(body).toMatchObject({
      type: "sppro",
      voucher: true,
      licenses: expect.arrayContaining(["billing"]),
      license_meta: { check: "ok" },
    });
  });

  it("lists licences of its capabilities only", async () => {
    const { body } = await master.send("GET", "/api/platforminfo");
    expect(body.licenses).toContain("pbx");
    expect(body.licenses).toContain("sms");
    expect(body.licenses).toContain("batch_provisioning");
    const poor = await openTestPlatform({
      capabilities: { cloudpbx: false, sms: true },
      identity: { ...defaultSettings.identity, flags: {} },
    });
    const reply = await (await poor.as("master")).send("GET", "/api/platforminfo");
    expect(reply.body.licenses).toContain("sms");
    expect(reply.body.licenses).not.toContain("pbx");
    expect(reply.body.licenses).not.toContain("batch_provisioning");
    await poor.close();
  });

  it("is read-only, and refuses an invalid token", async () => {
    expect((await master.send("POST", "/api/platforminfo", {})).status).toBe(405);
    const bad = { authorization: "Bearer nonsense" };
    expect((await platform.anonymous.send("GET", "/api/platforminfo", undefined, bad)).status).toBe(401);
  });
});

describe("the index", () => {
  it("names what the caller may read", async () => {
    const { body } = await (await platform.as("resellerTwo")).send("GET", "/api/");
    expect(body._links).toMatchObject({ "ngcp:domains": [{ href: "/api/domains/" }] });
    expect(body._links).not.toHaveProperty("ngcp:resellers");
  });

  it("is described for machines", async () => {
    const { body } = await platform.anonymous.send("GET", "/api/openapi.json");
    expect(body.openapi).toMatch(/^3\.1/);
  });
});
