import type { Json, WireRecord } from "../../../src/core/descriptor.ts";
import type { World } from "../../../tests/support/world.ts";
import { collection, recordsOf } from "./requests.ts";
import { change, duplicate, foreignCustomer, fromOtherReseller, patch, post, type State } from "./stateMakers.ts";
import { subscriberStates } from "./subscriberStates.ts";

/** Values that refer to another reseller's rewrite rules. */
async function foreignRewriteRules(world: World): Promise<WireRecord> {
  return { rwr_set_id: await fromOtherReseller(world, "rewriterulesets"), rwr_dp: "caller_in" };
}

/** A package of another reseller. */
async function foreignPackage(world: World): Promise<number> {
  const reseller_id = await world.make("resellers");
  const profile_id = await world.make("billingprofiles", { reseller_id });
  return world.make("profilepackages", { reseller_id, initial_profiles: [{ profile_id }] as Json });
}

const schedule = (resource: string, interval: (world: World) => Promise<WireRecord> | WireRecord = () => ({})): State =>
  post(resource, async (world) => ({
    billing_profile_definition: "profiles",
    billing_profiles: [{ profile_id: await world.shared("billingprofiles"), ...(await interval(world)) } as never],
  }));

const pastYear = { start: "2001-01-01T00:00:00Z" };

/** Rules of schedules, for contracts and customers alike. */
const scheduleStates = (resource: string): Readonly<Record<string, State>> => ({
  [`intervalOpenNeeded ${resource} /billing_profiles`]: schedule(resource, () => ({ start: "2999-01-01T00:00:00Z" })),
  [`intervalStopAlone ${resource} /billing_profiles/0/start`]: schedule(resource, () => ({
    stop: "2999-01-01T00:00:00Z",
  })),
  [`future ${resource} /billing_profiles/0/start`]: schedule(resource, () => pastYear),
  [`intervalOpenRefused ${resource} /billing_profiles/0/start`]: change(resource, "billing_profiles", async (world) => [
    { profile_id: await world.shared("billingprofiles") },
  ]),
});

/** States of each list of profiles in a package. */
const packageStates = Object.fromEntries(
  ["initial_profiles", "underrun_profiles", "topup_profiles"].flatMap((list) => {
    const mixed = (values: WireRecord): State =>
      post("profilepackages", async (world) => ({
        [list]: [
          { profile_id: await world.shared("billingprofiles") },
          { profile_id: await world.make("billingprofiles", values) },
        ],
      }));
    const foreign = (field: string, resource: string): State =>
      post("profilepackages", async (world) => ({
        [list]: [
          {
            profile_id: await world.shared("billingprofiles"),
            [field]: await fromOtherReseller(world, resource),
          },
        ],
      }));
    return [
      [`prepaidMixed profilepackages /${list}/0/profile_id`, mixed({ prepaid: true })],
      [`freeCashDiffers profilepackages /${list}/0/profile_id`, mixed({ interval_free_cash: 500 })],
      [`freeTimeDiffers profilepackages /${list}/0/profile_id`, mixed({ interval_free_time: 500 })],
      [`otherReseller profilepackages /${list}/0/profile_id`, foreign("profile_id", "billingprofiles")],
      [`otherReseller profilepackages /${list}/0/network_id`, foreign("network_id", "billingnetworks")],
    ];
  }),
);

/** States by rule, resource and pointer. */
export const businessStates: Readonly<Record<string, State>> = {
  ...subscriberStates,
  ...Object.fromEntries(
    ["interval_charge", "interval_free_time", "interval_free_cash"].map((field) => [
      `frozenInUse billingprofiles /${field}`,
      change("billingprofiles", field, async (world, id) => {
        await world.make("customers", { billing_profile_id: id });
        return 77;
      }),
    ]),
  ),
  ...packageStates,
  "profileOpenNeeded profilepackages /initial_profiles": post("profilepackages", async (world) => ({
    initial_profiles: [
      {
        profile_id: await world.shared("billingprofiles"),
        network_id: await world.shared("billingnetworks"),
      },
    ],
  })),
  "underrunThresholdNeeded profilepackages /underrun_profile_threshold": post("profilepackages", async (world) => ({
    underrun_profile_threshold: null,
    underrun_profiles: [{ profile_id: await world.shared("billingprofiles") }],
  })),
  ...Object.fromEntries(
    [
      ["unit", "week"],
      ["value", 7],
      ["start_mode", "create"],
    ].map(([field, value = null]) => [
      `packageInUse profilepackages /balance_interval_${field}`,
      change("profilepackages", `balance_interval_${field}`, async (world, id) => {
        await world.make("customers", { profile_package_id: id });
        return value;
      }),
    ]),
  ),
  "otherReseller vouchers /package_id": post("vouchers", async (world) => ({
    package_id: await foreignPackage(world),
  })),
  "otherReseller customers /profile_package_id": post("customers", async (world) => ({
    profile_package_id: await foreignPackage(world),
  })),
  "otherReseller customers /billing_profiles/0/network_id": schedule("customers", async (world) => ({
    network_id: await fromOtherReseller(world, "billingnetworks"),
  })),
  "overlaps billingprofiles /peaktime_weekdays/0/start": post("billingprofiles", () => ({
    peaktime_weekdays: [
      { weekday: 0, start: "08:00:00", stop: "10:00:00" },
      { weekday: 0, start: "10:00:00", stop: "12:00:00" },
    ],
  })),
  "overlaps billingprofiles /peaktime_special/0/start": post("billingprofiles", () => ({
    peaktime_special: [
      { start: "2030-12-24T12:00:00Z", stop: "2030-12-26T00:00:00Z" },
      { start: "2030-12-24T00:00:00Z", stop: "2030-12-24T12:00:00Z" },
    ],
  })),
  "networkFamilies billingnetworks /blocks/0/ip": post("billingnetworks", () => ({
    blocks: [{ ip: "192.0.2.1" }, { ip: "2001:db8::1" }],
  })),
  "networksOverlap billingnetworks /blocks/0/ip": post("billingnetworks", () => ({
    blocks: [
      { ip: "192.0.2.7", mask: 24 },
      { ip: "192.0.2.200", mask: 29 },
    ],
  })),
  "prepaidOnContract contracts /billing_profile_id": post("contracts", async (world) => ({
    billing_profile_id: await world.make("billingprofiles", { prepaid: true }),
  })),
  "peeringMaxSubscribers contracts /max_subscribers": post("contracts", () => ({
    type: "sippeering",
    max_subscribers: 5,
  })),
  ...scheduleStates("contracts"),
  ...scheduleStates("customers"),
  "prepaidOnContract contracts /billing_profiles/0/profile_id": schedule("contracts", async (world) => ({
    profile_id: await world.make("billingprofiles", { prepaid: true }),
  })),
  "otherReseller customers /billing_profiles/0/profile_id": schedule("customers", async (world) => ({
    profile_id: await fromOtherReseller(world, "billingprofiles"),
  })),
  "otherReseller customers /contact_id": change("customers", "contact_id", (world) =>
    fromOtherReseller(world, "customercontacts"),
  ),
  "terminated customers /contact_id": async (world, requests) => {
    const reseller_id = await world.make("resellers");
    const contact_id = await world.make("customercontacts", { reseller_id });
    const billing_profile_id = await world.make("billingprofiles", { reseller_id });
    // Its customers keep the contact.
    await world.make("customers", { contact_id, billing_profile_id });
    await patch(requests, "resellers", reseller_id, "status", "terminated");
    return post("customers", () => ({ contact_id, billing_profile_id }))(world, requests);
  },
  "cloudPbxNeeded autoattendants /slots": change(
    "autoattendants",
    "slots",
    () => [{ slot: "1", destination: "x" }],
    (world) => world.make("subscribers"),
  ),
  "pbxNeeded managersecretary /secretary_numbers": change(
    "managersecretary",
    "secretary_numbers",
    () => [{ number: "4416321" }],
    (world) => world.make("subscribers"),
  ),
  "noColleague managersecretary /secretary_numbers/0/number": change(
    "managersecretary",
    "secretary_numbers",
    () => [{ number: "4416321" }],
    (world) => world.ownerOf("managersecretary"),
  ),
  "unique headerrulesets /rules/0/name": post("headerrulesets", async (world) => {
    const { set_id: _, ...rule } = await world.valid("headerrules");
    return { rules: [rule, rule] as Json };
  }),
  "otherReseller headerrules /conditions/0/rwr_set_id": post("headerrules", async (world) => ({
    conditions: [await foreignRewriteRules(world)] as Json,
  })),
  "otherReseller headerrules /actions/0/rwr_set_id": post("headerrules", async (world) => ({
    actions: [await foreignRewriteRules(world)] as Json,
  })),
  "otherReseller headerrulesets /rules/0/conditions/0/rwr_set_id": post("headerrulesets", async (world) => ({
    rules: [{ conditions: [await foreignRewriteRules(world)] }] as Json,
  })),
  "otherReseller headerrulesets /rules/0/actions/0/rwr_set_id": post("headerrulesets", async (world) => ({
    rules: [{ actions: [await foreignRewriteRules(world)] }] as Json,
  })),
  "unique numberblocks /sn_prefix": duplicate("numberblocks", ["cc", "ac", "sn_prefix"]),
  "primaryNumberMove numbers /subscriber_id": async (world, requests) => {
    const owner = await world.make("subscribers");
    const found = await requests.request("GET", `${collection("numbers")}?subscriber_id=${owner}`);
    const [number] = recordsOf(found, "numbers");
    return patch(requests, "numbers", Number(number?.id), "subscriber_id", await world.make("subscribers"));
  },
  "soundHandleUnknown soundfiles /handle": post("soundfiles", () => ({ handle: "no_such_handle" })),
  "parentLoop soundsets /parent_id": change("soundsets", "parent_id", (_, id) => id),
  "otherReseller soundsets /customer_id": post("soundsets", async (world) => ({
    customer_id: await foreignCustomer(world),
  })),
  "otherReseller soundsets /parent_id": post("soundsets", async (world) => ({
    parent_id: await fromOtherReseller(world, "soundsets", { customer_id: null }),
  })),
  "future subscriberregistrations /expires": post("subscriberregistrations", () => ({
    expires: "2001-01-01T00:00:00Z",
  })),
  "otherReseller customers /billing_profile_id": post("customers", async (world) => ({
    billing_profile_id: await fromOtherReseller(world, "billingprofiles"),
  })),
  "otherReseller headerruleactions /rwr_set_id": post("headerruleactions", foreignRewriteRules),
  "otherReseller headerruleconditions /rwr_set_id": post("headerruleconditions", foreignRewriteRules),
  "otherReseller ncoslevels /time_set_id": post("ncoslevels", async (world) => ({
    time_set_id: await fromOtherReseller(world, "timesets"),
  })),
  "otherReseller ncossetlevels /ncos_level_id": post("ncossetlevels", async (world) => ({
    ncos_level_id: await fromOtherReseller(world, "ncoslevels", { time_set_id: null }),
  })),
  "preferenceUnknown subscriberprofiles /attributes/0": post("subscriberprofiles", () => ({ attributes: ["no_such"] })),
  "numberUnknown interceptions /number": post("interceptions", () => ({ number: "99999999" })),
  "shorterThanPrefix numberblocks /sn_length": post("numberblocks", () => ({ sn_prefix: "12345", sn_length: 4 })),
  "numberTooLong numberblocks /sn_length": post("numberblocks", () => ({ cc: "44", ac: "1632", sn_length: 15 })),
  "otherReseller vouchers /customer_id": post("vouchers", async (world) => ({
    customer_id: await foreignCustomer(world),
  })),
};
