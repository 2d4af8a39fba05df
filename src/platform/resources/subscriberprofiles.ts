import { forwardTypes } from "../../core/telephony/callRouting/data.ts";
import { preferenceKindOf } from "../../core/telephony/preferenceKind.ts";
import { toJsonArray } from "../records/hookHelpers.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

/** What subscribers or their customers can have on their own pages: preferences, forwards, fax and lock. */
const exposed = new Set([
  ...(preferenceKindOf("subscribers")?.preferences.flatMap(({ attribute, expose }) => (expose ? [attribute] : [])) ??
    []),
  ...forwardTypes,
  "fax_server",
  "lock",
]);

export const subscriberprofiles: ResourceHooks<"subscriberprofiles"> = {
  checks: {
    preferenceUnknown: {
      beforeWrite: ({ values }) =>
        toJsonArray(values.attributes).flatMap((name, index) =>
          exposed.has(name) ? [] : [{ pointer: `/attributes/${index}` as const }],
        ),
    },
  },

  /** A set has one default: the latest wins. */
  async afterWrite({ context, row }) {
    if (!row.set_default) return;
    const defaults = await context.findBy("subscriberprofiles", {
      profile_set_id: row.profile_set_id,
      set_default: true,
    });
    const ids = defaults.map(({ id }) => id).filter((id) => id !== row.id);
    await context.updateMany("subscriberprofiles", ids, { set_default: false });
  },
};
