import { expect, it } from "vitest";
import { errorsOf } from "../../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../../tests/support/demonstration.ts";
import type { ComparedCall, RoutedCall } from "../../../core/telephony/callRouting/callTrace.ts";

const ask = (query: Readonly<Record<string, string | number>>, client = api) =>
  client.request(
    "GET",
    `/api/callroutingverify?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );
const answer = async (query: Readonly<Record<string, string | number>>) => {
  const reply = await ask({ caller: caller.number, caller_subscriber_id: caller.id, ...query });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as RoutedCall;
};
const tryOut = async (calls: readonly object[], change: object) => {
  const reply = await api.request("POST", "/api/callroutingverify", { calls, change });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as unknown as { calls: readonly ComparedCall[] }).calls;
};
const prefer = (id: number, values: object) => api.request("PUT", `/api/subscriberpreferences/${id}`, values);

async function lineOf(id: number) {
  const { body } = await api.read("subscribers", id);
  if (!body) throw new Error(`There is no subscriber ${id}`);
  const { cc, ac, sn } = body.primary_number as { cc: string; ac: string; sn: string };
  return { id, number: `${cc}${ac}${sn}`, domain: Number(body.domain_id) };
}

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const first = await lineOf(2);
const caller = first;
const callee = await lineOf(3);
const reseller = Number((await api.read("domains", first.domain)).body?.reseller_id);

it("follows a call to a subscriber's queue, by the names and records that decide", async () => {
  const set = await api.create("rewriterulesets", { reseller_id: reseller, name: "verified" });
  const rule = await api.create("rewriterules", {
    set_id: set,
    match_pattern: "^00([1-9]\\d+)$",
    replace_pattern: "\\1",
    description: "international",
    field: "callee",
    direction: "in",
  });
  await prefer(caller.id, { rewrite_rule_set: "verified" });
  const { steps, ending, numbers } = await answer({ callee: `00${callee.number}`, callee_state: "answers" });
  expect([ending, numbers.callee_in]).toEqual(["queue", callee.number]);
  expect(steps.find(({ kind, outcome }) => kind === "rewrite" && outcome === "rewritten")?.record).toEqual({
    resource: "rewriterules",
    id: rule,
    title: "international",
    parentId: set,
  });
  expect(steps.find(({ kind }) => kind === "callee")?.record).toMatchObject({ resource: "subscribers", id: callee.id });
});

it("names the pattern of an NCOS level that refuses a call", async () => {
  const level = await api.create("ncoslevels", { reseller_id: reseller, level: "verified", mode: "blacklist" });
  const pattern = await api.create("ncospatterns", { ncos_level_id: level, pattern: "^999" });
  await prefer(caller.id, { ncos: "verified" });
  const { steps, ending, reason } = await answer({ callee: "999123456789" });
  expect([ending, reason]).toEqual(["rejected", "ncos"]);
  expect(steps.find(({ kind }) => kind === "ncos")).toMatchObject({
    outcome: "pattern_refused",
    record: { resource: "ncospatterns", id: pattern },
    pattern: "^999",
    preference: "ncos",
  });
  await prefer(caller.id, {});
});

it("chooses the server of a peering group with a rule for the number", async () => {
  const { body } = await api.request("GET", "/api/peeringgroups/1");
  const group = Number(body?.id);
  const rule = await api.create("peeringrules", { group_id: group, callee_prefix: "8819", description: "verified" });
  const server = await api.create("peeringservers", {
    group_id: group,
    name: "verified",
    ip: "192.0.2.77",
    port: 5060,
    weight: 127,
  });
  // Perl's \\A is where the text begins.
  await api.create("peeringrules", {
    ...{ group_id: await api.create("peeringgroups", { contract_id: 6, name: "elsewhere" }) },
    ...{ callee_prefix: "8819", callee_pattern: "\\Asip:9", description: "another" },
  });
  const { steps, ending } = await answer({ callee: "881955555555" });
  expect(ending).toBe("peer");
  const chosen = steps.find(({ kind }) => kind === "peers");
  expect([chosen?.record?.id, chosen?.output.server]).toEqual([rule, "verified"]);
  expect(steps.at(-1)?.record).toMatchObject({ resource: "peeringservers", id: server });
  await api.create("peeringservers", {
    group_id: group,
    name: "six",
    ip: "2001:0DB8:0:0:0:0:0:1",
    port: 5060,
    weight: 1,
  });
  for (const caller_address of ["192.0.2.77", "::ffff:192.0.2.77", "2001:db8::1", "2001:DB8:0::1"]) {
    const back = await ask({ caller: "441234", callee: callee.number, caller_address });
    const source = { kind: "source", outcome: "peer_address" };
    expect((back.body as unknown as RoutedCall).steps[0], caller_address).toMatchObject(source);
  }
});

it("knows a trusted source in every spelling of its address", async () => {
  await api.create("trustedsources", { subscriber_id: caller.id, src_ip: "2001:0DB8:0:0:0:0:0:7", protocol: "ANY" });
  for (const caller_address of ["2001:db8::7", "2001:DB8:0::7"]) {
    const { body } = await ask({ caller: caller.number, callee: callee.number, caller_address });
    expect((body as unknown as RoutedCall).steps[0], caller_address).toMatchObject({ outcome: "trusted_source" });
  }
});

it("follows the forward of a full queue to its end", async () => {
  const set = await api.create("cfdestinationsets", {
    subscriber_id: callee.id,
    name: "verified",
    destinations: [{ destination: "voicebox" }],
  });
  await api.request("PUT", `/api/cfmappings/${callee.id}`, { cfo: [{ destinationset_id: set }] });
  const { steps, ending } = await answer({ callee: callee.number, callee_state: "busy" });
  expect(ending).toBe("service");
  expect(steps.find(({ kind }) => kind === "forward")).toMatchObject({
    outcome: "cfo",
    record: { resource: "cfdestinationsets", id: set },
  });
});

it("reads the times of a forward on the subscriber's clock, else on that of the customer, else of the reseller", async () => {
  const destinationset_id = await api.create("cfdestinationsets", {
    subscriber_id: callee.id,
    name: "office",
    destinations: [{ destination: "voicebox" }],
  });
  const timeset_id = await api.create("cftimesets", {
    subscriber_id: callee.id,
    name: "office",
    times: [{ wday: "2-6", hour: "9-16" }],
  });
  await api.request("PUT", `/api/cfmappings/${callee.id}`, { cfu: [{ destinationset_id, timeset_id }] });
  const isForwarded = async (start: string) =>
    (await answer({ callee: callee.number, start })).steps.some(({ outcome }) => outcome === "cfu");
  const setZone = async (resource: string, id: number, value: string) => {
    const reply = await api.patch(resource, id, [{ op: "replace", path: "/timezone", value }]);
    expect(reply.status, reply.text).toBeLessThan(300);
  };
  const { body: line } = await api.read("subscribers", callee.id);
  const { body: customer } = await api.read("customers", Number(line?.customer_id));
  const contact = Number(customer?.contact_id);
  await setZone("customercontacts", contact, "Pacific/Auckland");
  expect(await isForwarded("2026-07-15T20:30:00Z")).toBe(false);
  await setZone("customercontacts", contact, "America/New_York");
  expect(await isForwarded("2026-07-15T20:30:00Z")).toBe(true);
  expect(await isForwarded("2026-07-15T20:59:59Z")).toBe(true);
  expect(await isForwarded("2026-07-15T21:00:00Z")).toBe(false);
  await setZone("subscribers", callee.id, "Asia/Tokyo");
  expect(await isForwarded("2026-07-15T20:30:00Z")).toBe(false);
  expect(await isForwarded("2026-07-15T07:59:59Z")).toBe(true);
  await api.request("PUT", `/api/cfmappings/${callee.id}`, {});
});

it("tries an unsaved rewrite rule on five numbers, and stores nothing", async () => {
  const set = await api.create("rewriterulesets", { reseller_id: reseller, name: "tried" });
  const record = {
    set_id: set,
    match_pattern: "^0([1-9]\\d+)$",
    replace_pattern: "44\\1",
    description: "national",
    field: "callee",
    direction: "in",
  };
  const calls = ["01632", "02079", "0044", "112", "441632"].map((number) => ({
    caller: caller.number,
    caller_subscriber_id: caller.id,
    callee: number,
  }));
  const compared = await tryOut(calls, { resource: "rewriterules", record });
  expect(compared.map(({ now, changed }) => [now.numbers.callee_in, changed?.numbers.callee_in])).toEqual([
    ["01632", "441632"],
    ["02079", "442079"],
    ["0044", "0044"],
    ["112", "112"],
    ["441632", "441632"],
  ]);
  expect((await api.list("rewriterules", { set_id: set })).body?.total_count).toBe(0);
});

it("tries a change of a stored record, and of a level that nobody has yet", async () => {
  const level = await api.create("ncoslevels", { reseller_id: reseller, level: "tried", mode: "blacklist" });
  const pattern = await api.create("ncospatterns", { ncos_level_id: level, pattern: "^8" });
  const call = { caller: caller.number, caller_subscriber_id: caller.id, callee: "999123456789" };
  const record = { ncos_level_id: level, pattern: "^9" };
  const [compared] = await tryOut([call], { resource: "ncospatterns", id: pattern, record });
  expect([compared?.now.ending, compared?.changed?.outcome]).toEqual(["peer", "rejected ncos"]);
  expect((await api.read("ncospatterns", pattern)).body?.pattern).toBe("^8");
  const another = { reseller_id: reseller, level: "another", mode: "whitelist" };
  const [ofLevel] = await tryOut([call], { resource: "ncoslevels", record: another });
  expect(ofLevel?.changed?.outcome).toBe("rejected ncos");
});

it("says at which call or field what is tried is wrong, and tries nothing that its user may not save", async () => {
  const change = { resource: "ncospatterns", record: { ncos_level_id: 0, pattern: "(" } };
  const wrong = await api.request("POST", "/api/callroutingverify", {
    calls: [{ caller: "1", callee: "2" }, { caller: "1" }],
    change,
  });
  expect(errorsOf(wrong)).toEqual(["/calls/1/callee rules.required"]);
  const unfit = await api.request("POST", "/api/callroutingverify", { calls: [{ caller: "1", callee: "2" }], change });
  expect(errorsOf(unfit)).toContainEqual(expect.stringMatching("^/change/record/pattern "));
  const other = await api.request("POST", "/api/callroutingverify", {
    calls: [{ caller: "1", callee: "2" }],
    change: { resource: "contacts", record: {} },
  });
  expect(errorsOf(other)).toEqual(["/change/resource rules.enum"]);
  const readOnly = await platform.as("auditor");
  const refused = await readOnly.request("POST", "/api/callroutingverify", {
    calls: [{ caller: "1", callee: "2" }],
    change: { resource: "ncospatterns", record: { ncos_level_id: 1, pattern: "1" } },
  });
  expect(refused.status).toBe(403);
});

it("refuses what it cannot read, and whoever may not open the tool", async () => {
  expect(errorsOf(await ask({ caller: "not a number!", callee: "", callee_state: "asleep", start: "soon" }))).toEqual([
    "/caller rules.format.sip-uri",
    "/callee rules.required",
    "/callee_state rules.enum",
    "/start rules.format.date-time",
  ]);
  for (const login of ["shopkeeper", "caredesk"])
    expect((await ask({ caller: "1", callee: "2" }, await platform.as(login))).status).toBe(403);
});

it("stops a pattern that comes to no end", async () => {
  const set = await api.create("rewriterulesets", { reseller_id: reseller, name: "endless" });
  await api.create("rewriterules", {
    set_id: set,
    match_pattern: "^(a+)+$",
    replace_pattern: "x",
    description: "endless",
    field: "callee",
    direction: "in",
  });
  const reply = await ask({
    caller: caller.number,
    caller_subscriber_id: caller.id,
    callee: `${"a".repeat(60)}b`,
    caller_rewrite_id: set,
  });
  expect(errorsOf(reply)).toEqual(["/callee rules.business.evaluationTooLong"]);
});

it("finds subscribers by their address in any case, and knows its own domains so", async () => {
  const { body } = await api.read("subscribers", callee.id);
  const address = `${body?.username}@${body?.domain}`;
  const { steps, numbers } = await answer({ callee: address.toUpperCase(), callee_state: "answers" });
  expect([numbers.callee_in, steps.find(({ kind }) => kind === "callee")?.outcome]).toEqual([
    String(body?.username).toUpperCase(),
    "address",
  ]);
  const unknown = await answer({ callee: `nobody@${body?.domain}`.toUpperCase(), callee_state: "answers" });
  expect(unknown.steps.find(({ kind }) => kind === "callee")?.outcome).toBe("unknown");
});
