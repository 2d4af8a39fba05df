import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, embedded } from "../../../tests/support/api.ts";
import { type Demonstration, startDemonstration } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/descriptor.ts";

let platform: Demonstration;
let api: Api;

beforeAll(async () => {
  platform = await startDemonstration();
  api = await platform.as("administrator");
});
afterAll(() => platform.close());

const replace = (path: string, value: unknown) => [{ op: "replace", path: `/${path}`, value }];
const post = (resource: string, record: WireRecord) => api.request("POST", `/api/${resource}/`, record);
const list = async (resource: string, query: Record<string, string | number>) =>
  embedded(await api.list(resource, query), resource);

/** A line of the demonstration, by its number. */
async function lineOf(username: string): Promise<number> {
  const [found] = await list("subscribers", { username });
  return Number(found?.id);
}

describe("reminders", () => {
  it("are one for each subscriber", async () => {
    const subscriber_id = await lineOf("441134960016");
    await api.create("reminders", { subscriber_id, time: "06:10", recur: "always" });
    const second = await post("reminders", { subscriber_id, time: "09:00", recur: "never" });
    expect(second.status).toBe(422);
    expect(second.body?.errors).toMatchObject([{ pointer: "/subscriber_id", rule: "unique" }]);
  });
});

describe("with a terminated subscriber", () => {
  it("go its services, each with an entry in the journal", async () => {
    const subscriber_id = await lineOf("441134960017");
    const reminder = await api.create("reminders", { subscriber_id, time: "06:10", recur: "always" });
    await api.create("trustedsources", { subscriber_id, src_ip: "192.0.2.77", protocol: "UDP" });
    expect((await api.patch("subscribers", subscriber_id, replace("status", "terminated"))).status).toBe(204);
    expect(await list("reminders", { subscriber_id })).toEqual([]);
    expect(await list("trustedsources", { subscriber_id })).toEqual([]);
    const { body } = await api.request("GET", `/api/reminders/${reminder}/journal/`);
    expect(body?.total_count).toBe(2);
  });
});
