import { expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

it("completes destinations with the subscriber's number and domain, and returns the number", async () => {
  const { body: subscriber } = await api.read("subscribers", 1);
  const own = subscriber?.primary_number as Record<string, string>;
  const id = await api.create("cfdestinationsets", {
    subscriber_id: 1,
    name: "All kinds",
    destinations: [
      { destination: "voicebox" },
      { destination: "customhours", announcement_id: 130 },
      { destination: "4412345", timeout: 20 },
      { destination: "ada@sip.example" },
      { destination: "sips:ada@sip.example" },
      { destination: "SIP:sales@example.org" },
      { destination: "tel:+44-20-7946-0191" },
      { destination: "+44 (0)20 / 7946–0191" },
    ],
  });
  const { body } = await api.read("cfdestinationsets", id);
  const destinations = body?.destinations as { destination: string; simple_destination: string }[];
  expect(destinations.map(({ destination, simple_destination }) => [destination, simple_destination])).toEqual([
    [`sip:vmu${own.cc}${own.ac}${own.sn}@voicebox.local`, null],
    ["sip:custom-hours@app.local", null],
    [`sip:4412345@${subscriber?.domain}`, "4412345"],
    ["sip:ada@sip.example", "ada"],
    ["sips:ada@sip.example", "ada"],
    ["sip:sales@example.org", "sales"],
    ["tel:+442079460191", "+442079460191"],
    [`sip:+442079460191@${subscriber?.domain}`, "+442079460191"],
  ]);
  expect(body).toMatchObject({ own: 1, usage_count: 0 });
});

it.each(["tel:+44-20-7946-0113", "TEL:+442079460113;ext=2"])("forwards a call to %s", async (destination) => {
  const { body: subscriber } = await api.read("subscribers", 1);
  const own = subscriber?.primary_number as Record<string, string>;
  const destinations = [{ destination }];
  expect((await api.request("PUT", "/api/callforwards/1", { cfu: { destinations } })).status).toBeLessThan(300);
  const query = new URLSearchParams({ caller: "43123456", callee: `${own.cc}${own.ac}${own.sn}`, caller_peer_id: "1" });
  const { body } = await api.request("GET", `/api/callroutingverify?${query}`);
  expect(JSON.stringify(body)).toContain('"number":"442079460113"');
});

it.each(["a b", "4.91522E+11", "mailto:ada@example.org"])("refuses the destination %j", async (destination) => {
  const refused = await api.request("POST", "/api/cfdestinationsets/", {
    ...{ subscriber_id: 1, name: `To ${destination}`, destinations: [{ destination }] },
  });
  expect(errorsOf(refused)).toEqual(["/destinations/0/destination rules.format.call-destination"]);
});

it("keeps names unique per subscriber, and the subscriber fixed", async () => {
  const set = { subscriber_id: 2, name: "Office", times: [{ wday: "2-6", hour: "8-17" }] };
  const id = await api.create("cftimesets", set);
  expect(errorsOf(await api.request("POST", "/api/cftimesets/", set))).toEqual(["/name rules.unique"]);
  await api.create("cftimesets", { ...set, subscriber_id: 3 });
  const moved = await api.request("PUT", `/api/cftimesets/${id}`, { ...set, subscriber_id: 3 });
  expect(errorsOf(moved)).toEqual(["/subscriber_id rules.business.fixed"]);
});

it("accepts ranges that wrap around, and none out of bounds", async () => {
  const send = (times: object[]) => api.request("POST", "/api/cftimesets/", { subscriber_id: 2, name: "T", times });
  expect(errorsOf(await send([{ wday: "2-8" }, { hour: "22-5" }, { year: "2027-2026" }]))).toEqual([
    "/times/0/wday rules.format.weekday-range",
    "/times/2/year rules.format.year-range",
  ]);
  expect((await send([{ hour: "22-5", wday: "7-1" }])).status).toBe(201);
});

it.each([
  ["cfsourcesets", "sources", { source: "43*" }],
  ["cfbnumbersets", "bnumbers", { bnumber: "43*" }],
  ["cftimesets", "times", { hour: "8-17" }],
  ["cfdestinationsets", "destinations", { destination: "voicebox" }],
])("%s are never without an entry", async (resource, list, entry) => {
  const set = { subscriber_id: 4, name: "Never empty" };
  const post = (body: object) => api.request("POST", `/api/${resource}/`, { ...set, ...body });
  expect(errorsOf(await post({}))).toEqual([`/${list} rules.required`]);
  expect(errorsOf(await post({ [list]: [] }))).toEqual([`/${list} rules.minItems`]);
  const id = await api.create(resource, { ...set, [list]: [entry] });
  expect(errorsOf(await api.request("PUT", `/api/${resource}/${id}`, set))).toEqual([`/${list} rules.required`]);
  const emptied = await api.patch(resource, id, [{ op: "replace", path: `/${list}`, value: [] }]);
  expect(errorsOf(emptied)).toEqual([`/${list} rules.minItems`]);
});

it.each([
  ["cfsourcesets", "sources", { source: "43*" }, 200],
  ["cfbnumbersets", "bnumbers", { bnumber: "43*" }, 200],
  ["cfdestinationsets", "destinations", { destination: "voicebox" }, 200],
  ["cftimesets", "times", { hour: "8-17" }, 1000],
])("%s have %s, of which %j is one, up to %i", async (resource, list, entry, limit) => {
  const many = (count: number) => ({ [list]: Array.from({ length: count }, () => entry) });
  const set = { subscriber_id: 4, name: "Many" };
  await api.create(resource, { ...set, ...many(limit) });
  const refused = await api.request("POST", `/api/${resource}/`, { ...set, name: "Too many", ...many(limit + 1) });
  expect(errorsOf(refused)).toEqual([`/${list} rules.maxItems`]);
  expect(refused.body?.errors).toMatchObject([{ params: { limit } }]);
  const cfu = { destinations: [{ destination: "voicebox" }], ...many(limit + 1) };
  const simple = await api.request("PUT", "/api/callforwards/4", { cfu });
  expect(errorsOf(simple)).toEqual([`/cfu/${list} rules.maxItems`]);
});

it("refuses a period without any restriction", async () => {
  const nothing = { wday: null, hour: "", minute: null, mday: null, month: null, year: null };
  const times = [{ wday: "2" }, {}, nothing];
  const answer = await api.request("POST", "/api/cftimesets/", { subscriber_id: 5, name: "Always", times });
  expect(errorsOf(answer)).toEqual(["/times/1 rules.minProperties", "/times/2 rules.minProperties"]);
  const cfu = { destinations: [{ destination: "voicebox" }], times: [nothing] };
  const simple = await api.request("PUT", "/api/callforwards/5", { cfu });
  expect(errorsOf(simple)).toEqual(["/cfu/times/0 rules.minProperties"]);
});

it.each([
  ["cfsourcesets", "sources", "source"],
  ["cfbnumbersets", "bnumbers", "bnumber"],
])("%s have patterns, or regular expressions that are such", async (resource, list, member) => {
  const send = (is_regex: boolean) =>
    api.request("POST", `/api/${resource}/`, {
      subscriber_id: 2,
      name: `R ${is_regex}`,
      mode: "whitelist",
      is_regex,
      [list]: [{ [member]: "^43" }, { [member]: "43[" }, { [member]: "(?R)" }, { [member]: "^\\+43" }],
    });
  expect(errorsOf(await send(true))).toEqual([
    `/${list}/1/${member} rules.format.number-pattern`,
    `/${list}/2/${member} rules.pattern.unsupported`,
    `/${list}/3/${member} rules.pattern.sign`,
  ]);
  expect(errorsOf(await send(false))).toEqual([
    `/${list}/0/${member} rules.pattern.blank`,
    `/${list}/3/${member} rules.pattern.blank`,
  ]);
});

it.each([
  ["cfsourcesets", "sources", "source"],
  ["cfbnumbersets", "bnumbers", "bnumber"],
])("%s are stored as calls have numbers, in the simple form too", async (resource, list, member) => {
  const entries = (...texts: string[]) => ({ [list]: texts.map((text) => ({ [member]: text })) });
  const set = { subscriber_id: 2, name: "Written" };
  const id = await api.create(resource, { ...set, ...entries("+49151*", "0049152", "anonymous", "1[0-4]?") });
  const stored = entries("49151*", "49152", "anonymous", "1[0-4]?");
  expect((await api.read(resource, id)).body).toMatchObject(stored);
  const refused = await api.request("PUT", `/api/${resource}/${id}`, { ...set, ...entries("49 151*") });
  expect(errorsOf(refused)).toEqual([`/${list}/0/${member} rules.format.number-wildcard`]);
  const cfu = { destinations: [{ destination: "voicebox" }], ...entries("+49151*") };
  expect((await api.request("PUT", "/api/callforwards/6", { cfu })).status).toBe(204);
  expect((await api.read("callforwards", 6)).body?.cfu).toMatchObject(entries("49151*"));
});

it("deletes a subscriber's sets with the subscriber", async () => {
  const found = async () => embedded(await api.list("cfdestinationsets", { subscriber_id: 26 }), "cfdestinationsets");
  expect(await found()).toHaveLength(2);
  expect((await api.request("DELETE", "/api/subscribers/26")).status).toBe(204);
  expect(await found()).toHaveLength(0);
});

it("returns every part of a time set's periods, unset ones as null", async () => {
  const times = [{ wday: "2-6", hour: "8-16" }];
  const id = await api.create("cftimesets", { subscriber_id: 1, name: "Office hours", times });
  const { body } = await api.read("cftimesets", id);
  expect(body?.times).toEqual([{ year: null, month: null, mday: null, wday: "2-6", hour: "8-16", minute: null }]);
  // A response can be sent back.
  expect((await api.request("PUT", `/api/cftimesets/${id}`, body)).status).toBe(204);
  expect((await api.read("cftimesets", id)).body?.times).toEqual(body?.times);
});
