import Tinypool from "tinypool";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { toFileValue } from "../../../core/validation/fileValue.ts";
import { type Client, platformUntilEnd, serveTestPlatform } from "../../../testing/platform.ts";
import { createCustomer } from "../../../testing/records.ts";

const MAC = "0050c2000011";
const TEMPLATE = `<phone>
[% IF config.bootstrap %]<url>[% config.url %]</url>[% ELSE %]
[% FOREACH a IN phone.accounts %]<account n="[% a.number %]" user="[% a.username %]" secret="[% a.password %]"/>[% END %]
[% FOREACH k IN phone.keys %]<key n="[% k.number %]" type="[% k.type %]" label="[% k.label %]" secret="[% k.password %]"/>
[% END %]<ntp>[% preferences.device.device.ntp_server %]</ntp>[% END %]
</phone>`;

const platform = await platformUntilEnd({ trustedProxies: ["127.0.0.1"] });
const master = await platform.as("master");
const phone = platform.anonymous;
let customer_id: number;
let device: number;
let anna: number;

beforeAll(async () => {
  customer_id = await createCustomer(master, { type: "pbxaccount" });
  const domain_id = await create("domains", { reseller_id: 2, domain: "phones.example.org" });
  const seat = (username: string, values: object) =>
    create("subscribers", {
      ...{
        customer_id,
        domain_id,
        username,
        status: "active",
        password: `Sesame-of-${username.length}-${username[0]}x9`,
      },
      ...{ display_name: `${username[0]?.toUpperCase()}${username.slice(1)} & Co`, ...values },
    });
  await seat("pilot", { is_pbx_pilot: true, primary_number: { cc: "43", ac: "1", sn: "500" } });
  anna = await seat("anna", { pbx_extension: "11" });
  const ben = await seat("ben", { pbx_extension: "12" });
  await create("customerphonebookentries", { customer_id, name: "Taxi <7>", number: "43140100" });
  const device_id = await create("pbxdevicemodels", {
    ...{ reseller_id: 2, vendor: "Tessel", model: "D45", type: "phone" },
    linerange: [{ name: "Keys", can_blf: true, keys: [0, 1, 2].map((y) => ({ x: 1, y })) }],
  });
  const config_id = await create("pbxdeviceconfigs", { device_id, version: "2.1", data: toTemplate(TEMPLATE) });
  const profile_id = await create("pbxdeviceprofiles", { config_id, name: "Desk" });
  const line = (key_num: number, type: string, subscriber_id: number) => ({
    ...{ linerange: "Keys", key_num, type, subscriber_id },
  });
  device = await create("pbxdevices", {
    ...{ customer_id, profile_id, identifier: MAC, station_name: "Lobby" },
    lines: [line(0, "private", anna), line(2, "blf", ben)],
  });
});

const toTemplate = (text: string) =>
  toFileValue({ type: "text/xml", base64: Buffer.from(text, "utf8").toString("base64") });

const { create } = master;

const fetchConfig = (name: string, headers: Record<string, string> = {}) =>
  phone.send("GET", `/device/autoprov/config/${name}`, undefined, headers);

/** How many evaluations have begun since. */
function countEvaluations(): () => number {
  const runs = vi.spyOn(Tinypool.prototype, "run");
  onTestFinished(() => runs.mockRestore());
  return () => runs.mock.calls.length;
}

/** The requests of this name, last first, as the list of requests tells them. */
async function noted(identifier: string) {
  const { body } = await master.send("GET", `/api/pbxdevicerequests/?identifier=${encodeURIComponent(identifier)}`);
  const { "ngcp:pbxdevicerequests": records = [] } = (body._embedded ?? {}) as Record<string, unknown>;
  return records as Record<string, unknown>[];
}

describe("a phone", () => {
  it.each([MAC, "00-50-C2-00-00-11.cfg", "config.0050C2000011.xml", `${MAC}=0`, `${MAC}-phone.cfg`])(
    "fetches its configuration as %s",
    async (name) => {
      const { status, text, headers } = await fetchConfig(name);
      expect(status, text).toBe(200);
      expect(headers["content-type"]).toBe("text/xml; charset=utf-8");
      expect(text).toContain('<account n="1" user="anna" secret="Sesame-of-4-ax9"/>');
      expect(text).toContain('<key n="1" type="private" label="Anna &amp; Co"');
      expect(text).toContain('<key n="2" type="" label="" secret=""/>');
    },
  );

  it("gets no password of a colleague on its lamps", async () => {
    const { text } = await fetchConfig(MAC);
    expect(text).toContain('<key n="3" type="blf" label="Ben &amp; Co" secret=""/>');
    expect(text).not.toContain("Sesame-of-3-bx9");
  });

  it("asks first for its address, and learns nothing of a customer", async () => {
    const { status, text } = await phone.send("GET", `/device/autoprov/bootstrap/any/${MAC.toUpperCase()}.cfg`);
    expect(status).toBe(200);
    expect(text).toContain(`/device/autoprov/config/${MAC}</url>`);
    expect(text).not.toContain("anna");
  });

  it("gets the preferences of its model until its profile or itself has others", async () => {
    const ntp = async () => /<ntp>(.*)<\/ntp>/.exec((await fetchConfig(MAC)).text)?.[1];
    const { body } = await master.send("GET", `/api/pbxdevices/${device}`);
    const profile = (await master.send("GET", `/api/pbxdeviceprofiles/${body.profile_id}`)).body;
    const steps = [
      [`/api/pbxdevicepreferences/${profile.device_id}`, "model.example"],
      [`/api/pbxdeviceprofilepreferences/${body.profile_id}`, "profile.example"],
      [`/api/pbxfielddevicepreferences/${device}`, "device.example"],
    ];
    for (const [path = "", value] of steps) {
      const patch = [{ op: "add", path: "/ntp_server", value }];
      expect((await master.send("PATCH", path, patch)).status).toBe(204);
      expect(await ntp()).toBe(value);
    }
    const { body: effective } = await master.send("GET", `/api/pbxfielddevicepreferences/${device}?effective=true`);
    expect(JSON.stringify(effective)).toContain("device.example");
  });

  it.each([
    ["spa", `/pbx/directory/spa/${MAC}`, "<Telephone>11</Telephone>"],
    ["yealink", `/pbx/directory/yealink?userid=${MAC}`, "<Name>Anna &amp; Co</Name>"],
    ["panasonic", `/pbx/directory/panasonic?userid=${MAC}`, "<Name>Ben &amp; Co</Name>"],
    ["polycom", `/device/autoprov/config/${MAC}-directory.xml`, "302"],
    ["polycom", `/pbx/directory/polycom/${MAC}-directory.xml`, "<fn>Taxi &lt;7&gt;</fn><ct>43140100</ct>"],
  ])("reads colleagues and phonebook as %s at %s", async (_, path, part) => {
    const { status, text } = await phone.send("GET", path);
    expect(status === 302 ? String(status) : text).toContain(part);
  });

  it("finds names in a directory", async () => {
    const { text } = await phone.send("GET", `/pbx/directory/yealink?userid=${MAC}&name=ben`);
    expect([text.includes("Ben"), text.includes("Anna")]).toEqual([true, false]);
  });
});

describe("requests", () => {
  it("are counted, with what was served", async () => {
    const before = (await noted(MAC)).find(({ kind }) => kind === "config");
    await fetchConfig(MAC, { "user-agent": "Tessel D45 7.0" });
    const after = (await noted(MAC)).find(({ kind }) => kind === "config");
    expect(after).toMatchObject({ outcome: "served", detail: "2.1", has_password: true, user_agent: "Tessel D45 7.0" });
    expect(Number(after?.requests)).toBe(Number(before?.requests ?? 0) + 1);
    expect(after?.device_id).toBe(device);
  });

  it("of unknown devices are refused and listed, for administrators of the platform", async () => {
    const { status, text, headers } = await fetchConfig("ffeeddccbbaa");
    expect([status, headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(text).not.toContain("ffeeddccbbaa");
    expect(await noted("ffeeddccbbaa")).toMatchObject([{ outcome: "unknown_device", device_id: null }]);
    const reseller = await platform.as("resellerTwo");
    const { body } = await reseller.send("GET", "/api/pbxdevicerequests/?outcome=unknown_device");
    expect(body.total_count).toBe(0);
  });

  it("that a template fails tell the line", async () => {
    const { body } = await master.send("GET", `/api/pbxdevices/${device}`);
    const { body: profile } = await master.send("GET", `/api/pbxdeviceprofiles/${body.profile_id}`);
    const { kysely } = platform.database;
    // As an older platform may have stored it.
    const content = Buffer.from("<a>\n[% PERL %]</a>");
    const config_id = await create("pbxdeviceconfigs", {
      ...{ device_id: profile.device_id, version: "broken", data: toTemplate("<a/>") },
    });
    await kysely
      .updateTable("recordfiles")
      .set({ content })
      .where("resource_name", "=", "pbxdeviceconfigs")
      .where("resource_id", "=", config_id)
      .execute();
    const profile_id = await create("pbxdeviceprofiles", { config_id, name: "Broken" });
    const identifier = "0050c2000012";
    await create("pbxdevices", { customer_id, profile_id, identifier, station_name: "Broken" });
    expect((await fetchConfig(identifier)).status).toBe(500);
    expect(await noted(identifier)).toMatchObject([
      { outcome: "template_failed", detail: "directiveUnknown line 2 PERL" },
    ]);
  });

  it("that a template takes too long are answered at once when they are repeated", async () => {
    const { body } = await master.send("GET", `/api/pbxdevices/${device}`);
    const { body: profile } = await master.send("GET", `/api/pbxdeviceprofiles/${body.profile_id}`);
    const loops = "abcdefghijklmnopqrst".split("").map((name) => `[% FOREACH ${name} IN phone.keys %]`);
    const data = toTemplate(`<a>[% phone.keys.size %]${loops.join("")}${"[% END %]".repeat(loops.length)}</a>`);
    const config_id = await create("pbxdeviceconfigs", { device_id: profile.device_id, version: "slow", data });
    const profile_id = await create("pbxdeviceprofiles", { config_id, name: "Slow" });
    const identifier = "0050c2000013";
    await create("pbxdevices", { ...body, id: undefined, profile_id, identifier, station_name: "Slow" });
    const { status, headers, text } = await fetchConfig(identifier);
    expect([status, headers["retry-after"]]).toEqual([503, "300"]);
    expect(text).toContain("takes too long");
    const evaluations = countEvaluations();
    // Whatever a stranger adds to the address.
    for (const opt of ["1", "2", "3"]) expect((await fetchConfig(`${identifier}?opt=${opt}`)).status).toBe(503);
    expect(await noted(identifier)).toMatchObject([
      { outcome: "template_failed", detail: "evaluationTooLong", requests: 4 },
    ]);
    expect(evaluations()).toBe(0);
    expect((await fetchConfig(MAC)).status).toBe(200);
  });
});

describe("what proves a device", () => {
  const strict = async (devices: object) => {
    const other = await serveTestPlatform(platform.database, {
      trustedProxies: ["127.0.0.1"],
      devices: { networks: [], certificates: "optional", tls: "optional", redirects: null, ...devices },
    });
    onTestFinished(() => other.app.close());
    await platform.database.kysely.deleteFrom("pbxdevicerequests").execute();
    return other;
  };
  const proxied = (headers: Record<string, string>) => ({ "x-forwarded-for": "198.51.100.7", ...headers });

  it.each([
    [{ networks: ["192.0.2.0/24"] }, {}, 403, "wrong_network"],
    [{ networks: ["198.51.100.0/24"] }, {}, 200, "served"],
    [{ networks: ["::FFFF:198.51.100.7"] }, {}, 200, "served"],
    [{ tls: "required" }, {}, 403, "not_encrypted"],
    [{ tls: "required" }, { "x-forwarded-proto": "https" }, 200, "served"],
    [{ certificates: "required" }, {}, 403, "no_certificate"],
    [{ certificates: "required" }, { "x-ssl-client-s-dn": "CN=00:50:C2:00:00:11" }, 200, "served"],
    [{ certificates: "required" }, { "x-ssl-client-s-dn": "/O=Tessel/CN=CP-8841-SEP0050C2000011" }, 200, "served"],
    [{ certificates: "optional" }, { "x-ssl-client-s-dn": "CN=00:50:C2:00:00:99" }, 403, "wrong_certificate"],
    // Whatever else has the address in it names no device.
    [{ certificates: "required" }, { "x-ssl-client-s-dn": "CN=x0050C2000011,O=y" }, 403, "wrong_certificate"],
    [{ certificates: "required" }, { "x-ssl-client-s-dn": "O=0050C2000011,CN=x" }, 403, "wrong_certificate"],
    [{ certificates: "required" }, { "x-ssl-client-s-dn": "CN=0050C2,OU=000011" }, 403, "wrong_certificate"],
    [{ certificates: "required" }, { "x-ssl-client-s-dn": "/O=a/CN=0050C2000011/CN=x" }, 403, "wrong_certificate"],
  ])("with %j and %j is answered by %i, %s", async (devices, headers, status, outcome) => {
    const { anonymous } = await strict(devices);
    const sent = proxied(headers as Record<string, string>);
    const answer = await anonymous.send("GET", `/device/autoprov/config/${MAC}`, undefined, sent);
    expect(answer.status, answer.text).toBe(status);
    expect(await noted(MAC)).toMatchObject([{ outcome, ip: "198.51.100.7" }]);
  });

  it("is not asked of staff, who see no password unless they may", async () => {
    const other = await strict({ certificates: "required" });
    const path = `/device/autoprov/config/${MAC}`;
    expect((await (await other.as("resellerThree")).send("GET", path)).status).toBe(404);
    expect((await (await other.as("resellerTwo")).send("GET", path)).status).toBe(200);
  });
});

it("gets what has changed at once, however often it has asked", async () => {
  const rename = (display_name: string) =>
    master.send("PATCH", `/api/subscribers/${anna}`, [{ op: "replace", path: "/display_name", value: display_name }]);
  const labels = async () => [...(await fetchConfig(MAC)).text.matchAll(/label="([^"]*)"/g)].map(([, label]) => label);
  const before = await labels();
  const evaluations = countEvaluations();
  expect(await labels()).toEqual(before);
  expect(evaluations()).toBe(0);
  expect((await rename("Anna Renamed")).status).toBe(204);
  expect((await labels())[0]).toBe("Anna Renamed");
  expect((await rename("Anna & Co")).status).toBe(204);
  expect(await labels()).toEqual(before);
});

describe("a preview", () => {
  const preview = async (client: Client, body: object) =>
    (await client.send("POST", "/api/pbxdeviceconfigs/preview", body)).body;

  it("fills a template for a device, without passwords", async () => {
    const { text } = await preview(master, { data: TEMPLATE, device_id: device });
    expect(text).toContain('user="anna" secret="********"');
    expect(text).not.toContain("Sesame-of-4-ax9");
  });

  it("has a sample for templates that no device uses yet", async () => {
    expect(
      await preview(master, { data: "<a>[% phone.vendor %] [% phone.model %]</a>", vendor: "Larch", model: "L1" }),
    ).toEqual({ text: "<a>Larch L1</a>", faults: [], broken: null });
  });

  it.each([
    ["<a>\n</b>", { faults: [], broken: 2 }],
    ['{\n"a": [% phone.keys.size %],\n}', { faults: [], broken: 3 }],
    ["[% phone.nothing %]", { text: null, faults: [{ rule: "variableUnknown", line: 1 }] }],
  ])("says what is wrong with %j", async (data, answer) => {
    expect(await preview(master, { data })).toMatchObject(answer);
  });

  it("shows no device of another reseller", async () => {
    const reseller = await platform.as("resellerThree");
    const { status } = await reseller.send("POST", "/api/pbxdeviceconfigs/preview", { data: "a", device_id: device });
    expect(status).toBe(404);
  });
});

it("stores no template with a fault, and names the line", async () => {
  const { body } = await master.send("GET", `/api/pbxdevices/${device}`);
  const { body: profile } = await master.send("GET", `/api/pbxdeviceprofiles/${body.profile_id}`);
  const data = toTemplate("<a>\n[% phone.stationnam %]</a>");
  const { status, body: answer } = await master.send("POST", "/api/pbxdeviceconfigs/", {
    ...{ device_id: profile.device_id, version: "9", data },
  });
  expect(status).toBe(422);
  expect(answer.errors).toMatchObject([
    { pointer: "/data", params: { line: 2, name: "phone.stationnam", nearest: "phone.stationname" } },
  ]);
});
