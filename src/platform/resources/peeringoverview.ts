import { type RawBuilder, sql } from "kysely";
import type { Rows } from "../../generated/database.gen.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

type Way = Rows["peeringoverview"];
type Direction = Way["direction"];

/** Servers of a group that ids have room for. */
const MAX_SERVERS = 1000;

/** Rules of a direction with each server of their group, or once where it has none. */
function waysOf(direction: Direction, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const isInbound = direction === "inbound";
  const rules = sql.table(isInbound ? "peeringinboundrules" : "peeringrules");
  const first = sql.lit(isInbound ? MAX_SERVERS : 0);
  return sql`select (r.id * ${sql.lit(2 * MAX_SERVERS)} + ${first}
      + row_number() over (partition by r.id order by s.id) - 1)::integer as id,
    1 as row_version, ${sql.lit(direction)}::text as direction, ${columns}, r.enabled,
    g.id as group_id, g.priority as group_priority, s.id as server_id, s.host, s.ip, s.port, s.transport, s.weight,
    s.enabled as server_enabled
    from ${rules} r join peeringgroups g on g.id = r.group_id left join peeringservers s on s.group_id = g.id`;
}

const none = (type: "integer" | "text") => sql`null::${sql.raw(type)}`;

const outbound = waysOf(
  "outbound",
  sql`r.description as rule, r.id as rule_id, ${none("integer")} as inbound_rule_id, r.callee_prefix, r.callee_pattern,
    r.caller_pattern, ${none("text")} as field, ${none("integer")} as reject_code, ${none("text")} as reject_reason,
    ${none("integer")} as rule_priority`,
);
const inbound = waysOf(
  "inbound",
  sql`r.pattern as rule, ${none("integer")} as rule_id, r.id as inbound_rule_id, ${none("text")} as callee_prefix,
    ${none("text")} as callee_pattern, ${none("text")} as caller_pattern, r.field, r.reject_code, r.reject_reason,
    r.priority as rule_priority`,
);

export const peeringoverview: ResourceHooks<"peeringoverview"> = {
  rowsQuery: sql<Way>`(${outbound} union all ${inbound})`,
};
