import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Api, embedded } from "../../../tests/support/api.ts";
import { type Demonstration, startDemonstration } from "../../../tests/support/demonstration.ts";

let platform: Demonstration;
let api: Api;

beforeAll(async () => {
  platform = await startDemonstration();
  api = await platform.as("administrator");
}, 60_000);
afterAll(() => platform.close());

const errorsOf = ({ status, body }: Answer) => [
  status,
  ...((body?.errors ?? []) as unknown as { pointer: string; key: string }[]).map(
    ({ pointer, key }) => `${pointer} ${key}`,
  ),
];

it("completes destinations with the subscriber's number and domain, and tells the number of one", async () => {
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
  ]);
  expect(body).toMatchObject({ own: 1, usage_count: 0 });
});

it("gives sets a name within their subscriber, for whom they stay", async () => {
  const set = { subscriber_id: 2, name: "Office", times: [{ wday: "2-6", hour: "8-17" }] };
  const id = await api.create("cftimesets", set);
  expect(errorsOf(await api.request("POST", "/api/cftimesets/", set))).toEqual([422, "/name rules.unique"]);
  await api.create("cftimesets", { ...set, subscriber_id: 3 });
  const moved = await api.request("PUT", `/api/cftimesets/${id}`, { ...set, subscriber_id: 3 });
  expect(errorsOf(moved)).toEqual([422, "/subscriber_id rules.business.fixed"]);
});

it("takes ranges that go round, and none beyond their bounds", async () => {
  const send = (times: object[]) => api.request("POST", "/api/cftimesets/", { subscriber_id: 2, name: "T", times });
  expect(errorsOf(await send([{ wday: "2-8" }, { hour: "22-5" }, { year: "2027-2026" }]))).toEqual([
    422,
    "/times/0/wday rules.format.weekday-range",
    "/times/2/year rules.format.year-range",
  ]);
  expect((await send([{ hour: "22-5", wday: "7-1" }])).status).toBe(201);
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
      [list]: [{ [member]: "^43" }, { [member]: "43[" }],
    });
  expect(errorsOf(await send(true))).toEqual([422, `/${list}/1/${member} rules.format.regex`]);
  expect((await send(false)).status).toBe(201);
});

it("loses a subscriber's sets with the subscriber", async () => {
  const found = async () => embedded(await api.list("cfdestinationsets", { subscriber_id: 26 }), "cfdestinationsets");
  expect(await found()).toHaveLength(2);
  expect((await api.request("DELETE", "/api/subscribers/26")).status).toBe(204);
  expect(await found()).toHaveLength(0);
});
