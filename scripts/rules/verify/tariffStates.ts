import type { Json, WireRecord } from "../../../src/core/descriptor.ts";
import type { World } from "../../../tests/support/world.ts";
import { change, ofReseller, post, type State } from "./stateMakers.ts";

/** A profile package of another reseller, or of the world's own. */
export async function packageOf(world: World, isForeign: boolean): Promise<number> {
  if (!isForeign) return world.make("profilepackages");
  const reseller_id = await world.make("resellers");
  const profile_id = await world.make("billingprofiles", { reseller_id });
  return world.make("profilepackages", { reseller_id, initial_profiles: [{ profile_id }] });
}

/** States of a list of profiles in a package. */
function listStates(list: string): Readonly<Record<string, State>> {
  /** Two profiles that differ in what they must have in common, or that do not. */
  const differing = (values: WireRecord): State =>
    post("profilepackages", async (world, isBroken) => ({
      [list]: [
        { profile_id: await world.shared("billingprofiles") },
        { profile_id: await world.make("billingprofiles", isBroken ? values : {}) },
      ],
    }));
  const foreign = (field: string, resource: string): State =>
    post("profilepackages", async (world, isBroken) => {
      const open = { profile_id: await world.shared("billingprofiles") };
      const other: { [key: string]: Json } = { ...open, [field]: await ofReseller(world, resource, isBroken) };
      return { [list]: [open, other] };
    });
  return {
    [`prepaidMixed profilepackages /${list}/0/profile_id`]: differing({ prepaid: true }),
    [`freeCashDiffers profilepackages /${list}/0/profile_id`]: differing({ interval_free_cash: 500 }),
    [`freeTimeDiffers profilepackages /${list}/0/profile_id`]: differing({ interval_free_time: 500 }),
    [`otherReseller profilepackages /${list}/0/profile_id`]: foreign("profile_id", "billingprofiles"),
    [`otherReseller profilepackages /${list}/0/network_id`]: foreign("network_id", "billingnetworks"),
  };
}

/** An interval of a package that customers have, or that nobody has. */
const packageInUse = (field: string, value: Json): Readonly<Record<string, State>> => ({
  [`packageInUse profilepackages /${field}`]: change("profilepackages", field, async (world, isBroken, id) => {
    if (isBroken) await world.make("customers", { profile_package_id: id });
    return value;
  }),
});

/** States of billing networks and packages, by rule, resource and pointer. */
export const tariffStates: Readonly<Record<string, State>> = {
  ...listStates("initial_profiles"),
  ...listStates("underrun_profiles"),
  ...listStates("topup_profiles"),
  ...packageInUse("balance_interval_unit", "week"),
  ...packageInUse("balance_interval_value", 7),
  ...packageInUse("balance_interval_start_mode", "create"),
  "profileOpenNeeded profilepackages /initial_profiles": post("profilepackages", async (world, isBroken) => ({
    initial_profiles: [
      {
        profile_id: await world.shared("billingprofiles"),
        network_id: isBroken ? await world.shared("billingnetworks") : null,
      },
    ],
  })),
  "underrunThresholdNeeded profilepackages /underrun_profile_threshold": post(
    "profilepackages",
    async (world, isBroken) => ({
      underrun_profile_threshold: isBroken ? null : 5,
      underrun_profiles: [{ profile_id: await world.shared("billingprofiles") }],
    }),
  ),
  "otherReseller vouchers /package_id": post("vouchers", async (world, isBroken) => ({
    package_id: await packageOf(world, isBroken),
  })),
  "otherReseller customers /profile_package_id": post("customers", async (world, isBroken) => ({
    profile_package_id: await packageOf(world, isBroken),
  })),
  "otherReseller customers /billing_profiles/0/network_id": post("customers", async (world, isBroken) => {
    const profile_id = await world.shared("billingprofiles");
    const inNetwork = { profile_id, network_id: await ofReseller(world, "billingnetworks", isBroken) };
    return { billing_profile_definition: "profiles", billing_profiles: [{ profile_id } as Json, inNetwork] };
  }),
  "networkFamilies billingnetworks /blocks/0/ip": post("billingnetworks", (_, isBroken) => ({
    blocks: [{ ip: "192.0.2.1" }, { ip: isBroken ? "2001:db8::1" : "198.51.100.1" }],
  })),
  "networksOverlap billingnetworks /blocks/0/ip": post("billingnetworks", (_, isBroken) => ({
    blocks: [
      { ip: "192.0.2.7", mask: isBroken ? 24 : 29 },
      { ip: "192.0.2.200", mask: 29 },
    ],
  })),
};
