import { createHmac } from "node:crypto";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { accessTo, type Heard, openTestService, type Reply, unreadable } from "../../../../testing/vendorService.ts";
import { redirectService } from "./redirectService.ts";

const service = await openTestService();
afterAll(() => service.close());
afterEach(() => {
  service.heard.length = 0;
});

const mac = "0050C2000204";
const uri = "https://panel.example/phones";
const secret = "Right-horse9";
const open = (more: object = {}) =>
  redirectService(
    "redirect_snom",
    accessTo(`${service.url}/api/v1`, {
      user: "key-1",
      password: secret,
      profile: "Desks",
      productFamily: "D-Series",
      ...more,
    }),
  );
const json = (value: unknown, headers?: Record<string, string>): Reply => ({
  body: JSON.stringify(value),
  ...(headers && { headers }),
});

/** Answers by method and path, in place of or beside what a company without the profile answers. */
const answerWith = (replies: Readonly<Record<string, Reply>> = {}) => {
  const all: Readonly<Record<string, Reply>> = {
    "GET /api/v1/tokens/key-1": json({ links: { company: "https://elsewhere.example/api/v1/companies/c3/" } }),
    "GET /api/v1/phone-settings/": json([
      { param_name: "language", uuid: "s1" },
      { param_name: "setting_server", uuid: "s2" },
    ]),
    "GET /api/v1/companies/c3/provisioning-profiles/": json([{ name: "Other", uuid: "p1" }]),
    "GET /api/v1/product-groups/": json([
      { name: "M-Series", uuid: "g1" },
      { name: "D-Series", uuid: "g2" },
    ]),
    "POST /api/v1/companies/c3/provisioning-profiles/": { status: 201, body: `{"uuid":"p2"}` },
    [`PUT /api/v1/companies/c3/endpoints/${mac}`]: json({ mac }),
    [`DELETE /api/v1/companies/c3/endpoints/${mac}`]: { status: 204, body: "" },
    ...replies,
  };
  service.answer = ({ method, path }) => all[`${method} ${path}`] ?? { status: 404, body: "" };
};
const told = () => service.heard.map(({ method, path, body }) => [`${method} ${path}`, body && JSON.parse(body)]);

/** Hawk's signature, from what arrived. */
function signatureOf({ method, path, headers }: Heard, ts: string, nonce: string): string {
  const [host, port] = String(headers.host).split(":");
  const lines = `hawk.1.header\n${ts}\n${nonce}\n${method}\n${path}\n${host}\n${port}\n\n\n`;
  return createHmac("sha256", secret).update(lines).digest("base64");
}

describe("Snom's service", () => {
  it("gets the phone with the address, and a profile that is made on the way", async () => {
    answerWith();
    await open().register(mac, uri);
    expect(told()).toEqual([
      ["GET /api/v1/tokens/key-1", ""],
      ["GET /api/v1/phone-settings/", ""],
      ["GET /api/v1/companies/c3/provisioning-profiles/", ""],
      ["GET /api/v1/product-groups/", ""],
      [
        "POST /api/v1/companies/c3/provisioning-profiles/",
        { name: "Desks", product_group: "g2", autoprovisioning_enabled: true },
      ],
      [
        `PUT /api/v1/companies/c3/endpoints/${mac}`,
        {
          ...{ mac, autoprovisioning_enabled: true, provisioning_profile: "p2" },
          settings_manager: { s2: { value: `${uri}/{mac}`, attrs: { perm: "RW" } } },
        },
      ],
    ]);
  });

  it("is sent signatures by Hawk, each for its request, and never the secret", async () => {
    answerWith({
      "GET /api/v1/phone-settings/": json([], { link: `</api/v1/settings/?page=2&page_size=1>; rel="next"` }),
      "GET /api/v1/settings/?page=2&page_size=1": json([{ param_name: "setting_server", uuid: "s2" }]),
    });
    await open().register(mac, uri);
    await open().unregister(mac);
    const nonces = service.heard.map((one) => {
      const { authorization = "", accept } = one.headers;
      const [, id, ts = "", nonce = "", signature] =
        /^Hawk id="([^"]+)", ts="(\d+)", nonce="([^"]+)", mac="([^"]+)"$/.exec(authorization) ?? [];
      expect(id).toBe("key-1");
      expect(signature).toBe(signatureOf(one, ts, nonce));
      expect(Math.abs(Number(ts) - Date.now() / 1000)).toBeLessThan(60);
      expect(accept).toBe("application/json");
      expect(JSON.stringify(one)).not.toContain(secret);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(9);
  });

  it("keeps a profile that it has, also on a later page, and needs none", async () => {
    const profiles = "/api/v1/companies/c3/provisioning-profiles/";
    answerWith({
      [`GET ${profiles}`]: json([], { link: `<https://elsewhere.example${profiles}?page=2>; rel="next"` }),
      [`GET ${profiles}?page=2`]: json([{ name: "Desks", uuid: "p7" }], { link: `<${profiles}>; rel="prev"` }),
    });
    await open().register(mac, `${uri}/{mac}`);
    expect(told().slice(2)).toMatchObject([
      [`GET ${profiles}`, ""],
      [`GET ${profiles}?page=2`, ""],
      [
        `PUT /api/v1/companies/c3/endpoints/${mac}`,
        { provisioning_profile: "p7", settings_manager: { s2: { value: `${uri}/{mac}` } } },
      ],
    ]);
    service.heard.length = 0;
    await open({ profile: "" }).register(mac, uri);
    expect(told().slice(2)).toHaveLength(1);
    expect(told()[2]?.[1]).not.toHaveProperty("provisioning_profile");
  });

  it("may list settings of phones with all others", async () => {
    answerWith({
      "GET /api/v1/phone-settings/": { status: 404, body: "" },
      "GET /api/v1/settings/": json([{ param_name: "setting_server", uuid: "s8" }]),
    });
    await open({ profile: "" }).register(mac, uri);
    expect(told().at(-1)?.[1]).toHaveProperty("settings_manager.s8");
  });

  it("removes a phone, unless it is gone", async () => {
    answerWith();
    await open().unregister(mac);
    expect(told()).toEqual([
      ["GET /api/v1/tokens/key-1", ""],
      [`DELETE /api/v1/companies/c3/endpoints/${mac}`, ""],
    ]);
    await expect(open().unregister("0050C2000299")).resolves.toBeUndefined();
  });

  it("is asked itself, wherever it points", async () => {
    answerWith({
      "GET /api/v1/tokens/key-1": json({ links: { company: "https://elsewhere.example//other.example/c3" } }),
    });
    await open().unregister(mac);
    expect(service.heard[1]?.path).toBe(`//other.example/c3/endpoints/${mac}`);
  });

  it("says why it refuses", async () => {
    answerWith({ "GET /api/v1/tokens/key-1": { status: 401, body: `{"message":"Bad mac"}` } });
    await expect(open().unregister(mac)).rejects.toThrow(/^HTTP 401: Bad mac$/);
    answerWith({ [`PUT /api/v1/companies/c3/endpoints/${mac}`]: { status: 409, body: `{"detail":"taken"}` } });
    await expect(open().register(mac, uri)).rejects.toThrow(/^HTTP 409: taken$/);
    answerWith({ [`DELETE /api/v1/companies/c3/endpoints/${mac}`]: { status: 403, body: "" } });
    await expect(open().unregister(mac)).rejects.toThrow(/^HTTP 403$/);
    answerWith({ "GET /api/v1/phone-settings/": json([]) });
    await expect(open().register(mac, uri)).rejects.toThrow("no setting_server");
    answerWith();
    await expect(open({ productFamily: "C-Series" }).register(mac, uri)).rejects.toThrow(
      `no product family "C-Series"`,
    );
  });

  const steps = [
    "GET /api/v1/tokens/key-1",
    "GET /api/v1/phone-settings/",
    "GET /api/v1/companies/c3/provisioning-profiles/",
    "GET /api/v1/product-groups/",
    "POST /api/v1/companies/c3/provisioning-profiles/",
  ];
  it.each(steps)("fails when %s is not answered as it should be", async (step) => {
    for (const { reply, reason } of unreadable) {
      answerWith({ [step]: reply });
      await expect(open().register(mac, uri)).rejects.toThrow(reason);
    }
    for (const body of ["{}", "[1]", "null", `{"links":{}}`, `{"uuid":""}`]) {
      answerWith({ [step]: { body } });
      await expect(open().register(mac, uri)).rejects.toThrow("the answer lacks");
    }
  });
});
