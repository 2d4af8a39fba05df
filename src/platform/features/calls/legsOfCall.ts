import { sql } from "kysely";
import { commonCallId } from "../../../core/telephony/sip/callId.ts";
import { rootAlias } from "../../records/plan/resourcePlan.ts";
import { likeCondition, toLikePattern } from "../../records/query/like.ts";
import type { HookFilter } from "../../resourceHooks.ts";

/** A filter by the beginning of the Call-ID in this column, which finds all legs of a call: of whichever leg it is. */
export function legsOfCall(column = "call_id"): HookFilter {
  return {
    where(text) {
      const common = commonCallId(text.trim().replace(/\*$/, ""));
      return likeCondition(sql.ref(`${rootAlias}.${column}`), `${toLikePattern(common)}%`);
    },
  };
}
