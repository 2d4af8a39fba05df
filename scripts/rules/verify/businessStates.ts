import type { Json } from "../../../src/core/descriptor.ts";
import { customerTemplates } from "../../../src/core/mail/mailTemplates.ts";
import { foreignCustomer, type World } from "../../../tests/support/world.ts";
import { deviceStates } from "./deviceStates.ts";
import { invoiceStates } from "./invoiceStates.ts";
import { messageStates } from "./messageStates.ts";
import { collection, recordsOf, replaceField } from "./requests.ts";
import {
  change,
  customerOf,
  duplicate,
  makeFor,
  ofReseller,
  patch,
  pilotWith,
  post,
  type State,
} from "./stateMakers.ts";
import { subscriberStates } from "./subscriberStates.ts";
import { tariffStates } from "./tariffStates.ts";
import { topUpStates } from "./topUpStates.ts";

/** Values that refer to another reseller's rewrite rules, or to own ones. */
async function rewriteRules(world: World, isForeign: boolean): Promise<{ [key: string]: Json }> {
  return { rwr_set_id: await ofReseller(world, "rewriterulesets", isForeign), rwr_dp: "caller_in" };
}

type Part = { [key: string]: Json };

/** A condition or an action, as it is sent within a rule. */
async function rulePart(world: World, resource: string, isForeign: boolean): Promise<Part> {
  const { set_id: _, rule_id: __, ...part } = await world.valid(resource);
  return { ...(part as Part), ...(await rewriteRules(world, isForeign)) };
}

/** A rule, as it is sent within a set. */
async function ruleWith(world: World, parts: Part): Promise<Part> {
  const { set_id: _, ...rule } = await world.valid("headerrules");
  return { ...(rule as Part), ...parts };
}

type Interval = { readonly start?: string; readonly stop?: string };

/** A new record with a schedule of these intervals; all have the same billing profile. */
const schedule = (
  resource: string,
  intervals: (isBroken: boolean) => readonly Interval[],
  profileFor: (world: World, isBroken: boolean) => Promise<number> = (world) => world.shared("billingprofiles"),
): State =>
  post(resource, async (world, isBroken) => {
    const profile_id = await profileFor(world, isBroken);
    return {
      billing_profile_definition: "profiles",
      billing_profiles: intervals(isBroken).map((interval) => ({ profile_id, ...interval })),
    };
  });

/** Far ahead: what starts is in the future. */
const ahead = "2999-01-01T00:00:00Z";

/** Rules of schedules, for contracts and customers alike. */
const scheduleStates = (resource: string): Readonly<Record<string, State>> => ({
  [`intervalOpenNeeded ${resource} /billing_profiles`]: schedule(resource, (isBroken) => [
    isBroken ? { start: ahead } : {},
  ]),
  [`intervalStopAlone ${resource} /billing_profiles/0/start`]: schedule(resource, (isBroken) => [
    {},
    { stop: "2999-02-01T00:00:00Z", ...(isBroken ? {} : { start: ahead }) },
  ]),
  [`future ${resource} /billing_profiles/0/start`]: schedule(resource, (isBroken) => [
    {},
    { start: isBroken ? "2001-01-01T00:00:00Z" : ahead },
  ]),
  [`intervalOpenRefused ${resource} /billing_profiles/0/start`]: change(
    resource,
    "billing_profiles",
    async (world, isBroken) => [
      { profile_id: await world.shared("billingprofiles"), ...(isBroken ? {} : { start: ahead }) },
    ],
  ),
});

/** A manager in a cloud PBX, and the number of a colleague; or either from elsewhere. */
const secretary =
  (other: "the manager" | "the number"): State =>
  async (world, requests, isBroken) => {
    const sn = world.digits();
    const seat = { customer_id: await pilotWith(world, sn), pbx_extension: "101", primary_number: undefined };
    const manager = await world.make("subscribers", isBroken && other === "the manager" ? {} : seat);
    const number = isBroken && other === "the number" ? "4416321" : `441632${sn}`;
    return patch(requests, "managersecretary", manager, "secretary_numbers", [{ number }]);
  };

const prepaidProfile = (world: World, prepaid: boolean) => world.make("billingprofiles", { prepaid });

/** A new template with a text that breaks the rule in one of these fields. */
function placeholderStates(rule: string, fields: readonly string[], text: string): Readonly<Record<string, State>> {
  return Object.fromEntries(
    fields.map((field) => [
      `${rule} emailtemplates /${field}`,
      post("emailtemplates", (_, isBroken) => ({ [field]: isBroken ? text : "[% client.email %]" })),
    ]),
  );
}

/** A customer with a template of its own reseller, or of another. */
const templateStates: Readonly<Record<string, State>> = Object.fromEntries(
  customerTemplates.map(([field]) => [
    `otherReseller customers /${field}`,
    post("customers", async (world, isBroken) => {
      const reseller_id = isBroken ? await world.make("resellers") : await world.shared("resellers");
      return { [field]: await world.make("emailtemplates", { reseller_id }) };
    }),
  ]),
);

/** States by rule, resource and pointer; a further state of a rule has a label behind. */
export const businessStates: Readonly<Record<string, State>> = {
  ...deviceStates,
  ...messageStates,
  ...invoiceStates,
  ...subscriberStates,
  ...tariffStates,
  ...topUpStates,
  ...Object.fromEntries(
    ["interval_charge", "interval_free_time", "interval_free_cash"].map((field) => [
      `frozenInUse billingprofiles /${field}`,
      change("billingprofiles", field, async (world, isBroken, id) => {
        if (isBroken) await world.make("customers", { billing_profile_id: id });
        return 77;
      }),
    ]),
  ),
  "overlaps billingprofiles /peaktime_weekdays/0/start": post("billingprofiles", (_, isBroken) => ({
    peaktime_weekdays: [
      { weekday: 0, start: "08:00:00", stop: "10:00:00" },
      { weekday: 0, start: isBroken ? "10:00:00" : "10:00:01", stop: "12:00:00" },
    ],
  })),
  "overlaps billingprofiles /peaktime_special/0/start": post("billingprofiles", (_, isBroken) => ({
    peaktime_special: [
      { start: "2030-12-24T12:00:00Z", stop: "2030-12-26T00:00:00Z" },
      { start: "2030-12-24T00:00:00Z", stop: isBroken ? "2030-12-24T12:00:00Z" : "2030-12-24T11:59:59Z" },
    ],
  })),
  "prepaidOnContract contracts /billing_profile_id": post("contracts", async (world, isBroken) => ({
    billing_profile_id: await prepaidProfile(world, isBroken),
  })),
  "peeringMaxSubscribers contracts /max_subscribers": post("contracts", (_, isBroken) => ({
    type: "sippeering",
    ...(isBroken ? { max_subscribers: 5 } : {}),
  })),
  ...placeholderStates(
    "placeholderUnknown",
    ["from_email", "subject", "attachment_name", "body"],
    "[% no_such_name %]",
  ),
  ...templateStates,
  ...placeholderStates("placeholderCode", ["subject", "attachment_name", "body"], "[% IF url %]"),
  ...scheduleStates("contracts"),
  ...scheduleStates("customers"),
  "prepaidOnContract contracts /billing_profiles/0/profile_id": schedule("contracts", () => [{}], prepaidProfile),
  "otherReseller customers /billing_profiles/0/profile_id": schedule(
    "customers",
    () => [{}],
    (world, isBroken) => ofReseller(world, "billingprofiles", isBroken),
  ),
  // With a profile of the contact's reseller and no templates: that those are from elsewhere is another rule's matter.
  "otherReseller customers /contact_id": async (world, requests, isBroken) => {
    const id = await world.make("customers", Object.fromEntries(customerTemplates.map(([field]) => [field, null])));
    const reseller_id = isBroken ? await world.make("resellers") : undefined;
    const contact_id = await makeFor(world, "customercontacts", reseller_id);
    const billing_profile_id = await makeFor(world, "billingprofiles", reseller_id);
    return requests.request("PATCH", `${collection("customers")}${id}`, [
      ...replaceField("contact_id", contact_id),
      ...replaceField("billing_profile_id", billing_profile_id),
    ]);
  },
  "terminated customers /contact_id": async (world, requests, isBroken) => {
    const reseller_id = await world.make("resellers");
    const contact_id = await world.make("customercontacts", { reseller_id });
    const billing_profile_id = await world.make("billingprofiles", { reseller_id });
    // Its customers keep the contact.
    await world.make("customers", { contact_id, billing_profile_id });
    if (isBroken) await patch(requests, "resellers", reseller_id, "status", "terminated");
    return post("customers", () => ({ contact_id, billing_profile_id }))(world, requests, isBroken);
  },
  "cloudPbxNeeded autoattendants /slots": change(
    "autoattendants",
    "slots",
    () => [{ slot: "1", destination: "x" }],
    (world, isBroken) => (isBroken ? world.make("subscribers") : world.ownerOf("autoattendants", { isNew: true })),
  ),
  "pbxNeeded managersecretary /secretary_numbers": secretary("the manager"),
  "noColleague managersecretary /secretary_numbers/0/number": secretary("the number"),
  "unique headerrulesets /rules/0/name": post("headerrulesets", async (world, isBroken) => {
    const rule = await ruleWith(world, {});
    return { rules: [rule, isBroken ? rule : await ruleWith(world, {})] };
  }),
  "otherReseller headerrulesets /subscriber_id": post("headerrulesets", async (world, isBroken) => {
    if (!isBroken) return { subscriber_id: await world.make("subscribers") };
    const { customer_id, reseller_id } = await foreignCustomer(world);
    const domain_id = await world.make("domains", { reseller_id });
    const without = { profile_set_id: null, profile_id: null };
    return { subscriber_id: await world.make("subscribers", { ...without, customer_id, domain_id }) };
  }),
  "otherReseller headerrules /conditions/0/rwr_set_id": post("headerrules", async (world, isBroken) => ({
    conditions: [await rulePart(world, "headerruleconditions", isBroken)],
  })),
  "otherReseller headerrules /actions/0/rwr_set_id": post("headerrules", async (world, isBroken) => ({
    actions: [await rulePart(world, "headerruleactions", isBroken)],
  })),
  "otherReseller headerrulesets /rules/0/conditions/0/rwr_set_id": post("headerrulesets", async (world, isBroken) => ({
    rules: [await ruleWith(world, { conditions: [await rulePart(world, "headerruleconditions", isBroken)] })],
  })),
  "otherReseller headerrulesets /rules/0/actions/0/rwr_set_id": post("headerrulesets", async (world, isBroken) => ({
    rules: [await ruleWith(world, { actions: [await rulePart(world, "headerruleactions", isBroken)] })],
  })),
  "unique numberblocks /sn_prefix": duplicate("numberblocks", ["cc", "ac", "sn_prefix"]),
  "primaryNumberMove numbers /subscriber_id": async (world, requests, isBroken) => {
    const alias = { cc: "44", ac: "1632", sn: world.digits() };
    const owner = await world.make("subscribers", { alias_numbers: [alias] });
    const type = isBroken ? "primary" : "alias";
    const found = await requests.request("GET", `${collection("numbers")}?subscriber_id=${owner}&type=${type}`);
    const [number] = recordsOf(found, "numbers");
    return patch(requests, "numbers", Number(number?.id), "subscriber_id", await world.make("subscribers"));
  },
  "soundHandleUnknown soundfiles /handle": post("soundfiles", (world, isBroken) =>
    isBroken ? { handle: `no_such_handle_${world.next()}` } : {},
  ),
  "parentLoop soundsets /parent_id": change("soundsets", "parent_id", (world, isBroken, id) =>
    isBroken ? id : world.make("soundsets", { customer_id: null }),
  ),
  "otherReseller soundsets /customer_id": post("soundsets", async (world, isBroken) => ({
    customer_id: await customerOf(world, isBroken),
  })),
  "otherReseller soundsets /parent_id": post("soundsets", async (world, isBroken) => ({
    parent_id: await ofReseller(world, "soundsets", isBroken),
  })),
  "future subscriberregistrations /expires": post("subscriberregistrations", (_, isBroken) => ({
    expires: isBroken ? "2001-01-01T00:00:00Z" : ahead,
  })),
  "otherReseller customers /billing_profile_id": post("customers", async (world, isBroken) => ({
    billing_profile_id: await ofReseller(world, "billingprofiles", isBroken),
  })),
  "otherReseller headerruleactions /rwr_set_id": post("headerruleactions", rewriteRules),
  "otherReseller headerruleconditions /rwr_set_id": post("headerruleconditions", rewriteRules),
  "otherReseller ncoslevels /time_set_id": post("ncoslevels", async (world, isBroken) => ({
    time_set_id: await ofReseller(world, "timesets", isBroken),
  })),
  "otherReseller ncossetlevels /ncos_level_id": post("ncossetlevels", async (world, isBroken) => ({
    ncos_level_id: await ofReseller(world, "ncoslevels", isBroken),
  })),
  "preferenceUnknown subscriberprofiles /attributes/0": post("subscriberprofiles", (_, isBroken) => ({
    attributes: [isBroken ? "no_such" : "clir"],
  })),
  "numberUnknown interceptions /number": post("interceptions", async (world, isBroken) => ({
    number: isBroken ? `9999${world.digits()}` : await world.numberInUse(),
  })),
  "shorterThanPrefix numberblocks /sn_length": post("numberblocks", (world, isBroken) => {
    const sn_prefix = world.digits();
    return { sn_prefix, sn_length: sn_prefix.length - (isBroken ? 1 : 0) };
  }),
  "numberTooLong numberblocks /sn_length": post("numberblocks", (_, isBroken) => ({
    cc: "44",
    ac: "1632",
    sn_length: isBroken ? 10 : 9,
  })),
  "otherReseller vouchers /customer_id": post("vouchers", async (world, isBroken) => ({
    customer_id: await customerOf(world, isBroken),
  })),
  "otherReseller voucherbatches /customer_id": post("voucherbatches", async (world, isBroken) => ({
    customer_id: await customerOf(world, isBroken),
  })),
};
