import { afterAll, afterEach, describe, expect, it } from "vitest";
import { accessTo, type Heard, openTestService, type Reply, unreadable } from "../../../../testing/vendorService.ts";
import { redirectService } from "./redirectService.ts";

const service = await openTestService();
afterAll(() => service.close());
afterEach(() => {
  service.heard.length = 0;
});

const mac = "0050C2000203";
const uri = "https://panel.example/device/autoprov/bootstrap/";
const open = (more: object = {}) => redirectService("redirect_ale", accessTo(`${service.url}/api`, more));
const data = (value: unknown): Reply => ({ body: JSON.stringify({ success: true, data: value }) });

/** Answers by method and path, in place of or beside what an account without anything answers. */
const answerWith = (replies: Readonly<Record<string, Reply>> = {}) => {
  const all: Readonly<Record<string, Reply>> = {
    "GET /api/bp_user/generate/token": data({ token: "T0ken" }),
    "GET /api/servers": data({ server_list: [] }),
    "POST /api/servers": data({ server_id: 7 }),
    "GET /api/profiles": data({ profile_list: [] }),
    "POST /api/profiles": data({ profile_id: "p9" }),
    "POST /api/devices": data(null),
    "GET /api/devices": data({ device_list: [{ mac: "00:50:c2:00:02:03", device_id: 31 }] }),
    "DELETE /api/devices/31": { status: 204, body: "" },
    ...replies,
  };
  service.answer = ({ method, path }) => all[`${method} ${path}`] ?? { status: 404, body: "" };
};
const told = () =>
  service.heard.map(({ method, path, body }: Heard) => [`${method} ${path}`, body && JSON.parse(body)]);

describe("ALE's service", () => {
  it("gets a server, a profile for it and the phone, with a token of the account", async () => {
    answerWith();
    await open({ user: "operator", password: "Right-horse9" }).register(mac, uri);
    const [login, ...steps] = service.heard;
    expect(login).toMatchObject({
      ...{ method: "GET", path: "/api/bp_user/generate/token" },
      headers: { api_user_name: "operator", api_password: "Right-horse9", accept: "application/json" },
    });
    for (const { headers } of steps) {
      expect(headers.token).toBe("T0ken");
      expect(headers).not.toHaveProperty("api_password");
    }
    expect(told().slice(1)).toEqual([
      ["GET /api/servers", ""],
      ["POST /api/servers", { server_name: expect.stringMatching(/^[0-9a-f]{20}$/), server_url: uri }],
      ["GET /api/profiles", ""],
      ["POST /api/profiles", { profile_name: expect.stringMatching(/^[0-9a-f]{20}$/), server_id: 7 }],
      ["POST /api/devices", { macs: [{ mac }], profile_id: "p9" }],
    ]);
    expect(steps[4]?.headers["content-type"]).toBe("application/json");
  });

  it("keeps the server and the profile that it has", async () => {
    answerWith({
      "GET /api/servers": data({
        server_list: [
          { server_id: 1, server_url: `${uri}x` },
          { server_id: 2, server_url: uri },
        ],
      }),
      "GET /api/profiles": data({
        profile_list: [
          { profile_id: 4, server_id: 1 },
          { profile_id: 5, server_id: "2" },
        ],
      }),
    });
    await open().register(mac, uri);
    expect(told().slice(1)).toEqual([
      ["GET /api/servers", ""],
      ["GET /api/profiles", ""],
      ["POST /api/devices", { macs: [{ mac }], profile_id: 5 }],
    ]);
  });

  it("removes a phone by its own id, and one that is gone not at all", async () => {
    answerWith();
    await open().unregister(mac);
    expect(told().slice(1)).toEqual([
      ["GET /api/devices", ""],
      ["DELETE /api/devices/31", ""],
    ]);
    service.heard.length = 0;
    await open().unregister("0050C2000299");
    expect(told().slice(1)).toEqual([["GET /api/devices", ""]]);
  });

  it("says why it refuses", async () => {
    answerWith({ "POST /api/devices": { body: `{"success":false,"message":"MAC of another account"}` } });
    await expect(open().register(mac, uri)).rejects.toThrow(/^MAC of another account$/);
    answerWith({ "DELETE /api/devices/31": { body: `{"success":false}` } });
    await expect(open().unregister(mac)).rejects.toThrow(/^refused$/);
    answerWith({ "GET /api/bp_user/generate/token": { status: 401, body: `{"message":"Unknown user"}` } });
    await expect(open().unregister(mac)).rejects.toThrow(/^HTTP 401: Unknown user$/);
  });

  it("is sent no password that a header cannot carry, nor is it told", async () => {
    answerWith();
    const failed = open({ password: "Pferd€9" }).register(mac, uri);
    await expect(failed).rejects.toThrow(/^user or password has characters that cannot be sent$/);
    expect(service.heard).toEqual([]);
  });

  const steps = [
    "GET /api/bp_user/generate/token",
    "GET /api/servers",
    "POST /api/servers",
    "GET /api/profiles",
    "POST /api/profiles",
    "POST /api/devices",
    "GET /api/devices",
  ];
  const malformed = [
    "{}",
    "[]",
    "null",
    `{"success":true}`,
    `{"success":true,"data":{"token":1,"server_list":{},"profile_list":[1]}}`,
  ];
  it.each(steps)("fails when %s is not answered as it should be", async (step) => {
    const run = () => (step === "GET /api/devices" ? open().unregister(mac) : open().register(mac, uri));
    for (const { reply, reason } of unreadable) {
      answerWith({ [step]: reply });
      await expect(run()).rejects.toThrow(reason);
    }
    // What a phone is answered is not read further.
    const shapes = step === "POST /api/devices" ? malformed.slice(0, 3) : malformed;
    for (const body of shapes) {
      answerWith({ [step]: { body } });
      await expect(run()).rejects.toThrow(/^(the answer lacks|refused)/);
    }
  });
});
