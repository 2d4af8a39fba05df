import { expect, it } from "vitest";
import type { WireRecord } from "../../src/core/schema/descriptor.ts";
import { errorsOf } from "../support/api.ts";
import { demonstrationUntilEnd } from "../support/demonstration.ts";
import { World } from "../support/world.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const world = new World(api, 2);

const rewritten = "4.91522E+11";
const recursive = "^(1(?R)?)$";

it.each<readonly [string, WireRecord, string]>([
  ...[rewritten, "44 20", "49151-49159"].map(
    (callee_prefix) => ["peeringrules", { callee_prefix }, "format.number-prefix"] as const,
  ),
  ...["code", "prefix", "suffix"].map(
    (name) =>
      [
        "emergencymappings",
        { [name]: rewritten },
        name === "code" ? "format.digits" : "format.routing-prefix",
      ] as const,
  ),
  ["lnpnumbers", { number: rewritten }, "format.digits"],
  ["lnpnumbers", { routing_number: rewritten }, "format.routing-prefix"],
  ["billingfees", { destination: recursive }, "pattern.unsupported"],
  ["ncospatterns", { pattern: recursive }, "pattern.unsupported"],
  ["ncoslnppatterns", { pattern: recursive }, "pattern.unsupported"],
  ["peeringrules", { callee_pattern: recursive }, "pattern.unsupported"],
  ["peeringrules", { caller_pattern: recursive }, "pattern.unsupported"],
  ["peeringinboundrules", { pattern: recursive }, "pattern.unsupported"],
  ["calllistsuppressions", { pattern: recursive }, "pattern.unsupported"],
  ["subscribers", { display_name: "A\r\nB" }, "format.single-line"],
  ["peeringservers", { name: "a\r\nb" }, "format.single-line"],
  ["peeringservers", { host: "sip.example\r\nX-A: 1" }, "format.domain-or-ip"],
  ["emailtemplates", { subject: "Hello\r\nBcc: a@example.org" }, "format.single-line"],
  ["systemcontacts", { company: "a\nb" }, "format.single-line"],
  ["customercontacts", { company: "a\nb" }, "format.single-line"],
])("%s are refused with %j: %s", async (resource, values, key) => {
  const answer = await api.request("POST", `/api/${resource}/`, { ...(await world.valid(resource)), ...values });
  expect(errorsOf(answer)).toEqual([`/${Object.keys(values)[0]} rules.${key}`]);
});

it.each<readonly [string, WireRecord, WireRecord]>([
  ["peeringrules", { callee_prefix: "+44" }, { callee_prefix: "44" }],
  ["peeringrules", { callee_prefix: "0043" }, { callee_prefix: "43" }],
  ["peeringservers", { ip: "2001:0DB8:0:0:0:0:0:1" }, { ip: "2001:db8::1" }],
  ["trustedsources", { src_ip: "2001:0DB8:0:0:0:0:0:1" }, { src_ip: "2001:db8::1" }],
  ["trustedsources", { src_ip: "::FFFF:192.0.2.1" }, { src_ip: "192.0.2.1" }],
  ["ncospatterns", { pattern: "\\A43\\d+\\z" }, { pattern: "\\A43\\d+\\z" }],
])("%s have %j as %j", async (resource, values, stored) => {
  const { body } = await api.read(resource, await world.make(resource, values));
  expect(body).toMatchObject(stored);
});

it("servers of a peering group may share an address", async () => {
  const { group_id, ip } = (await api.read("peeringservers", await world.make("peeringservers", {}))).body ?? {};
  expect(await world.make("peeringservers", { group_id, ip })).toBeGreaterThan(0);
});

it.each([
  ["lnpnumbers", `Alpha,A1,${rewritten},,2026-01-01,,0,1,fix`, "number", rewritten],
  ["lnpnumbers", `Alpha,A1,431,${rewritten},2026-01-01,,0,1,fix`, "routing_number", rewritten],
  ["emergencymappings/?reseller_id=4", `Leeds,${rewritten},,`, "code", rewritten],
  ["emergencymappings/?reseller_id=4", `Leeds,112,${rewritten},`, "prefix", rewritten],
  ["emergencymappings/?reseller_id=4", `Leeds,112,,${rewritten}`, "suffix", rewritten],
  ["calllistsuppressions", `a.example,outgoing,${recursive},filter,One`, "pattern", recursive],
])("a file of %s is refused with its line: %s", async (path, raw, column, value) => {
  const headers = { "content-type": "text/csv" };
  const answer = await api.request("POST", `/api/${path}${path.includes("?") ? "" : "/"}`, undefined, { raw, headers });
  expect([answer.status, answer.body?.errors]).toMatchObject([
    422,
    [{ pointer: `/1/${column}`, params: { line: 1, column, value } }],
  ]);
});
