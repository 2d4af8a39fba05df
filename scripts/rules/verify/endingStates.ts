import { foreignCustomer, type World } from "../../../tests/support/world.ts";
import { collection, type Reply, type Requests } from "./requests.ts";
import { patch, pbxCustomer, post, type State } from "./stateMakers.ts";

/**
 * What the end of one record does to others, seen by a request that refers to them; or how it is prevented. A record that
 * was never offered is refused alike.
 */
export interface Ending {
  readonly resource: string;
  readonly pointer: string;
  /** The rule of the field that refuses the request; `inUse`: the record cannot change while others use it. */
  readonly rule: "terminated" | "reference" | "inUse";
  /** What ended, or is not offered: tells the cases of one rule apart. */
  readonly label: string;
  readonly state: State;
}

const end = (requests: Requests, resource: string, id: number) => patch(requests, resource, id, "status", "terminated");

/** A new subscriber of a customer after something above it has ended. */
const subscriberBelow =
  (
    ended: (world: World, requests: Requests, of: Awaited<ReturnType<typeof foreignCustomer>>) => Promise<Reply>,
  ): State =>
  async (world, requests, isBroken) => {
    const of = await foreignCustomer(world);
    const domain_id = await world.make("domains", { reseller_id: of.reseller_id });
    if (isBroken) await ended(world, requests, of);
    const { customer_id } = of;
    const values = { customer_id, domain_id, profile_set_id: null, profile_id: null };
    return post("subscribers", () => values)(world, requests, isBroken);
  };

/** A contact that was deleted, but is kept for a contract that has ended. */
const keptContact =
  (contacts: string, contracts: string): State =>
  async (world, requests, isBroken) => {
    const contact_id = await world.make(contacts);
    await end(requests, contracts, await world.make(contracts, { contact_id }));
    if (isBroken) await requests.request("DELETE", `${collection(contacts)}${contact_id}`);
    return post(contracts, () => ({ contact_id }))(world, requests, isBroken);
  };

/** Colleagues in a PBX: a group and a seat of it, one of which has the other kind if the rule is to be broken. */
const seatAndGroup = (pointing: "pbx_group_ids" | "pbx_groupmember_ids"): State =>
  post("subscribers", async (world, isBroken) => {
    const customer_id = await pbxCustomer(world);
    await world.pilotOf(customer_id);
    const isOwnGroup = pointing === "pbx_groupmember_ids";
    const is_pbx_group = isOwnGroup === isBroken;
    const values = { customer_id, primary_number: undefined, pbx_extension: "200", is_pbx_group };
    const colleague = await world.make("subscribers", values);
    return { customer_id, pbx_extension: "201", is_pbx_group: isOwnGroup, [pointing]: [colleague] };
  });

export const endings: readonly Ending[] = [
  {
    rule: "reference",
    resource: "subscribers",
    pointer: "/pbx_group_ids/0",
    label: "of a seat",
    state: seatAndGroup("pbx_group_ids"),
  },
  {
    rule: "reference",
    resource: "subscribers",
    pointer: "/pbx_groupmember_ids/0",
    label: "of a group",
    state: seatAndGroup("pbx_groupmember_ids"),
  },
  {
    rule: "terminated",
    resource: "subscribers",
    pointer: "/customer_id",
    label: "after its reseller",
    state: subscriberBelow((_, requests, { reseller_id }) => end(requests, "resellers", reseller_id)),
  },
  {
    rule: "terminated",
    resource: "subscribers",
    pointer: "/customer_id",
    label: "after the contract of its reseller",
    state: subscriberBelow(async (_, requests, { reseller_id }) => {
      const { body } = await requests.request("GET", `${collection("resellers")}${reseller_id}`);
      return end(requests, "contracts", Number(body?.contract_id));
    }),
  },
  {
    rule: "reference",
    resource: "cfdestinationsets",
    pointer: "/subscriber_id",
    label: "after its customer",
    state: async (world, requests, isBroken) => {
      const customer_id = await world.make("customers");
      const subscriber_id = await world.make("subscribers", { customer_id });
      if (isBroken) await end(requests, "customers", customer_id);
      return post("cfdestinationsets", () => ({ subscriber_id }))(world, requests, isBroken);
    },
  },
  {
    rule: "reference",
    resource: "customers",
    pointer: "/contact_id",
    label: "deleted, with an ended customer",
    state: keptContact("customercontacts", "customers"),
  },
  {
    rule: "reference",
    resource: "contracts",
    pointer: "/contact_id",
    label: "deleted, with an ended contract",
    state: keptContact("systemcontacts", "contracts"),
  },
  {
    rule: "inUse",
    resource: "customercontacts",
    pointer: "/reseller_id",
    label: "moved with its customers",
    state: async (world, requests, isBroken) => {
      const id = await world.make("customercontacts");
      if (isBroken) await world.make("customers", { contact_id: id });
      return patch(requests, "customercontacts", id, "reseller_id", await world.make("resellers"));
    },
  },
];
