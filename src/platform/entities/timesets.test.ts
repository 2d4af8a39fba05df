import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, itemsOf, openTestPlatform, type TestPlatform } from "../testPlatform.ts";

let platform: TestPlatform;
let master: Client;
let two: Client;

beforeAll(async () => {
  platform = await openTestPlatform();
  [master, two] = await Promise.all([platform.as("master"), platform.as("resellerTwo")]);
});
afterAll(() => platform.close());

const collection = "/api/timesets/";
const office = { start: "2026-01-05 08:00:00", end: "2026-01-05 17:00:00", freq: "weekly", byday: "MO,TU" };
const post = (body: object, client = master) => client.send("POST", collection, body);

describe("a time set", () => {
  it("keeps its events as they were sent", async () => {
    const made = await post({ name: "office", reseller_id: 2, times: [office] });
    expect(made.status, made.text).toBe(201);
    const [stored] = itemsOf(await master.send("GET", `${collection}?name=office`), "timesets");
    expect(stored).toMatchObject({ name: "office", reseller_id: 2, times: [office] });
  });

  it.each([
    ["a name that any reseller has already", { name: "office", reseller_id: 3 }, "/name", "rules.unique"],
    ["no reseller", { name: "free" }, "/reseller_id", "rules.required"],
    ["no name", { reseller_id: 2 }, "/name", "rules.required"],
    ["an event without a start", { name: "n", reseller_id: 2, times: [{}] }, "/times/0/start", "rules.required"],
    [
      "an event that ends before it starts",
      { name: "n", reseller_id: 2, times: [{ ...office, end: "2026-01-05 07:00:00" }] },
      "/times/0/end",
      "rules.before",
    ],
    [
      "hours that no day has",
      { name: "n", reseller_id: 2, times: [{ ...office, byhour: "8,24" }] },
      "/times/0/byhour",
      "rules.format.hour-list",
    ],
  ])("is refused with %s", async (_, body, pointer, key) => {
    expect(await post(body)).toMatchObject({ status: 422, body: { errors: [{ pointer, key }] } });
  });

  it("is its reseller's own, whomever the reseller names", async () => {
    expect((await post({ name: "mine", reseller_id: 3 }, two)).status).toBe(201);
    expect(itemsOf(await two.send("GET", `${collection}?name=mine`), "timesets")).toMatchObject([{ reseller_id: 2 }]);
  });

  // Last, as the reseller goes with it.
  it("goes with its reseller, who gets no other", async () => {
    const end = [{ op: "replace", path: "/status", value: "terminated" }];
    expect((await master.send("PATCH", "/api/resellers/2", end)).status).toBe(204);
    expect(itemsOf(await master.send("GET", `${collection}?reseller_id=2`), "timesets")).toEqual([]);
    const late = await post({ name: "late", reseller_id: 2 });
    expect(late).toMatchObject({ status: 422, body: { errors: [{ key: "rules.business.terminated" }] } });
  });
});
