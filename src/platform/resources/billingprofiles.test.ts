import { describe, expect, it } from "vitest";
import { createdId } from "../../../tests/support/api.ts";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";

const children = async (resource: string, profile: number) =>
  itemsOf(await admin.send("GET", `/api/${resource}/?rows=100&order_by=id&billing_profile_id=${profile}`), resource);
const clone = (values: object = {}) => admin.send("POST", `/api/billingprofiles/${original}/clone`, values);

const offPeak = {
  peaktime_weekdays: [{ weekday: 5, start: "00:00:00", stop: "23:59:59" }],
  peaktime_special: [{ start: "2026-12-24T12:00:00Z", stop: "2026-12-26T23:59:59Z" }],
};

const platform = await platformUntilEnd();
const admin = await platform.as("master");
const original = await admin.create("billingprofiles", {
  reseller_id: 2,
  handle: "h".repeat(63),
  name: "Original",
  ...offPeak,
});
const fee = { billing_profile_id: original, match_mode: "prefix", onpeak_init_rate: 1.25 };
for (const [zone, detail] of [
  ["National", null],
  ["World", "Mobile"],
]) {
  const billing_zone_id = await admin.create("billingzones", { billing_profile_id: original, zone, detail });
  await admin.create("billingfees", { ...fee, billing_zone_id, destination: String(zone) });
}

describe("a cloned billing profile", () => {
  it("has copies of zones, fees and off-peak times, and its fees are in its own zones", async () => {
    const id = createdId(await clone({ name: "Copy" }));
    const { body } = await admin.send("GET", `/api/billingprofiles/${id}`);
    expect(body).toMatchObject({ name: "Copy", handle: `${"h".repeat(57)}_clone`, reseller_id: 2, ...offPeak });
    const zones = await children("billingzones", id);
    expect(zones.map(({ zone, detail }) => [zone, detail])).toEqual([
      ["National", null],
      ["World", "Mobile"],
    ]);
    const fees = await children("billingfees", id);
    expect(fees).toMatchObject([
      { destination: "National", billing_zone_id: zones[0]?.id, onpeak_init_rate: 1.25, match_mode: "prefix" },
      { destination: "World", billing_zone_id: zones[1]?.id },
    ]);
    expect(await children("billingfees", original)).toHaveLength(2);
    const journal = await admin.send("GET", `/api/billingfees/${fees[0]?.id}/journal/`);
    expect(itemsOf(journal, "journal")).toMatchObject([{ operation: "create" }]);
  });

  it("is not made at all when it is refused", async () => {
    const before = await admin.send("GET", "/api/billingzones/?rows=1");
    const twin = await clone({ name: "Original", handle: "twin" });
    expect(twin.body.errors).toMatchObject([{ pointer: "/name", rule: "unique" }]);
    expect((await admin.send("GET", "/api/billingzones/?rows=1")).body.total_count).toBe(before.body.total_count);
  });
});
