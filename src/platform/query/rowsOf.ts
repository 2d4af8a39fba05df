import { type ExpressionBuilder, expressionBuilder } from "kysely";
import type { Rows, Tables } from "../../generated/database.gen.ts";
import type { rootAlias } from "../plan/resourcePlan.ts";

type Root<Resource extends keyof Rows> = Tables & { [Alias in typeof rootAlias]: Rows[Resource] };

/** Builds conditions on the rows of a query for a resource: `rowsOf<"admins">()("table.login", "=", login)`. */
export function rowsOf<Resource extends keyof Rows>(): ExpressionBuilder<Root<Resource>, typeof rootAlias> {
  return expressionBuilder<Root<Resource>, typeof rootAlias>();
}
