import type { Json, WireRecord } from "../../../src/core/descriptor.ts";
import type { World } from "../../../tests/support/world.ts";
import { collection } from "./requests.ts";
import { duplicate, fromOtherReseller, pbxCustomer, post, type State } from "./stateMakers.ts";

const seat = (values: WireRecord): State =>
  post("subscribers", async (world) => ({ customer_id: await pbxCustomer(world), pbx_extension: "101", ...values }));

/** A pilot with this number, and its customer. */
async function pilotWith(world: World, sn: string): Promise<number> {
  const customer_id = await pbxCustomer(world);
  const pilot = await world.valid("subscribers", { "customer_id.type": "pbxaccount", is_pbx_pilot: true });
  await world.make("subscribers", { ...pilot, customer_id, primary_number: { cc: "44", ac: "1632", sn } });
  return customer_id;
}

/** A number that another subscriber has. */
async function takenNumber(world: World): Promise<WireRecord & { [key: string]: Json }> {
  const sn = (await world.numberInUse()).slice("441632".length);
  return { cc: "44", ac: "1632", sn };
}

/** States that subscribers must not get into, by rule, resource and pointer. */
export const subscriberStates: Readonly<Record<string, State>> = {
  "otherReseller subscribers /domain_id": post("subscribers", async (world) => ({
    domain_id: await fromOtherReseller(world, "domains"),
  })),
  "otherReseller subscribers /profile_set_id": post("subscribers", async (world) => ({
    profile_set_id: await fromOtherReseller(world, "subscriberprofilesets"),
    profile_id: null,
  })),
  "profileNotInSet subscribers /profile_id": post("subscribers", async (world) => ({
    profile_set_id: await world.make("subscriberprofilesets"),
    profile_id: await world.make("subscriberprofiles", { set_id: await world.make("subscriberprofilesets") }),
  })),
  "pilotNeeded subscribers /is_pbx_pilot": seat({}),
  "groupPilotNeeded subscribers /is_pbx_pilot": seat({ is_pbx_group: true }),
  "pilotTaken subscribers /is_pbx_pilot": async (world, requests) => {
    const customer_id = await pbxCustomer(world);
    await world.pilotOf(customer_id);
    return post("subscribers", () => ({ customer_id, is_pbx_pilot: true }))(world, requests);
  },
  "otherCustomer subscribers /pbx_groupmember_ids/0": async (world, requests) => {
    const customer_id = await pbxCustomer(world);
    await world.pilotOf(customer_id);
    const otherSubscriber = await world.make("subscribers");
    const group = { customer_id, is_pbx_group: true, pbx_extension: "200", pbx_groupmember_ids: [otherSubscriber] };
    return post("subscribers", () => group)(world, requests);
  },
  "numberTaken subscribers /primary_number": duplicate("subscribers", ["primary_number"]),
  "numberTooLong subscribers /primary_number": post("subscribers", () => ({
    primary_number: { cc: "44", ac: "1632", sn: "1".repeat(20) },
  })),
  "fixed subscribers /is_pbx_pilot": async (world, requests) => {
    const id = await world.pilotOf(await pbxCustomer(world));
    return requests.request("PATCH", `${collection("subscribers")}${id}`, [
      { op: "replace", path: "/is_pbx_pilot", value: false },
      { op: "add", path: "/pbx_extension", value: "101" },
    ]);
  },
  "numberTooLong subscribers /alias_numbers/0": post("subscribers", () => ({
    alias_numbers: [{ cc: "44", ac: "1632", sn: "1".repeat(20) }],
  })),
  "numberTooLong subscribers /pbx_extension": post("subscribers", async (world) => ({
    customer_id: await pilotWith(world, world.digits()),
    pbx_extension: "12345",
  })),
  "numberTaken subscribers /alias_numbers/0": post("subscribers", async (world) => ({
    alias_numbers: [await takenNumber(world)],
  })),
  "numberTaken subscribers /pbx_extension": post("subscribers", async (world) => {
    const { sn } = await takenNumber(world);
    const base = String(sn);
    return { customer_id: await pilotWith(world, base.slice(0, -2)), pbx_extension: base.slice(-2) };
  }),
  "numbersTaken subscribers /alias_numbers": post("subscribers", async (world) => ({
    alias_numbers: Array.from({ length: 12 }, () => ({ cc: "44", ac: "1632", sn: world.digits() })).flatMap((one) => [
      one,
      one,
    ]),
  })),
  "otherCustomer subscribers /pbx_group_ids/0": async (world, requests) => {
    const customer_id = await pbxCustomer(world);
    await world.pilotOf(customer_id);
    const pbx_group_ids = [await world.make("subscribers")];
    return post("subscribers", () => ({ customer_id, pbx_extension: "201", pbx_group_ids }))(world, requests);
  },
};
