import { sql } from "kysely";
import { parseIdText } from "../../core/ids.ts";
import type { HookFilter } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";

const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

/** What a customer has of a query over sides of calls: calls within it are those of their callers. */
export const ofCustomer: HookFilter = {
  where: (text) => sql<boolean>`(${column("customer_id")} = ${parseIdText(text)}
    and (${column("direction")} = 'out' or not ${column("intra_customer")}))`,
};
