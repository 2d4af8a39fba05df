import { post, type State } from "./stateMakers.ts";

/** Sends to a number on the subscriber's own block list, or to another one. */
const toBlocked: State = async (world, requests, isBroken) => {
  const [subscriber_id, blocked, other] = [await world.make("subscribers"), world.digits(), world.digits()];
  await requests.request("PUT", `/api/subscriberpreferences/${subscriber_id}`, { block_out_list: [blocked] });
  return post("sms", () => ({ subscriber_id, callee: isBroken ? blocked : other }))(world, requests, isBroken);
};

/** States of text messages, by rule, resource and pointer. */
export const messageStates: Readonly<Record<string, State>> = {
  "subscriberLocked sms /subscriber_id": post("sms", async (world, isBroken) => ({
    subscriber_id: await world.make("subscribers", { lock: isBroken ? 1 : null }),
  })),
  "callerNotAllowed sms /caller": post("sms", (world, isBroken) =>
    isBroken ? { caller: `441632${world.digits()}` } : {},
  ),
  "calleeBlocked sms /callee": toBlocked,
  "faxInactive faxes /subscriber_id": post("faxes", async (world, isBroken) =>
    isBroken ? { subscriber_id: await world.make("subscribers") } : {},
  ),
  "documentTooLong faxes /data": post("faxes", (_, isBroken) => ({
    faxfile: null,
    data: "page\f".repeat(isBroken ? 100 : 99),
  })),
  "otherSubscriber faxes /resends_id": post("faxes", async (world, isBroken) => {
    const other = isBroken ? { subscriber_id: await world.faxLine(await world.make("subscribers")) } : {};
    return { faxfile: null, resends_id: await world.make("faxes", other) };
  }),
};
