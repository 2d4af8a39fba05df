import { type RawBuilder, type SqlBool, sql } from "kysely";
import { parseIdText } from "../../../core/schema/ids.ts";
import { rootAlias } from "../../records/plan/resourcePlan.ts";
import type { Actor } from "../../resourceHooks.ts";

/** Conditions on records that have two sides, which may be of different resellers. */
export interface BothSides {
  /** One of the sides has this value: of `reseller_id`, `source_reseller_id` or `destination_reseller_id`. */
  either(name: string, value: number): RawBuilder<SqlBool>;
  /** Records of a reseller, customer or subscriber: of others than their own, resellers learn nothing. */
  ofOwner(name: string, text: string, actor: Actor): RawBuilder<SqlBool>;
}

/** For columns that begin with these names, of a table with this alias. */
export function bothSides(sides: readonly [string, string], alias: string = rootAlias): BothSides {
  const column = (side: string, name: string) => sql.ref(`${alias}.${side}_${name}`);
  const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  const either = (name: string, value: number) => anyOf(sides.map((side) => sql`${column(side, name)} = ${value}`));
  return {
    either,
    ofOwner(name, text, { resellerId }) {
      const id = parseIdText(text);
      if (resellerId === null) return either(name, id);
      const conditions = sides.map(
        (side) => sql`(${column(side, name)} = ${id} and ${column(side, "reseller_id")} = ${resellerId})`,
      );
      return anyOf(conditions);
    },
  };
}
