import type { Json, WireRecord } from "../../../src/core/descriptor.ts";
import type { World } from "../../../tests/support/world.ts";
import { collection } from "./requests.ts";
import { duplicate, numberOf, ofReseller, pbxCustomer, pilotWith, post, type State } from "./stateMakers.ts";

/** A seat or group of a cloud PBX, which has no pilot yet if the rule is to be broken. */
const firstSeat = (values: WireRecord): State =>
  post("subscribers", async (world, isBroken) => {
    const customer_id = await pbxCustomer(world);
    if (!isBroken) await world.pilotOf(customer_id);
    return { customer_id, pbx_extension: "101", ...values };
  });

/** The end of a number that another subscriber has, or of one that nobody has. */
async function endOf(world: World, isTaken: boolean): Promise<string> {
  return isTaken ? (await world.numberInUse()).slice("441632".length) : world.digits();
}

/** 15 digits with country and area code are as many as a number may have. */
const longest = (isBroken: boolean): { [key: string]: Json } => numberOf("1".repeat(isBroken ? 10 : 9));

/** A seat or group of the same cloud PBX, or a subscriber of another customer. */
async function colleague(world: World, customer_id: number, isOther: boolean, values: WireRecord): Promise<number> {
  return world.make("subscribers", isOther ? {} : { customer_id, primary_number: undefined, ...values });
}

/** States that subscribers must not get into, by rule, resource and pointer. */
export const subscriberStates: Readonly<Record<string, State>> = {
  "otherReseller subscribers /domain_id": post("subscribers", async (world, isBroken) => ({
    domain_id: await ofReseller(world, "domains", isBroken),
  })),
  "otherReseller subscribers /profile_set_id": post("subscribers", async (world, isBroken) => ({
    profile_set_id: await ofReseller(world, "subscriberprofilesets", isBroken),
    profile_id: null,
  })),
  "profileNotInSet subscribers /profile_id": post("subscribers", async (world, isBroken) => {
    const profile_set_id = await world.make("subscriberprofilesets");
    const own = isBroken ? await world.make("subscriberprofilesets") : profile_set_id;
    return { profile_set_id, profile_id: await world.make("subscriberprofiles", { profile_set_id: own }) };
  }),
  "pilotNeeded subscribers /is_pbx_pilot": firstSeat({}),
  // What a group does without, it has of its pilot.
  "groupPilotNeeded subscribers /is_pbx_pilot": firstSeat({
    is_pbx_group: true,
    ...{ username: undefined, password: undefined, domain_id: undefined },
  }),
  "groupPilotNeeded subscribers /is_pbx_pilot with a login": firstSeat({ is_pbx_group: true }),
  "pilotTaken subscribers /is_pbx_pilot": post("subscribers", async (world, isBroken) => {
    const customer_id = await pbxCustomer(world);
    if (isBroken) await world.pilotOf(customer_id);
    return { customer_id, is_pbx_pilot: true };
  }),
  "otherCustomer subscribers /pbx_groupmember_ids/0": post("subscribers", async (world, isBroken) => {
    const customer_id = await pbxCustomer(world);
    await world.pilotOf(customer_id);
    const member = await colleague(world, customer_id, isBroken, { pbx_extension: "101" });
    return { customer_id, is_pbx_group: true, pbx_extension: "200", pbx_groupmember_ids: [member] };
  }),
  "otherCustomer subscribers /pbx_group_ids/0": post("subscribers", async (world, isBroken) => {
    const customer_id = await pbxCustomer(world);
    await world.pilotOf(customer_id);
    const group = await colleague(world, customer_id, isBroken, { pbx_extension: "200", is_pbx_group: true });
    return { customer_id, pbx_extension: "201", pbx_group_ids: [group] };
  }),
  "extensionOutOfRange subscribers /pbx_extension": async (world, requests, isBroken) => {
    const customer_id = await pbxCustomer(world);
    await world.pilotOf(customer_id);
    await requests.request("PATCH", `${collection("customerpreferences")}${customer_id}`, [
      { op: "add", path: "/ext_range_min", value: 20 },
      { op: "add", path: "/ext_range_max", value: 39 },
    ]);
    return post("subscribers", () => ({ customer_id, pbx_extension: isBroken ? "40" : "39" }))(
      world,
      requests,
      isBroken,
    );
  },
  "numberTaken subscribers /primary_number": duplicate("subscribers", ["primary_number"]),
  "numberTooLong subscribers /primary_number": post("subscribers", (_, isBroken) => ({
    primary_number: longest(isBroken),
  })),
  "fixed subscribers /is_pbx_pilot": async (world, requests, isBroken) => {
    const id = await world.pilotOf(await pbxCustomer(world));
    return requests.request("PATCH", `${collection("subscribers")}${id}`, [
      { op: "replace", path: "/is_pbx_pilot", value: !isBroken },
      { op: "add", path: "/pbx_extension", value: "101" },
    ]);
  },
  "numberTooLong subscribers /alias_numbers/0": post("subscribers", (_, isBroken) => ({
    alias_numbers: [{ ...longest(isBroken), ac: "1633" }],
  })),
  "numberTooLong subscribers /pbx_extension": post("subscribers", async (world, isBroken) => ({
    customer_id: await pilotWith(world, world.digits()),
    pbx_extension: isBroken ? "1234" : "123",
  })),
  "numberTaken subscribers /alias_numbers/0": post("subscribers", async (world, isBroken) => ({
    alias_numbers: [numberOf(await endOf(world, isBroken))],
  })),
  "numberTaken subscribers /pbx_extension": post("subscribers", async (world, isBroken) => {
    const base = world.digits();
    if (isBroken) await world.make("subscribers", { primary_number: numberOf(`${base}1`) });
    return { customer_id: await pilotWith(world, base), pbx_extension: "1" };
  }),
  "numbersTaken subscribers /alias_numbers": post("subscribers", (world, isBroken) => ({
    alias_numbers: Array.from({ length: 12 }, () => numberOf(world.digits())).flatMap((one) =>
      isBroken ? [one, one] : [one],
    ),
  })),
};
