import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { toFileValue } from "../../core/validation/fileValue.ts";
import { platformUntilEnd } from "../../testing/platform.ts";
import { createCustomer, createDeviceProfile, createModel } from "../../testing/records.ts";
import { bareIdentifier } from "../features/provisioning/deviceChain.ts";

const platform = await platformUntilEnd();
const master = await platform.as("master");

const picture = (shape: string) =>
  toFileValue({
    type: "image/svg+xml",
    base64: btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${shape}</svg>`),
  });

let serial = 0;
const model = (values: object = {}) =>
  master.create("pbxdevicemodels", {
    ...{ reseller_id: 2, vendor: "Tessel", model: `desk ${++serial}`, type: "phone" },
    linerange: [
      {
        name: "Phone Keys",
        keys: [
          { x: 1, y: 1 },
          { x: 1, y: 9 },
        ],
      },
    ],
    ...values,
  });

describe("device models", () => {
  it("count their keys, and keep abilities that are not given at their defaults", async () => {
    const { body } = await master.send("GET", `/api/pbxdevicemodels/${await model()}`);
    expect(body.linerange).toMatchObject([
      {
        name: "Phone Keys",
        num_lines: 2,
        can_private: true,
        can_blf: false,
        keys: [{ x: 1, y: 1, labelpos: "top" }, {}],
      },
    ]);
  });

  it("never tell the credentials of redirect services, and keep them when they are not sent", async () => {
    const access = { user: "operator", password: "Right-horse9" };
    const id = await model({
      bootstrap_method: "redirect_yealink",
      bootstrap_config_redirect_yealink_user: access.user,
      bootstrap_config_redirect_yealink_password: access.password,
    });
    const path = `/api/pbxdevicemodels/${id}`;
    const { text } = await master.send("GET", path);
    expect([text.includes(access.user), text.includes(access.password)]).toEqual([false, false]);
    expect((await master.send("PATCH", path, [{ op: "replace", path: "/vendor", value: "Larch" }])).status).toBe(204);
    const row = platform.database.kysely.selectFrom("pbxdevicemodels").selectAll().where("id", "=", id);
    expect(await row.executeTakeFirst()).toMatchObject({ bootstrap_config_redirect_yealink_user: access.user });
  });

  it("have three pictures at one address", async () => {
    const id = await model({ front_image: picture("<path/>"), mac_image: picture("<rect/>") });
    const shown = async (type: string) =>
      (await master.send("GET", `/api/pbxdevicemodelimages/${id}?type=${type}`)).text;
    expect(await shown("mac")).toContain("<rect/>");
    expect(await shown("front")).toContain("<path/>");
    expect(await shown("")).toContain("<path/>");
    const thumbnail = await master.send("GET", `/api/pbxdevicemodelimages/${id}?type=front_thumb`);
    expect(thumbnail.text).toContain("<path/>");
    expect(thumbnail.headers["content-location"]).toBe(`/api/pbxdevicemodelimages/${id}`);
    const bare = await model();
    const missing = ["mac", "front", "front_thumb"].map((type) => `/api/pbxdevicemodelimages/${bare}?type=${type}`);
    for (const path of missing) expect((await master.send("GET", path)).status).toBe(404);
  });

  it("have them at the addresses of the older panel", async () => {
    const id = await model({ front_image: picture("<path/>"), mac_image: picture("<rect/>") });
    const shown = async (name: string) => (await master.send("GET", `/device/model/${id}/${name}`)).text;
    expect(await shown("frontimage")).toContain("<path/>");
    expect(await shown("frontthumbnail")).toContain("<path/>");
    expect(await shown("macimage")).toContain("<rect/>");
  });
});

describe("device configurations", () => {
  it.each([
    ["text/xml", "<phone>[% phone.stationname %]</phone>"],
    ["text/plain", "[% IF phone %]station = [% phone.stationname %][% END %]"],
    ["text/xml", "[% IF phone %]<phone/>[% END %]"],
  ])("are taken as %s, as they are", async (type, text) => {
    const id = await master.create("pbxdeviceconfigs", {
      ...{ device_id: await model(), version: "1.0" },
      data: toFileValue({ type, base64: btoa(text) }),
    });
    expect((await master.send("GET", `/api/pbxdeviceconfigs/${id}`)).body).toMatchObject({
      ...{ version: "1.0", content_type: type },
    });
    const { headers, text: stored } = await master.send("GET", `/api/pbxdeviceconfigfiles/${id}`);
    expect([String(headers["content-type"]).split(";")[0], stored]).toEqual([type, text]);
  });

  it("are sent with the type that their record says, which a change of the file keeps", async () => {
    const data = toFileValue({ type: "text/xml", base64: btoa("<phone/>") });
    const content = { device_id: await model(), version: "1.0", data };
    const id = await master.create("pbxdeviceconfigs", { ...content, content_type: "text/plain" });
    const types = async () => {
      const [record, file] = [
        await master.send("GET", `/api/pbxdeviceconfigs/${id}`),
        await master.send("GET", `/api/pbxdeviceconfigfiles/${id}`),
      ];
      return [record.body?.content_type, String(file.headers["content-type"]).split(";")[0]];
    };
    expect(await types()).toEqual(["text/plain", "text/plain"]);
    const put = async (body: object) => {
      const { status, text } = await master.send("PUT", `/api/pbxdeviceconfigs/${id}`, body);
      expect(status, text).toBeLessThan(300);
      return types();
    };
    const { data: _, ...rest } = content;
    expect(await put({ ...rest, version: "1.1" })).toEqual(["text/plain", "text/plain"]);
    expect(await put({ ...rest, content_type: "text/xml" })).toEqual(["text/xml", "text/xml"]);
    expect(await put({ ...content, content_type: "text/plain" })).toEqual(["text/plain", "text/plain"]);
    const { status } = await master.send("PUT", `/api/pbxdeviceconfigs/${id}`, { ...rest, content_type: "text/html" });
    expect(status).toBe(422);
  });

  it("may be the body of a request, with the other fields in its query", async () => {
    const path = `/api/pbxdeviceconfigs/?device_id=${await model()}&version=2&content_type=text/xml`;
    const { status, text, headers } = await master.send("POST", path, "<phone/>", { "content-type": "text/plain" });
    expect(status, text).toBe(201);
    expect((await master.send("GET", String(headers.location))).body?.content_type).toBe("text/plain");
  });

  it("have versions that are no row's version", async () => {
    const id = await master.create("pbxdeviceconfigs", {
      ...{ device_id: await model(), version: "7.1" },
      data: toFileValue({ type: "text/plain", base64: btoa("a") }),
    });
    const path = `/api/pbxdeviceconfigs/${id}`;
    expect((await master.send("GET", path)).headers.etag).toBe('"1"');
    expect((await master.send("PATCH", path, [{ op: "replace", path: "/version", value: "8" }])).status).toBe(204);
    const { headers, body } = await master.send("GET", path);
    expect([headers.etag, body.version]).toEqual(['"2"', "8"]);
  });
});

describe("devices", () => {
  it.each([
    ["00:50:C2:AA:00:01", "0050c2aa0001"],
    ["00-50-c2-aa-00-01", "0050c2aa0001"],
    ["0050.C2AA.0001", "0050c2aa0001"],
    [" 0050C2AA0001 ", "0050c2aa0001"],
    ["Lobby:1", "lobby:1"],
  ])("take %s as %s", (given, bare) => {
    expect(bareIdentifier(given)).toBe(bare);
  });

  const line = (key_num: number, subscriber_id: number) => ({
    ...{ linerange: "Keys", key_num, type: "blf", subscriber_id },
  });

  /** A device with three keys for two subscribers of different domains: `at` * 10 + 1, and 2. */
  async function insertDevice(at: number): Promise<void> {
    await platform.database.kysely.transaction().execute(async (db) => {
      // What else they refer to does not matter here.
      await sql`set local session_replication_role = replica`.execute(db);
      await sql`insert into domains (id, reseller_id, domain) values (${at}, 2, ${`keys${at}.example`})`.execute(db);
      for (const seat of [1, 2]) {
        const id = at * 10 + seat;
        await sql`insert into subscribers (
            id, customer_id, reseller_id, domain_id, username, status, uuid, password, pbx_extension, display_name)
          values (${id}, ${at}, 2, ${at + seat - 1}, ${`keys${id}`}, 'active', ${`uuid-${id}`}, 'x', ${`2${id}`},
            ${`Desk ${id}`})`.execute(db);
      }
      const device = { customer_id: at, profile_id: at, reseller_id: 2, identifier: `${at}`, station_name: "Keys" };
      const lines = JSON.stringify([line(0, at * 10 + 1), line(1, at * 10 + 2), line(2, at * 10 + 1)]);
      await db
        .insertInto("pbxdevices")
        .values({ id: at, ...device, lines })
        .execute();
    });
  }

  it("lose the keys of a subscriber that is deleted, and no others", async () => {
    await insertDevice(90);
    const { status, text } = await master.send("DELETE", "/api/domains/90");
    expect(status, text).toBe(204);
    const stored = platform.database.kysely.selectFrom("pbxdevices").select("lines");
    const left = await stored.where("id", "=", 90).executeTakeFirst();
    expect(left?.lines).toEqual([line(1, 902)]);
  });

  it.each([
    ["pbx_extension=2701", 1],
    ["pbx_extension=270", 0],
    ["pbx_extension=27*", 1],
    ["pbx_extension=2?01", 1],
    ["pbx_extension=2?1", 0],
    ["display_name=desk%20702", 1],
    ["display_name=*703", 0],
    ["display_name=%25", 0],
  ])("are found by who has a key: %s", async (query, count) => {
    const found = async () => (await master.send("GET", `/api/pbxdevices/?customer_id=70&${query}`)).body.total_count;
    if ((await master.send("GET", "/api/pbxdevices/?customer_id=70")).body.total_count === 0) await insertDevice(70);
    expect(await found()).toBe(count);
  });

  it("are the same device in every notation of its address", async () => {
    const customer_id = await createCustomer(master, { type: "pbxaccount" });
    const profile_id = await createDeviceProfile(master, await createModel(master));
    const device = (identifier: string) => ({ customer_id, profile_id, identifier, station_name: "Lobby" });
    const id = await master.create("pbxdevices", device("00:50:C2:00:00:09"));
    expect((await master.send("GET", `/api/pbxdevices/${id}`)).body.identifier).toBe("0050c2000009");
    for (const other of ["0050.c200.0009", "00-50-C2-00-00-09", "0050C2000009"]) {
      const { status, body } = await master.send("POST", "/api/pbxdevices/", device(other));
      expect([status, body.errors]).toMatchObject([422, [{ pointer: "/identifier", key: "rules.unique" }]]);
    }
  });
});
