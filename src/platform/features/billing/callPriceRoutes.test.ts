import { beforeAll, describe, expect, it } from "vitest";
import { errorsOf } from "../../../../tests/support/api.ts";
import type { CallPrice } from "../../../core/telephony/rating/callPrice.ts";
import { platformUntilEnd } from "../../../testing/platform.ts";
import { createCustomer, createProfile } from "../../../testing/records.ts";

const fee = (destination: string, more: object = {}) =>
  admin.create("billingfees", {
    billing_profile_id: profile,
    billing_zone_id: zone,
    match_mode: "prefix",
    destination,
    onpeak_init_rate: 2,
    onpeak_init_interval: 60,
    onpeak_follow_rate: 1,
    onpeak_follow_interval: 30,
    offpeak_init_rate: 1,
    offpeak_init_interval: 60,
    offpeak_follow_rate: 0.0333,
    offpeak_follow_interval: 30,
    ...more,
  });
/** A Monday. */
const usual = { caller: "4310", callee: "43123", start: "2026-03-02T19:59:00Z", duration: 121 };
const ask = (values: object = {}, client = admin, id = profile) => {
  const given = Object.entries({ ...usual, ...values }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return client.send("GET", `/api/billingprofiles/${id}/price?${query}`);
};
const answer = async (values: object = {}) => {
  const reply = await ask(values);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body as unknown as CallPrice;
};

const platform = await platformUntilEnd();
const admin = await platform.as("master");
const profile = await createProfile(admin, {
  currency: "EUR",
  peaktime_weekdays: [{ weekday: 0, start: "20:00:00", stop: "23:59:59" }],
});
const zone = await admin.create("billingzones", { billing_profile_id: profile, zone: "National", detail: "Mobile" });

describe("the price of a call", () => {
  let applies: number;
  beforeAll(async () => {
    applies = await fee("431", { onpeak_use_free_time: true });
    await fee("43");
    await fee("49");
  });

  it("has the fee and its zone, why no other applies, and every step", async () => {
    const { fee: found, losses, others, price, ...rest } = await answer();
    expect(found).toEqual({
      id: applies,
      match_mode: "prefix",
      source: null,
      destination: "431",
      billing_zone_id: zone,
      zone: "National",
      detail: "Mobile",
    });
    expect(losses.map((loss) => [loss.fee.destination, loss.reason, loss.lengths])).toEqual([
      ["43", "shorter_destination", [2, 3]],
      ["49", "destination", undefined],
    ]);
    expect([others, rest]).toEqual([2, { attempt: "domain", time_zone: "UTC" }]);
    expect(price).toEqual({
      steps: [
        {
          phase: "init",
          elapsed: 0,
          is_off_peak: false,
          count: 1,
          seconds: 60,
          rate: "2",
          free_time: 0,
          extra: "0",
          cost: "120",
        },
        {
          phase: "follow",
          elapsed: 60,
          is_off_peak: true,
          count: 3,
          seconds: 30,
          rate: "0.0333",
          free_time: 0,
          extra: "0",
          cost: "2.997",
        },
      ],
      net: "122.997",
      vat: null,
      total: "122.997",
      charged: 150,
      free_time: 0,
    });
  });

  it("takes free time first: as much as is asked, or as the profile gives", async () => {
    const { price } = await answer({ free_time: 60, duration: 60 });
    expect(price).toMatchObject({ total: "0", free_time: 60 });
    await admin.send("PATCH", `/api/billingprofiles/${profile}`, [
      { op: "replace", path: "/interval_free_time", value: 30 },
    ]);
    expect((await answer({ duration: 60 })).price).toMatchObject({ total: "60", free_time: 30 });
    expect((await answer({ duration: 60, free_time: 0 })).price).toMatchObject({ total: "120", free_time: 0 });
  });

  it("adds the VAT of a customer that pays it", async () => {
    const customer = (add_vat: boolean) =>
      createCustomer(admin, { billing_profile_id: profile, vat_rate: 19.5, add_vat });
    const payer = await customer(true);
    const asked = { duration: 60, free_time: 0 };
    expect((await answer({ ...asked, customer_id: payer })).price).toMatchObject({
      net: "120",
      vat: { percent: 19.5, amount: "23.4" },
      total: "143.4",
    });
    expect((await answer({ ...asked, customer_id: await customer(false) })).price).toMatchObject({ vat: null });
    const unknown = ["/customer_id rules.reference"];
    expect(errorsOf(await ask({ ...asked, customer_id: 999_999 }))).toEqual(unknown);
    expect(errorsOf(await ask({ ...asked, customer_id: "1e3" }))).toEqual(unknown);
  });

  it("knows that a number was ported on the day of the call, unless the profile ignores domains", async () => {
    const carrier = await admin.create("lnpcarriers", { name: "Other", prefix: "D7" });
    await admin.create("lnpnumbers", { carrier_id: carrier, number: "43199", start: "2026-01-01", end: "2026-06-30" });
    const ported = await fee(`lnp:${carrier}`, { match_mode: "exact_destination" });
    const found = async (values: object) => {
      const { fee: one, attempt } = await answer({ callee: "43199", ...values });
      return [one?.id, attempt];
    };
    expect(await found({})).toEqual([ported, "ported_carrier"]);
    expect(await found({ start: "2026-07-01T12:00:00Z" })).toEqual([applies, "domain"]);
    await admin.send("PATCH", `/api/billingprofiles/${profile}`, [
      { op: "replace", path: "/ignore_domain", value: true },
    ]);
    expect(await found({})).toEqual([applies, "user"]);
  });

  it("is unknown without a fee", async () => {
    expect(await answer({ callee: "1" })).toMatchObject({ fee: null, attempt: null, price: null });
    expect(await answer({ direction: "in" })).toMatchObject({ fee: null, price: null });
  });

  it("needs the call, and names everything that is wrong with it", async () => {
    expect(errorsOf(await ask({ caller: "", callee: undefined, start: undefined, duration: undefined }))).toEqual([
      "/caller rules.required",
      "/callee rules.required",
      "/start rules.required",
      "/duration rules.required",
    ]);
    const wrong = { callee: "4".repeat(256), direction: "up", start: "noon", duration: -1, free_time: "x" };
    expect(errorsOf(await ask(wrong))).toEqual([
      "/callee rules.maxLength",
      "/direction rules.enum",
      "/start rules.format.date-time",
      "/duration rules.minimum",
      "/free_time rules.type.number",
    ]);
    expect(errorsOf(await ask({ duration: 1e9 }))).toEqual(["/duration rules.maximum"]);
  });

  it("is for those who may read the profile's fees", async () => {
    expect((await ask({}, await platform.as("resellerTwo"))).status).toBe(200);
    expect((await ask({}, await platform.as("reader"))).status).toBe(200);
    expect((await ask({}, await platform.as("resellerThree"))).status).toBe(404);
    expect((await ask({}, await platform.as("care"))).status).toBe(403);
    expect((await ask({}, platform.anonymous)).status).toBe(401);
    expect((await ask({}, admin, 999_999)).status).toBe(404);
  });
});
