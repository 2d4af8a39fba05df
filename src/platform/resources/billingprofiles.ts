import { type RawBuilder, sql } from "kysely";
import { positionOf } from "../../core/validation/crossRules.ts";
import { isColumnChanged, refuseForeignReseller, toJsonArray } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { HookContext, ResourceHooks, Row } from "../resourceHooks.ts";

/** Fields that a running interval is charged by. */
const FROZEN_IN_USE = ["interval_charge", "interval_free_time", "interval_free_cash"] as const;
const timeLists = ["peaktime_weekdays", "peaktime_special"] as const;
const PACKAGE_LISTS = ["initial_profiles", "underrun_profiles", "topup_profiles"];
const USERS = ["contracts", "customers"];

export const billingprofiles: ResourceHooks<"billingprofiles"> = {
  checks: {
    overlaps: {
      beforeWrite: (event) =>
        timeLists
          .filter((list) => isColumnChanged(event, list))
          .flatMap((list) =>
            overlaps(event.values[list]).map((index) => ({ pointer: `/${list}/${index}/start` as const })),
          ),
    },
    frozenInUse: {
      async beforeWrite(event) {
        const { previous, context } = event;
        const changed = previous ? FROZEN_IN_USE.filter((field) => isColumnChanged(event, field)) : [];
        const isFrozen = previous && changed.length > 0 && (await isUsed(context, previous.id));
        return isFrozen ? changed.map((field) => ({ pointer: `/${field}` as const })) : [];
      },
    },
  },

  beforeValidate: refuseForeignReseller,

  legacyColumns: {
    contract_cnt: sql`((select count(*) from customers where ${mentions("customers", sql.ref("table.id"))})
      + (select count(*) from contracts where ${mentions("contracts", sql.ref("table.id"))}))`,
    package_cnt: sql`(select count(*) from profilepackages where ${sql.join(
      PACKAGE_LISTS.map((list) => mentionedIn(`profilepackages.${list}`, sql.ref("table.id"))),
      sql` or `,
    )})`,
  },
  legacyConditions: { no_prepaid: resourceExpressions<"billingprofiles">()("table.prepaid", "is not", true) },
};

/** The position of each period that overlaps an earlier one by a second or more: both ends are inclusive. */
function overlaps(periods: Row<"billingprofiles">[(typeof timeLists)[number]] | undefined): number[] {
  const spans = toJsonArray(periods).map(({ start, stop, ...period }) => ({
    weekday: "weekday" in period ? period.weekday : null,
    start: positionOf(start ?? "00:00:00") ?? Number.NaN,
    stop: positionOf(stop ?? "23:59:59") ?? Number.NaN,
  }));
  return spans.flatMap((span, index) => {
    const isMet = spans
      .slice(0, index)
      .some((other) => other.weekday === span.weekday && other.start <= span.stop && span.start <= other.stop);
    return isMet ? [index] : [];
  });
}

async function isUsed({ db }: HookContext, id: number): Promise<boolean> {
  const exists = USERS.map(
    (table) => sql`exists (select 1 from ${sql.table(table)} where ${mentions(table, sql`${id}::integer`)})`,
  );
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(exists, sql` or `)} as used`.execute(db);
  return rows[0]?.used === true;
}

/** Containment, which the GIN index on the intervals supports. */
function mentions(table: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return mentionedIn(`${table}.all_billing_profiles`, id);
}

function mentionedIn(list: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(list)}
    @> jsonb_build_array(jsonb_build_object('profile_id', ${id}))`;
}
