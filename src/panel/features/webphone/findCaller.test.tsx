import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import type { Access } from "../../providers/StartupDataContext.tsx";
import type { PhoneOwner } from "./phone.ts";
import { findCaller } from "./useCaller.ts";

const panel = await openPanel();

const access = { can: () => true, findLack: () => null } as unknown as Access;
const nobody = { can: () => false, findLack: () => null } as unknown as Access;

async function first(path: string): Promise<Record<string, unknown>> {
  const { _embedded } = await panel.read(path);
  const [records = []] = Object.values(_embedded as Record<string, Record<string, unknown>[]>);
  const [record] = records;
  if (!record) throw new Error(`no records at ${path}`);
  return record;
}

it("finds names in the phonebook, whatever way a number begins", async () => {
  await panel.open("/webphone");
  const entry = await first("/api/subscriberphonebookentries/?rows=1");
  const owner = { subscriberId: Number(entry.subscriber_id), domain: "nowhere.example" } as PhoneOwner;
  const digits = String(entry.number).replace(/\D/g, "");
  for (const number of [digits, `+${digits}`, `00${digits}`]) {
    expect((await findCaller(number, owner, access)).name, number).toBe(entry.name);
  }
  expect((await findCaller("999999999", owner, access)).name).toBeNull();
});

it("finds subscribers by their name at a domain, and by a number", async () => {
  await panel.open("/webphone");
  const subscriber = await first("/api/subscribers/?rows=1&is_pbx_pilot=true");
  const owner = { subscriberId: Number(subscriber.id), domain: String(subscriber.domain) } as PhoneOwner;
  const found = await findCaller(String(subscriber.username), owner, access);
  expect(found.subscriber?.id).toBe(subscriber.id);
  const { cc, ac, sn } = subscriber.primary_number as Record<string, string>;
  expect((await findCaller(`${cc}${ac}${sn}`, owner, access)).subscriber?.id).toBe(subscriber.id);
});

it("knows nobody for those who may open neither list", async () => {
  await panel.open("/webphone");
  const subscriber = await first("/api/subscribers/?rows=1");
  const owner = { subscriberId: Number(subscriber.id), domain: String(subscriber.domain) } as PhoneOwner;
  expect(await findCaller(String(subscriber.username), owner, nobody)).toEqual({ name: null, subscriber: null });
});
