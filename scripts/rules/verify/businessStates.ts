import type { BusinessRule } from "../../../src/core/businessRules.ts";
import type { WireRecord } from "../../../src/core/descriptor.ts";
import type { BusinessEntry } from "../../../src/core/rulebook/businessBook.ts";
import { tells } from "../../../src/core/rulebook/cases.ts";
import type { World } from "../../../tests/support/world.ts";
import { describeErrors, type Outcome } from "./outcome.ts";
import { collection, type Reply, type Requests, replaceField } from "./requests.ts";
import { type ApiTarget, resultOf } from "./target.ts";

/** Creates the state that a rule is about, then sends the request it forbids. */
type State = (world: World, requests: Requests) => Promise<Reply>;

const post =
  (resource: string, change: (world: World, record: WireRecord) => Promise<WireRecord> | WireRecord): State =>
  async (world, requests) => {
    const record = await world.valid(resource);
    return requests.request("POST", collection(resource), { ...record, ...(await change(world, record)) });
  };

/** Creates two records that are equal in these fields. */
const duplicate =
  (resource: string, fields: readonly string[]): State =>
  async (world, requests) => {
    const [first, second] = [await world.valid(resource), await world.valid(resource)];
    await requests.request("POST", collection(resource), first);
    const copied = Object.fromEntries(fields.map((field) => [field, first[field]]));
    return requests.request("POST", collection(resource), { ...second, ...copied });
  };

/** A record of another, new reseller. */
async function fromOtherReseller(world: World, resource: string, values: WireRecord = {}): Promise<number> {
  return world.make(resource, { ...values, reseller_id: await world.make("resellers") });
}

/** Values that refer to another reseller's rewrite rules. */
async function foreignRewriteRules(world: World): Promise<WireRecord> {
  return { rwr_set_id: await fromOtherReseller(world, "rewriterulesets"), rwr_dp: "caller_in" };
}

async function pbxCustomer(world: World): Promise<number> {
  return world.make("customers", { type: "pbxaccount" });
}

const seat = (values: WireRecord): State =>
  post("subscribers", async (world) => ({ customer_id: await pbxCustomer(world), pbx_extension: "101", ...values }));

async function terminatedReseller(world: World, requests: Requests): Promise<number> {
  const id = await world.make("resellers");
  await requests.request("PATCH", `${collection("resellers")}${id}`, replaceField("status", "terminated"));
  return id;
}

const schedule = (interval: WireRecord): State =>
  post("contracts", async (world) => ({
    billing_profile_definition: "profiles",
    billing_profiles: [{ profile_id: await world.shared("billingprofiles"), ...interval } as never],
  }));

/** States by rule, resource and pointer, as listed in the business book. */
const businessStates: Readonly<Record<string, State>> = {
  "terminated billingprofiles /reseller_id": async (world, requests) => {
    const reseller_id = await terminatedReseller(world, requests);
    return post("billingprofiles", () => ({ reseller_id }))(world, requests);
  },
  "frozenInUse billingprofiles /interval_charge": async (world, requests) => {
    const id = await world.make("billingprofiles");
    await world.make("customers", { billing_profile_id: id });
    return requests.request("PATCH", `${collection("billingprofiles")}${id}`, replaceField("interval_charge", 77));
  },
  "overlaps billingprofiles /peaktime_weekdays/1/start": post("billingprofiles", () => ({
    peaktime_weekdays: [
      { weekday: 0, start: "08:00:00", stop: "10:00:00" },
      { weekday: 0, start: "10:00:00", stop: "12:00:00" },
    ],
  })),
  "overlaps billingprofiles /peaktime_special/1/start": post("billingprofiles", () => ({
    peaktime_special: [
      { start: "2030-12-24T12:00:00Z", stop: "2030-12-26T00:00:00Z" },
      { start: "2030-12-24T00:00:00Z", stop: "2030-12-24T12:00:00Z" },
    ],
  })),
  "prepaidOnContract contracts /billing_profile_id": post("contracts", async (world) => ({
    billing_profile_id: await world.make("billingprofiles", { prepaid: true }),
  })),
  "peeringMaxSubscribers contracts /max_subscribers": post("contracts", () => ({
    type: "sippeering",
    max_subscribers: 5,
  })),
  "intervalOpenNeeded contracts /billing_profiles": schedule({ start: "2999-01-01T00:00:00Z" }),
  "intervalStopAlone contracts /billing_profiles/0/start": schedule({ stop: "2999-01-01T00:00:00Z" }),
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
  "otherReseller vouchers /customer_id": post("vouchers", async (world) => {
    const reseller = await world.make("resellers");
    const contact_id = await world.make("customercontacts", { reseller_id: reseller });
    const billing_profile_id = await world.make("billingprofiles", { reseller_id: reseller });
    return { customer_id: await world.make("customers", { contact_id, billing_profile_id }) };
  }),
};

const stateKey = (entry: { rule: BusinessRule; resource: string; pointer: string }) =>
  `${entry.rule} ${entry.resource} ${entry.pointer}`;

/** Verifies a rule about other records: creates the state, then tries what the rule forbids. */
export async function verifyBusiness({ requests, world }: ApiTarget, entry: BusinessEntry): Promise<Outcome[]> {
  const { rule, resource, pointer } = entry;
  const state = businessStates[stateKey(entry)];
  if (!state) return [];
  const key = `rules.business.${rule}`;
  const { errors, failure } = resultOf(await state(world, requests));
  const isRefused = failure === undefined && tells(errors, { pointer, rule: "business", key });
  return [
    {
      part: "api",
      resource,
      pointer,
      rule,
      name: `${resource} ${pointer} ${rule} refuses`,
      verdict: isRefused ? "refused" : "discrepancy",
      value: "(a state of other records)",
      expected: `refused: ${key} at ${pointer}`,
      got: failure ?? describeErrors(errors),
      where: `/api/${resource}/`,
    },
  ];
}
