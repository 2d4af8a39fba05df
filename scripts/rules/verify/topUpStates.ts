import type { WireRecord } from "../../../src/core/descriptor.ts";
import type { World } from "../../../tests/support/world.ts";
import { post, type State } from "./stateMakers.ts";
import { packageOf } from "./tariffStates.ts";

const statusOf = (isBroken: boolean) => (isBroken ? "locked" : "active");

/** A top-up of a customer that is active, or locked: named itself, and by its subscriber. */
const inactive = (resource: string): Readonly<Record<string, State>> => ({
  [`customerNotActive ${resource} /contract_id`]: post(resource, async (world, isBroken) => ({
    contract_id: await world.make("customers", { status: statusOf(isBroken) }),
  })),
  [`customerNotActive ${resource} /subscriber_id`]: post(resource, async (world, isBroken) => ({
    contract_id: null,
    subscriber_id: await world.make("subscribers", {
      customer_id: await world.make("customers", { type: "sipaccount", status: statusOf(isBroken) }),
    }),
  })),
});

/** The subscriber of another customer, or of the one that is topped up. */
const otherCustomer = (resource: string): State =>
  post(resource, async (world, isBroken) => {
    const contract_id = await world.make("customers", { type: "sipaccount", status: "active" });
    const customer_id = isBroken ? await world.make("customers", { type: "sipaccount" }) : contract_id;
    return { contract_id, subscriber_id: await world.make("subscribers", { customer_id }) };
  });

/** A voucher that anybody can redeem, or one with these values. */
async function codeOf(world: World, values: WireRecord): Promise<string> {
  const code = world.text();
  const open = { customer_id: null, package_id: null, valid_until: "2031-01-02T03:04:05Z" };
  await world.make("vouchers", { ...open, code, ...values });
  return code;
}

/** States of top-ups and of what they redeem, by rule, resource and pointer. */
export const topUpStates: Readonly<Record<string, State>> = {
  "patternTooFew voucherbatches /pattern": post("voucherbatches", (world, isBroken) => ({
    count: 10,
    pattern: `${world.text()}-${isBroken ? "###" : "####"}`,
  })),
  "future voucherbatches /valid_until": post("voucherbatches", (_, isBroken) => ({
    valid_until: isBroken ? "2001-02-03T04:05:06Z" : "2031-02-03T04:05:06Z",
  })),
  "otherReseller voucherbatches /package_id": post("voucherbatches", async (world, isBroken) => ({
    package_id: await packageOf(world, isBroken),
  })),
  ...inactive("topupcash"),
  ...inactive("topupvouchers"),
  "otherCustomer topupcash /subscriber_id": otherCustomer("topupcash"),
  "otherCustomer topupvouchers /subscriber_id": otherCustomer("topupvouchers"),
  "otherReseller topupcash /package_id": post("topupcash", async (world, isBroken) => ({
    package_id: await packageOf(world, isBroken),
  })),
  "voucherUnknown topupvouchers /code": post("topupvouchers", async (world, isBroken) =>
    isBroken ? { code: world.text() } : {},
  ),
  "voucherUsed topupvouchers /code": async (world, requests, isBroken) => {
    const record = await world.valid("topupvouchers");
    const used = isBroken ? record : await world.valid("topupvouchers");
    await requests.request("POST", "/api/topupvouchers/", used);
    return requests.request("POST", "/api/topupvouchers/", record);
  },
  "voucherExpired topupvouchers /code": post("topupvouchers", async (world, isBroken) => ({
    code: await codeOf(world, { valid_until: isBroken ? "2001-02-03T04:05:06Z" : "2031-02-03T04:05:06Z" }),
  })),
  "otherCustomer topupvouchers /code": post("topupvouchers", async (world, isBroken) => {
    const contract_id = await world.make("customers", { status: "active" });
    const customer_id = isBroken ? await world.make("customers") : contract_id;
    return { contract_id, code: await codeOf(world, { customer_id }) };
  }),
};
