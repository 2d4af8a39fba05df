import { type RawBuilder, type SqlBool, sql } from "kysely";
import { legsOfCall } from "../calls/legsOfCall.ts";
import type { Actor, EntityHooks } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { matchesPattern, toLikePattern } from "../query/like.ts";

const sides = ["source", "destination"] as const;
const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

export const calls: EntityHooks<"calls"> = {
  /** Both sides' providers see a call; what concerns one side only, its own (`scope` of the fields). */
  visibleTo: ({ resellerId }) => (resellerId === null ? undefined : eitherSide("reseller_id", resellerId)),

  filters: {
    reseller_id: { where: (text, actor) => ofOwner("reseller_id", text, actor) },
    customer_id: { where: (text, actor) => ofOwner("customer_id", text, actor) },
    subscriber_id: { where: (text, actor) => ofOwner("subscriber_id", text, actor) },
    /** Who called, or was called. */
    number: {
      where(text) {
        const pattern = toLikePattern(text);
        const matches = ["source_cli", "destination_user_in"].map((name) => matchesPattern(column(name), pattern));
        return sql<boolean>`(${sql.join(matches, sql` or `)})`;
      },
    },
    leg_of: legsOfCall,
  },
};

/** Calls of a reseller, customer or subscriber: of others than their own, resellers learn nothing. */
function ofOwner(name: string, text: string, { resellerId }: Actor): RawBuilder<SqlBool> {
  const id = /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1;
  if (resellerId === null) return eitherSide(name, id);
  const own = sides.map(
    (side) => sql`(${column(`${side}_${name}`)} = ${id} and ${column(`${side}_reseller_id`)} = ${resellerId})`,
  );
  return sql<boolean>`(${sql.join(own, sql` or `)})`;
}

function eitherSide(name: string, value: number): RawBuilder<SqlBool> {
  const own = sides.map((side) => sql`${column(`${side}_${name}`)} = ${value}`);
  return sql<boolean>`(${sql.join(own, sql` or `)})`;
}
