import { sql } from "kysely";
import { parseIdText } from "../../../core/schema/ids.ts";
import { rootAlias } from "../../records/plan/resourcePlan.ts";
import type { HookFilter } from "../../resourceHooks.ts";

const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

/** A filter of a customer's sides of calls: calls within the customer are those of their callers. */
export const customerFilter: HookFilter = {
  where: (text) => sql<boolean>`(${column("customer_id")} = ${parseIdText(text)}
    and (${column("direction")} = 'out' or not ${column("intra_customer")}))`,
};
