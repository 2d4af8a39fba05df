import { sql } from "kysely";
import { commonCallId } from "../../core/sip/callId.ts";
import type { HookFilter } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { matchesPattern, toLikePattern } from "../query/like.ts";

/** A filter by the beginning of the Call-ID, which finds all legs of a call: of whichever leg it is. */
export const legsOfCall: HookFilter = {
  where(text) {
    const common = commonCallId(text.trim().replace(/\*$/, ""));
    return matchesPattern(sql.ref(`${rootAlias}.call_id`), `${toLikePattern(common)}%`);
  },
};
