import { judgeList, preferenceText, textsOf } from "../../core/telephony/callRouting/numberLists.ts";
import { matchesWildcards } from "../../core/telephony/callRouting/wildcards.ts";
import { memoize } from "../../core/values/memoize.ts";
import { loadPreferencesInForce } from "../preferences/preferencesInForce.ts";
import { violationAt } from "../records/hookHelpers.ts";
import { mask } from "../records/unitOfWork/journal.ts";
import type { ResourceHooks, WriteEvent } from "../resourceHooks.ts";

type Event = WriteEvent<"sms">;

export const sms: ResourceHooks<"sms"> = {
  checks: {
    subscriberLocked: violationAt("/subscriber_id", async (event) => (await senderOf(event)).isLocked),
    callerNotAllowed: violationAt("/caller", async (event) => {
      const caller = await callerOf(event);
      const { shown } = await senderOf(event);
      return caller === null || !shown.some((pattern) => matchesWildcards(pattern, caller, { optional: true }));
    }),
    calleeBlocked: violationAt("/callee", async (event) => {
      const { preferences } = await senderOf(event);
      const callee = event.values.callee ?? "";
      return ["adm_block_out", "block_out"].some((name) => judgeList(preferences, name, [callee])?.isRefused);
    }),
  },

  /** The journal says who sent a message, but not its text. */
  journalMask: (record) => ({ ...record, text: mask }),

  /** This platform has no gateway: it never claims that a message was sent. */
  async beforeWrite(event) {
    const { own } = await senderOf(event);
    Object.assign(event.values, { caller: await callerOf(event), cli: own, status: "failed", reason: "no_gateway" });
  },
};

/** The subscriber whose message it is. */
const senderOf = memoize(async ({ context, values }: Event) => {
  const subscriber = await context.load("subscribers", values.subscriber_id ?? -1);
  if (!subscriber) throw new Error("a message was stored without validation");
  const [primary] = await context.findBy("numbers", { subscriber_id: subscriber.id, is_primary: true });
  const preferences = await loadPreferencesInForce(context.db, subscriber, { title: subscriber.username, domain: "" });
  // Older platforms copy the primary number to `cli`, unless somebody has set another one.
  const cli = preferenceText(preferences.cli) ?? primary?.number ?? null;
  const user = preferenceText(preferences.user_cli);
  return {
    preferences,
    isLocked: (subscriber.lock ?? 0) > 0,
    own: user ?? cli,
    /** The numbers it may show, as patterns. */
    shown: [...textsOf(preferences.allowed_clis), ...[user, cli].filter((number) => number !== null)],
  };
});

const callerOf = memoize(async (event: Event) => {
  const { caller } = event.input;
  return typeof caller === "string" && caller !== "" ? caller : (await senderOf(event)).own;
});
