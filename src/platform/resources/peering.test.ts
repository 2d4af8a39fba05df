import { expect, it } from "vitest";
import { errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

let serial = 0;
const makeGroup = () => api.create("peeringgroups", { contract_id: 6, name: `Group ${++serial}` });

it("outbound rules occur once in a group", async () => {
  const group = await makeGroup();
  const rule = { group_id: group, description: "D", callee_prefix: "49", callee_pattern: null, caller_pattern: null };
  const id = await api.create("peeringrules", rule);
  expect(errorsOf(await api.request("POST", "/api/peeringrules/", rule))).toEqual([
    "/callee_pattern rules.uniqueTogether",
  ]);
  await api.create("peeringrules", { ...rule, group_id: await makeGroup() });
  await api.create("peeringrules", { ...rule, caller_pattern: "^sip:44" });
  expect((await api.patch("peeringrules", id, [{ op: "replace", path: "/enabled", value: false }])).status).toBe(204);
});

it("empty outbound rules are refused; one for all calls must say so", async () => {
  const send = async (values: object) =>
    api.request("POST", "/api/peeringrules/", { group_id: await makeGroup(), ...values });
  const nothing = { callee_prefix: "", callee_pattern: null, caller_pattern: null, description: " " };
  expect(errorsOf(await send({}))).toEqual(["/description rules.required"]);
  expect(errorsOf(await send(nothing))).toEqual(["/description rules.required"]);
  expect((await send({ ...nothing, description: "Everything else" })).status).toBe(201);
});

it("inbound rules are unique, with unique priorities, and reject with code and reason", async () => {
  const rule = { group_id: await makeGroup(), field: "from_user", pattern: "^44", priority: 1 };
  await api.create("peeringinboundrules", rule);
  const send = (values: object) => api.request("POST", "/api/peeringinboundrules/", { ...rule, ...values });
  expect(errorsOf(await send({ priority: 2 }))).toEqual(["/pattern rules.uniqueTogether"]);
  expect(errorsOf(await send({ pattern: "^49" }))).toEqual(["/priority rules.unique"]);
  // Longer than an index takes.
  const pattern = Array.from({ length: 1023 }, (_, at) => String.fromCodePoint(0x10000 + ((at * 7919) % 60000))).join(
    "",
  );
  expect((await send({ pattern, priority: 3 })).status).toBe(201);
  expect(errorsOf(await send({ pattern, priority: 4 }))).toEqual(["/pattern rules.uniqueTogether"]);
  expect(errorsOf(await send({ pattern: "^49", priority: 2, reject_code: 403 }))).toEqual([
    "/reject_reason rules.together",
  ]);
});
