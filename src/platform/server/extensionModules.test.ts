import { expect, it } from "vitest";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";
import { createCustomer, createDeviceProfile, createModel, createSubscriber } from "../../testing/records.ts";

const MAC = "0050c2000021";
const TEMPLATE = `[% FOREACH a IN phone.accounts %]account [% a.number %] [% a.username %]
[% END %][% FOREACH k IN phone.keys %][% IF k.type %]phone [% k.number %] [% k.type %] [% k.username %] [% k.device_id %]
[% END %][% END %][% FOREACH m IN phone.modules %][% FOREACH k IN m.keys %][% IF k.type %][% m.model %] [% m.number %] [% k.range %] [% k.number %] [% k.type %] [% k.username %] [% k.account %]
[% END %][% END %][% END %][% FOREACH r IN phone.lineranges %]range [% r.name %] [% r.num_lines %][% FOREACH l IN r.lines %] [% l.extension_unit %]/[% l.keynum %][% END %]
[% END %]`;

const keys = (count: number) => Array.from({ length: count }, (_, y) => ({ x: 1, y }));

const line = (linerange: string, key_num: number, extension_unit: number, values: object = {}) => ({
  ...{ linerange, key_num, extension_unit, type: "blf", subscriber_id: anna },
  ...values,
});

let id: number;

const platform = await platformUntilEnd();
const master = await platform.as("master");
const customer_id = await createCustomer(master, { type: "pbxaccount" });
const domain_id = await master.create("domains", { reseller_id: 2, domain: "modules.example.org" });
const seat = (username: string, values: object) =>
  createSubscriber(master, { customer_id, domain_id, username, primary_number: undefined, ...values });
const primary_number = { cc: "43", ac: "1", sn: "700" };
const alias_numbers = [{ cc: "43", ac: "1", sn: "70099", is_devid: true }];
const pilot = await seat("pilot", { is_pbx_pilot: true, primary_number, alias_numbers });
const anna = await seat("anna", { pbx_extension: "11" });
const ben = await seat("ben", { pbx_extension: "12" });
const device_id = await createModel(master, {
  ...{ model: "D45", extensions_num: 2 },
  linerange: [{ name: "Keys", can_blf: true, keys: keys(2) }],
});
// Only the module names the phone: that connects them as well.
await createModel(master, {
  ...{ model: "M20", type: "extension", connectable_models: [device_id] },
  linerange: [{ name: "Module keys", can_blf: true, keys: keys(3) }],
});
await createModel(master, {
  ...{ model: "M30", type: "extension" },
  linerange: [{ name: "Loose keys", keys: keys(3) }],
});
const profile_id = await createDeviceProfile(master, device_id, TEMPLATE);
const device = { customer_id, profile_id, identifier: MAC, station_name: "Lobby" };
const { body } = await master.send("GET", `/api/numbers/?subscriber_id=${pilot}`);
const numbers = Object.values(body._embedded as Record<string, { id: number; is_devid: boolean }[]>).flat();
const devid = Number(numbers.find(({ is_devid }) => is_devid)?.id);

it("has keys on two modules, which its configuration names", async () => {
  const lines = [
    line("Module keys", 2, 2),
    line("Module keys", 0, 1, { type: "private", subscriber_id: ben }),
    { ...line("Keys", 1, 0), type: "private" },
  ];
  id = await master.create("pbxdevices", { ...device, lines });
  expect((await master.send("GET", `/api/pbxdevices/${id}`)).body.lines).toMatchObject(lines);
  const { text } = await platform.anonymous.send("GET", `/device/autoprov/config/${MAC}`);
  expect(text.split("\n").map((each) => each.trim())).toEqual([
    ...["account 1 anna", "account 2 ben", "phone 2 private anna"],
    ...["M20 1 Module keys 1 private ben 2", "M20 2 Module keys 3 blf anna 1"],
    ...["range Keys 2 0/1", "range Module keys 3 1/0 2/2", ""],
  ]);
});

it.each([
  ["a third module", ["Module keys", 0, 3], "/lines/0/extension_unit", "tooManyModules"],
  ["a key that the module lacks", ["Module keys", 3, 1], "/lines/0/key_num", "keyOutOfRange"],
  ["a module that does not fit", ["Loose keys", 0, 1], "/lines/0/linerange", "keysUnknown"],
  ["a unit below 0", ["Module keys", 0, -1], "/lines/0/extension_unit", "minimum"],
] as const)("refuses %s", async (_, [range, key, unit], pointer, rule) => {
  const lines = [line(range, key, unit)];
  const { status, text } = await master.send("PUT", `/api/pbxdevices/${id}`, { ...device, lines });
  expect([status, text]).toEqual([422, expect.stringContaining(`"pointer":"${pointer}"`)]);
  expect(text).toContain(rule);
});

it("takes modules that are counted from 0, as the older platform's pages do", async () => {
  const lines = [line("Module keys", 1, 0), line("Module keys", 1, 1)];
  const { status, text } = await master.send("PUT", `/api/pbxdevices/${id}`, { ...device, lines });
  expect([status, text]).toEqual([204, ""]);
  const config = await platform.anonymous.send("GET", `/device/autoprov/config/${MAC}`);
  expect(config.text).toContain("range Module keys 3 1/1 2/1");
});

it("tells the number that identifies it, which is the subscriber's own and marked so", async () => {
  const own = (subscriber_id: number) => ({
    linerange: "Keys",
    key_num: 0,
    type: "private",
    subscriber_id,
    deviceid_number_id: devid,
  });
  const put = (lines: object[]) => master.send("PUT", `/api/pbxdevices/${id}`, { ...device, lines });
  const wrong = await put([own(anna)]);
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("/lines/0/deviceid_number_id")]);
  expect((await put([own(pilot)])).status).toBe(204);
  const config = () => platform.anonymous.send("GET", `/device/autoprov/config/${MAC}`);
  expect((await config()).text).toContain("phone 1 private pilot 43170099");
  // Whoever loses the number loses it on the phone's keys too.
  const patch = [{ op: "replace", path: "/alias_numbers", value: [] }];
  expect((await master.send("PATCH", `/api/subscribers/${pilot}`, patch)).status).toBe(204);
  const [line] = (await master.send("GET", `/api/pbxdevices/${id}`)).body.lines as Record<string, unknown>[];
  const kept = Object.fromEntries(Object.entries(line ?? {}).filter(([, value]) => value !== null));
  expect(kept).toEqual({ linerange: "Keys", key_num: 0, type: "private", subscriber_id: pilot });
  expect((await config()).text).toContain("phone 1 private pilot");
  const entries = itemsOf(await master.send("GET", `/api/pbxdevices/${id}/journal/?rows=100`), "journal");
  expect(entries.at(-1)?.changes).toEqual({ lines: { before: [own(pilot)], after: [kept] } });
});
