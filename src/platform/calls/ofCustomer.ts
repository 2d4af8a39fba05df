import { sql } from "kysely";
import type { HookFilter } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";

const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

/** What a customer has of a query over sides of calls: calls within it are those of their callers. */
export const ofCustomer: HookFilter = {
  where(text) {
    const id = /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1;
    return sql<boolean>`(${column("customer_id")} = ${id}
      and (${column("direction")} = 'out' or not ${column("intra_customer")}))`;
  },
};
