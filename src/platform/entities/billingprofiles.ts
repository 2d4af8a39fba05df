import { type RawBuilder, sql } from "kysely";
import { businessError } from "../../core/errors.ts";
import type { EntityHooks, Work } from "../entityHooks.ts";
import { checkReseller, isChanged, refuse } from "./checks.ts";

/** What a running interval is charged by. */
const FROZEN_IN_USE = ["interval_charge", "interval_free_time", "interval_free_cash"];
const USERS = ["contracts", "customers"];

export const billingprofiles: EntityHooks = {
  async beforeWrite(event) {
    refuse(await checkReseller(event));
    const { previous, work } = event;
    if (!previous) return;
    const changed = FROZEN_IN_USE.filter((field) => isChanged(event, field));
    if (changed.length > 0 && (await isUsed(work, previous.id))) {
      refuse(changed.map((field) => businessError(`/${field}`, "frozenInUse")));
    }
  },

  legacyColumns: {
    contract_cnt: sql`((select count(*) from customers where ${mentions("customers", sql.ref("table.id"))})
      + (select count(*) from contracts where ${mentions("contracts", sql.ref("table.id"))}))`,
    // Profile packages are not served yet.
    package_cnt: sql`0`,
  },
  legacyNarrow: { no_prepaid: sql<boolean>`not coalesce(${sql.ref("table.prepaid")}, false)` },
};

async function isUsed({ db }: Work, id: number): Promise<boolean> {
  const exists = USERS.map(
    (table) => sql`exists (select 1 from ${sql.table(table)} where ${mentions(table, sql`${id}::integer`)})`,
  );
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(exists, sql` or `)} as used`.execute(db);
  return rows[0]?.used === true;
}

/** Containment, which the index of the intervals serves. */
function mentions(table: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.all_billing_profiles`)}
    @> jsonb_build_array(jsonb_build_object('profile_id', ${id}))`;
}
