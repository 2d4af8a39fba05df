import { parseXml } from "@rgrove/parse-xml";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { accessTo, openTestService, type Reply } from "../../../../testing/vendorService.ts";
import { redirectService } from "./redirectService.ts";

const service = await openTestService();
afterAll(() => service.close());
afterEach(() => {
  service.heard.length = 0;
});

const mac = "0050C2000201";
const status = (code: string, message: string): Reply => ({
  body: `<?xml version="1.0"?><response message-id="1001"><status><ErrorCode>${code}</ErrorCode><ErrorMessage>${message}</ErrorMessage></status></response>`,
});
const open = (more: object = {}) =>
  redirectService(
    "redirect_polycom",
    accessTo(`${service.url}/inboundservlet/GenericServlet`, { profile: "Acme & sons", ...more }),
  );

describe("Polycom's service", () => {
  it("gets documents with the credentials, the account and the phone", async () => {
    service.answer = () => status("0", "Success");
    await open().register(mac, "https://panel.example/");
    await open().unregister(mac);
    expect(service.heard.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(3).fill("POST /inboundservlet/GenericServlet"),
    );
    const documents = service.heard.map(({ headers, body }) => {
      expect(headers).toMatchObject({ "content-type": "text/xml; charset=utf-8" });
      expect(headers.authorization).toBeUndefined();
      return parseXml(body).root?.toJSON();
    });
    const account = { "account-id": "Acme & sons" };
    for (const document of documents) {
      expect(document).toMatchObject({
        name: "request",
        attributes: { userid: "oper&tor", password: 'Right<horse"9', "message-id": "1001" },
      });
    }
    expect(documents.map((document) => Object(document).children[0])).toMatchObject([
      { name: "add-package", attributes: account },
      { name: "add-sip-device", attributes: account },
      { name: "delete-sip-device", attributes: account },
    ]);
    const device = `<device-params><deviceId>${mac}</deviceId><serialNo>${mac}</serialNo><vendor>Polycom</vendor><vendorModel>Polycom_UCS_Device</vendorModel></device-params>`;
    const [added = "", registered = "", removed = ""] = service.heard.map(({ body }) => body);
    const base = "<package-data><base-package-name>default</base-package-name></package-data>";
    expect(added).toContain(`>${base}</add-package>`);
    expect(registered).toContain(
      `>${device}<sip-device-common-params><templateCriteria>Acme &amp; sons</templateCriteria></sip-device-common-params>${base}<vendor-extensions/></add-sip-device>`,
    );
    expect(removed).toContain(`>${device}</delete-sip-device>`);
  });

  it("may have the account's package already", async () => {
    service.answer = ({ body }) => (body.includes("<add-package") ? status("1007", "Exists") : status("0", ""));
    await open().register(mac, "https://panel.example/");
    expect(service.heard).toHaveLength(2);
  });

  it("says in its status why it refuses a phone", async () => {
    service.answer = () => status("1012", "Invalid &lt;device&gt;");
    await expect(open().register(mac, "https://panel.example/")).rejects.toThrow(/^Invalid <device>$/);
    service.answer = () => ({ body: `<response><status ErrorCode="3"/></response>` });
    await expect(open().unregister(mac)).rejects.toThrow(/^error 3$/);
    service.answer = () => ({ body: "<response/>" });
    await expect(open().unregister(mac)).rejects.toThrow("no status");
  });

  it("is not asked without an account", async () => {
    await expect(open({ profile: "" }).register(mac, "https://panel.example/")).rejects.toThrow("no profile");
    expect(service.heard).toEqual([]);
  });
});
