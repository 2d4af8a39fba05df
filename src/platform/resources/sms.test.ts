import { expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";

const number = "441134960016";

const send = (record: WireRecord = {}) =>
  api.request(
    "POST",
    "/api/sms/",
    { subscriber_id, callee: "441134967009", text: "Hello", ...record },
    { headers: { prefer: "return=representation" } },
  );
const problems = async (record?: WireRecord) => errorsOf(await send(record));
const set = async (values: WireRecord) => {
  const answer = await api.request("PUT", `/api/subscriberpreferences/${subscriber_id}`, values);
  expect(answer.status, answer.text).toBe(204);
};

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const [line] = embedded(await api.list("subscribers", { username: number }), "subscribers");
const subscriber_id = Number(line?.id);

it("is stored as not sent, from the subscriber's own number", async () => {
  const { status, body } = await send();
  const stored = { direction: "out", status: "failed", reason: "no_gateway", caller: number, cli: number };
  expect([status, body]).toMatchObject([201, { ...stored, subscriber_id, callee: "441134967009", text: "Hello" }]);
  const listed = async (query: string) => (await api.request("GET", `/api/sms/?${query}`)).body?.total_count;
  expect(await listed("callee=%2B44+113+4967009")).toBe(1);
  expect(await listed("caller=%2B44+113+4967009")).toBe(0);
  await set({ cli: "441134960111" });
  expect((await send()).body).toMatchObject({ caller: "441134960111", cli: "441134960111" });
  await set({ cli: "441134960111", user_cli: "441134960222" });
  expect((await send({ caller: "" })).body).toMatchObject({ caller: "441134960222", cli: "441134960222" });
  await set({});
});

it("comes only from numbers that the subscriber may show", async () => {
  expect(await problems({ caller: "441134960999" })).toEqual(["/caller rules.business.callerNotAllowed"]);
  await set({ allowed_clis: ["44113496099*"] });
  expect(await problems({ caller: "441134960999" })).toEqual([201]);
  expect(await problems({ caller: number })).toEqual([201]);
  await set({});
});

it("goes to no number that block lists refuse", async () => {
  const refused = ["/callee rules.business.calleeBlocked"];
  // The customer's list.
  expect(await problems({ callee: "449001" })).toEqual(refused);
  await set({ block_out_list: ["44113*"] });
  expect(await problems()).toEqual(refused);
  await set({ block_out_list: ["44113*"], block_out_mode: true });
  expect(await problems()).toEqual([201]);
  expect(await problems({ callee: "491701" })).toEqual(refused);
  await set({});
});

it("is sent by nobody who is locked or terminated", async () => {
  const change = (path: string, value: unknown) =>
    api.patch("subscribers", subscriber_id, [{ op: "replace", path, value }]);
  await change("/lock", 1);
  expect(await problems()).toEqual(["/subscriber_id rules.business.subscriberLocked"]);
  await change("/status", "locked");
  expect(await problems()).toEqual(["/subscriber_id rules.reference"]);
  await change("/status", "active");
  expect(await problems()).toEqual([201]);
});
