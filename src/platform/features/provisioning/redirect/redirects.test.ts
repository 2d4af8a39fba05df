import { afterAll, afterEach, describe, expect, it } from "vitest";
import { resources } from "../../../../generated/all.gen.ts";
import { openTestPlatform } from "../../../../testing/platform.ts";
import { createCustomer, createDeviceProfile, createModel } from "../../../../testing/records.ts";
import { type Heard, openTestService, type Reply, unreadable } from "../../../../testing/vendorService.ts";
import { buildTokens } from "../../../accounts/sessions.ts";
import { defaultSettings } from "../../../runtime/settings.ts";
import { buildContext } from "../../../server/buildContext.ts";
import { callRedirects } from "./redirects.ts";

const result = (value: string) => ({
  body: `<?xml version='1.0'?><methodResponse><params><param><value>${value}</value></param></params></methodResponse>`,
});
const success = () => result("<boolean>1</boolean>");
const refusal = (text: string) => () =>
  result(`<array><data><value><boolean>0</boolean></value><value><string>${text}</string></value></data></array>`);
const fault = (text: string) => () => ({
  body: `<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>4</int></value></member><member><name>faultString</name><value><string>${text}</string></value></member></struct></value></fault></methodResponse>`,
});

let now = new Date("2026-05-01T10:00:00Z");

afterAll(async () => {
  await platform.close();
  await service.close();
});
afterEach(() => {
  service.heard.length = 0;
});

let serial = 0;
async function profileFor(method: string, values: object = {}): Promise<number> {
  const device_id = await createModel(master, {
    bootstrap_method: method,
    [`bootstrap_config_${method}_user`]: "operator",
    [`bootstrap_config_${method}_password`]: "Right-horse9",
    ...values,
  });
  return createDeviceProfile(master, device_id);
}

const device = (profile_id: number, identifier: string) =>
  master.create("pbxdevices", { customer_id, profile_id, identifier, station_name: "Lobby" });

async function round(): Promise<void> {
  const { kysely } = platform.database;
  const tokens = buildTokens(kysely);
  await callRedirects(buildContext({ database: platform.database, resources, settings, tokens }));
}

/** Methods of XML-RPC with their texts. */
const told = () =>
  service.heard.map(({ body }) => [
    /<methodName>(.*?)<\/methodName>/.exec(body)?.[1],
    ...[...body.matchAll(/<string>(.*?)<\/string>/g)].map((match) => match[1]),
  ]);

async function noted(identifier: string) {
  const { body } = await master.send("GET", `/api/pbxdevicerequests/?identifier=${identifier}&order_by=id`);
  const records = (body._embedded as Record<string, Record<string, unknown>[]>)["ngcp:pbxdevicerequests"] ?? [];
  return records.map(({ kind, outcome, detail, requests }) => [kind, outcome, detail, requests]);
}

/** One of each that needs more of the model than credentials. */
interface Vendor {
  readonly method: string;
  /** Of the model, beside the credentials. */
  readonly values: object;
  /** Answers as the service does for phones that it knows. */
  readonly answer: (heard: Heard) => Reply;
  /** What a request does to a phone, if anything. */
  readonly readOrder: (heard: Heard) => string | undefined;
}

const json = (value: unknown): Reply => ({ body: JSON.stringify(value) });
const order = (isRegistered: boolean, mac: string | undefined) => `${isRegistered ? "" : "un"}register ${mac}`;

const vendors: readonly Vendor[] = [
  {
    method: "redirect_polycom",
    values: { bootstrap_config_redirect_polycom_profile: "Acme" },
    answer: () => ({ body: "<response><status><ErrorCode>0</ErrorCode></status></response>" }),
    readOrder({ body }) {
      const [, action, mac] =
        /<(add|delete)-sip-device account-id="Acme">.*<deviceId>(.*)<\/deviceId>/.exec(body) ?? [];
      return action && order(action === "add", mac);
    },
  },
  {
    method: "redirect_snom",
    values: {
      bootstrap_config_redirect_snom_profile: "Desks",
      bootstrap_config_redirect_snom_product_family: "D-Series",
    },
    answer({ method, path }) {
      if (path === "/tokens/operator") return json({ links: { company: "/companies/c1" } });
      if (path === "/phone-settings/") return json([{ param_name: "setting_server", uuid: "s1" }]);
      if (path === "/product-groups/") return json([{ name: "D-Series", uuid: "g1" }]);
      if (path === "/companies/c1/provisioning-profiles/") return json(method === "GET" ? [] : { uuid: "p1" });
      return { body: "" };
    },
    readOrder({ method, path }) {
      const mac = /^\/companies\/c1\/endpoints\/(.*)$/.exec(path)?.[1];
      return mac && order(method === "PUT", mac);
    },
  },
];

const service = await openTestService();
const { url } = service;
const redirects = {
  ...{ redirect_yealink: url, redirect_panasonic: url, redirect_polycom: url },
  redirect_snom: url,
};
const devices = { ...defaultSettings.devices, redirects };
const given = { devices, publicUrl: "https://panel.example", clock: () => now };
const platform = await openTestPlatform(given);
const settings = { ...defaultSettings, ...given };
const master = await platform.as("master");
const customer_id = await createCustomer(master, { type: "pbxaccount" });

describe("vendors' services", () => {
  it("of Yealink hear of a device once it is stored, and when it goes", async () => {
    service.answer = success;
    const id = await device(await profileFor("redirect_yealink"), "00:50:C2:00:01:01");
    expect(told()).toEqual([]);
    await round();
    const uri = "https://panel.example/device/autoprov/bootstrap/";
    const [[, server = ""] = []] = told();
    expect(server).toMatch(/^[0-9a-f]{20}$/);
    expect(told()).toEqual([
      ["redirect.addServer", server, uri],
      ["redirect.registerDevice", "0050C2000101", server],
    ]);
    expect(service.heard[0]?.headers.authorization).toBe(`Basic ${btoa("operator:Right-horse9")}`);
    await round();
    expect(service.heard).toHaveLength(2);
    expect(await noted("0050c2000101")).toEqual([["redirect_register", "served", null, 1]]);
    service.heard.length = 0;
    expect((await master.send("DELETE", `/api/pbxdevices/${id}`)).status).toBe(204);
    await round();
    expect(told()).toEqual([["redirect.deRegisterDevice", "0050C2000101"]]);
  });

  it("of Panasonic get the address with a place for the MAC address, also a changed one", async () => {
    service.answer = success;
    const profile = await profileFor("redirect_panasonic", { bootstrap_uri: "provision.example/phones" });
    const id = await device(profile, "0050c2000102");
    await round();
    expect(told()).toEqual([["ipredirect.registerPhone", "0050C2000102", "http://provision.example/phones/{MAC}"]]);
    service.heard.length = 0;
    const patch = [{ op: "replace", path: "/identifier", value: "0050c2000103" }];
    expect((await master.send("PATCH", `/api/pbxdevices/${id}`, patch)).status).toBe(204);
    const renamed = [{ op: "replace", path: "/station_name", value: "Hall" }];
    expect((await master.send("PATCH", `/api/pbxdevices/${id}`, renamed)).status).toBe(204);
    await round();
    expect(told().map(([method, mac]) => [method, mac])).toEqual([
      ["ipredirect.unregisterPhone", "0050C2000102"],
      ["ipredirect.registerPhone", "0050C2000103"],
    ]);
  });

  it("that fail are asked again later, and given up in the end", async () => {
    service.answer = fault("Invalid account &amp; key");
    await device(await profileFor("redirect_yealink"), "0050c2000104");
    await round();
    await round();
    expect(service.heard).toHaveLength(1);
    expect(await noted("0050c2000104")).toEqual([["redirect_register", "service_failed", "Invalid account & key", 1]]);
    service.answer = () => ({ status: 503, body: "" });
    for (let tries = 2; tries <= 12; tries++) {
      now = new Date(now.getTime() + 8 * 60 * 60 * 1000);
      await round();
    }
    expect(service.heard).toHaveLength(8);
    expect(await noted("0050c2000104")).toEqual([
      ["redirect_register", "service_failed", "Invalid account & key", 1],
      ["redirect_register", "service_failed", "HTTP 503", 7],
    ]);
  });

  it("are told nothing of other models, and of names that are no MAC address", async () => {
    await device(await profileFor("http"), "0050c2000105");
    await device(await profileFor("none"), "0050c2000106");
    await device(await profileFor("redirect_yealink"), "lobby");
    await round();
    expect(service.heard).toEqual([]);
  });

  it("of Yealink may know the server already, and say why they refuse a phone", async () => {
    service.answer = ({ body }) => (body.includes("addServer") ? refusal("Exists")() : success());
    await device(await profileFor("redirect_yealink"), "0050c2000107");
    await round();
    expect(await noted("0050c2000107")).toEqual([["redirect_register", "served", null, 1]]);
    service.answer = refusal("Device of another account");
    await device(await profileFor("redirect_yealink"), "0050c2000108");
    await round();
    expect(await noted("0050c2000108")).toEqual([
      ["redirect_register", "service_failed", "Device of another account", 1],
    ]);
  });

  it.each(unreadable)("that answer with XML fail with $name", async ({ reply, reason }) => {
    service.answer = () => reply;
    const identifier = `0050c20002${(++serial).toString(16).padStart(2, "0")}`;
    await device(await profileFor("redirect_panasonic"), identifier);
    await round();
    const [[, outcome, detail] = []] = await noted(identifier);
    expect(outcome).toBe("service_failed");
    expect(detail).toMatch(reason);
  });

  describe.each(vendors)("of $method", ({ method, values, answer, readOrder }) => {
    const orders = () => service.heard.flatMap((heard) => readOrder(heard) ?? []);

    it("hear of a device, of its new address in place of the old one, and of its end", async () => {
      service.answer = answer;
      const id = await device(await profileFor(method, values), "0050C20003A1");
      await round();
      expect(orders()).toEqual(["register 0050C20003A1"]);
      service.heard.length = 0;
      const patch = [{ op: "replace", path: "/identifier", value: "0050c20003a2" }];
      expect((await master.send("PATCH", `/api/pbxdevices/${id}`, patch)).status).toBe(204);
      await round();
      expect(orders()).toEqual(["unregister 0050C20003A1", "register 0050C20003A2"]);
      expect(await noted("0050c20003a2")).toContainEqual(["redirect_register", "served", null, 1]);
      service.heard.length = 0;
      expect((await master.send("DELETE", `/api/pbxdevices/${id}`)).status).toBe(204);
      await round();
      expect(orders()).toEqual(["unregister 0050C20003A2"]);
      expect(await noted("0050c20003a2")).toContainEqual(["redirect_unregister", "served", null, expect.any(Number)]);
    });

    it("fail with their reason, in which credentials are left out", async () => {
      service.answer = () => ({ status: 403, body: `{"message":"operator has another password than Right-horse9"}` });
      const id = await device(await profileFor(method, values), "0050C20003A3");
      await round();
      const reason = method === "redirect_polycom" ? "HTTP 403" : "HTTP 403: … has another password than …";
      expect((await noted("0050c20003a3")).at(-1)).toEqual(["redirect_register", "service_failed", reason, 1]);
      expect((await master.send("DELETE", `/api/pbxdevices/${id}`)).status).toBe(204);
      // What was still to be registered is not, once it is withdrawn.
      service.answer = answer;
      service.heard.length = 0;
      now = new Date(now.getTime() + 8 * 60 * 60 * 1000);
      await round();
      expect(orders()).toEqual(["unregister 0050C20003A3"]);
    });
  });
});
