import { type RawBuilder, type SqlBool, sql } from "kysely";
import { parseIdText } from "../../../core/schema/ids.ts";
import { featureCodeDomain, serviceDomains } from "../../../core/telephony/calls/callView.ts";
import { commonCallId } from "../../../core/telephony/sip/callId.ts";
import type { Rows } from "../../../generated/database.gen.ts";
import { rootAlias } from "../../records/plan/resourcePlan.ts";
import { likeCondition, toLikePattern } from "../../records/query/like.ts";
import type { Actor, HookFilter } from "../../resourceHooks.ts";

type CallSideName = "source" | "destination";

/** A call as one of its sides sees it. */
type SideRow = Rows["calllists"];

/**
 * Calls as their sides see them: a row for the caller and one for the called subscriber, unless these are the same.
 * Each side pays its own cost, but a call that ended at a service is paid by the caller. Rows that no call list
 * shows are not `is_listed`: a condition in here would keep the database from reading each side in the order of its
 * index.
 */
export const callSides: RawBuilder<SideRow> = sql<SideRow>`(${select("source")} union all ${select("destination")})`;

function select(ownSide: CallSideName): RawBuilder<unknown> {
  const isOut = ownSide === "source";
  const otherSide = isOut ? "destination" : "source";
  const number = { source: sql.ref("source_cli"), destination: sql.ref("destination_user_in") };
  const of = (side: CallSideName, column: string) => sql.ref(`${side}_${column}`);
  const domains = sql.join(serviceDomains.map((domain) => sql.lit(domain)));
  const endsAtService = sql`coalesce(destination_domain in (${domains}), false)`;
  const paid = (column: string) =>
    isOut
      ? of(ownSide, column)
      : sql`case when ${endsAtService} then ${of(otherSide, column)} else ${of(ownSide, column)} end`;
  const isFirst = isOut ? sql.lit(true) : sql`source_user_id is distinct from destination_user_id`;
  return sql`select id, row_version, ${of(ownSide, "reseller_id")} as reseller_id, ${of(ownSide, "customer_id")} as customer_id,
    ${of(ownSide, "subscriber_id")} as subscriber_id, ${of(ownSide, "user_id")} as own_user_id,
    ${of(otherSide, "subscriber_id")} as other_subscriber_id, ${sql.lit(isOut ? "out" : "in")}::text as direction,
    ${number[ownSide]} as own_cli, ${of(ownSide, "user")} as own_user, ${of(ownSide, "domain")} as own_domain,
    ${number[otherSide]} as other_cli, ${of(otherSide, "user")} as other_user, ${of(otherSide, "domain")} as other_domain,
    source_clir as clir, call_status as status, call_type as type, rating_status, init_time, start_time,
    duration as duration_seconds, call_id,
    ${paid("customer_cost")} as customer_cost, ${paid("customer_billing_fee_id")} as fee_id,
    ${of(ownSide, "reseller_cost")} as reseller_cost, ${of(ownSide, "carrier_cost")} as carrier_cost,
    ${isOut ? of(ownSide, "customer_free_time") : sql`0::integer`} as customer_free_time, ${of(ownSide, "zone")} as zone,
    coalesce(source_customer_id = destination_customer_id, false) as intra_customer,
    ${of(ownSide, "user_id")} is not null and ${isFirst}
      and coalesce(destination_domain <> ${sql.lit(featureCodeDomain)}, true) as is_listed
    from calls`;
}

/** Conditions on records that have two sides, which may be of different resellers. */
interface BothSides {
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

/** A filter by the beginning of the Call-ID in this column, which finds all legs of a call: of whichever leg it is. */
export function legsOfCall(column = "call_id"): HookFilter {
  return {
    where(text) {
      const common = commonCallId(text.trim().replace(/\*$/, ""));
      return likeCondition(sql.ref(`${rootAlias}.${column}`), `${toLikePattern(common)}%`);
    },
  };
}

const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

/** A filter of a customer's sides of calls: calls within the customer are those of their callers. */
export const customerFilter: HookFilter = {
  where: (text) => sql<boolean>`(${column("customer_id")} = ${parseIdText(text)}
    and (${column("direction")} = 'out' or not ${column("intra_customer")}))`,
};
