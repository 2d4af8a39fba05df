import { createHmac } from "node:crypto";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { accessTo, type Heard, openTestService, type Reply } from "../../../../testing/vendorService.ts";
import { redirectService } from "./redirectService.ts";

const service = await openTestService();
afterAll(() => service.close());
afterEach(() => {
  service.heard.length = 0;
});

const mac = "0050C2000202";
const open = () => redirectService("redirect_grandstream", accessTo(`${service.url}/api/provision`));
const json = (value: unknown): Reply => ({ body: JSON.stringify(value) });
/** Tells the time, and answers what is posted. */
const answerWith = (reply: Reply) => {
  service.answer = ({ method }: Heard) => (method === "GET" ? json({ time: 1486348900 }) : reply);
};

describe("Grandstream's service", () => {
  it("gets orders that are signed with its own time", async () => {
    answerWith(json({ code: "0", desc: "success" }));
    await open().register(mac, "https://panel.example/");
    answerWith(json({ code: 0 }));
    await open().unregister(mac);
    const [clock, registered, , removed] = service.heard;
    expect(service.heard).toHaveLength(4);
    expect(clock).toMatchObject({ method: "GET", path: "/api/provision", body: "" });
    for (const [order, action] of [[registered, "redirectDefault"] as const, [removed, "unDeviceProvision"] as const]) {
      const body = `{"cid":"oper&tor","method":"${action}","params":{"macs":["${mac}"]}}`;
      const sig = createHmac("sha1", 'Right<horse"9').update(`${body}1486348900`).digest("hex");
      expect(order).toMatchObject({ method: "POST", body, headers: { "content-type": "application/json" } });
      expect(order?.path).toBe(`/api/provision?sig=${sig}&time=1486348900`);
    }
  });

  it("says in its code and text why it refuses", async () => {
    answerWith(json({ code: "1003", desc: "sig error" }));
    await expect(open().register(mac, "https://panel.example/")).rejects.toThrow(/^sig error$/);
    answerWith(json({ code: 17 }));
    await expect(open().unregister(mac)).rejects.toThrow(/^error 17$/);
    answerWith({ status: 401, body: `{"desc":"unknown cid"}` });
    await expect(open().unregister(mac)).rejects.toThrow(/^HTTP 401: unknown cid$/);
  });

  it.each([json({}), json([]), json({ code: null }), json({ code: "" })])(
    "fails without a code: $body",
    async (reply) => {
      answerWith(reply);
      await expect(open().register(mac, "https://panel.example/")).rejects.toThrow("the answer lacks");
    },
  );
});
