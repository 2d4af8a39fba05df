import { type RawBuilder, sql } from "kysely";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import type { Reading, Row, Work } from "../entityHooks.ts";
import { listOf } from "./checks.ts";

type Members = Readonly<{ [key: string]: Json }>;

/** Tables of a rule's parts by member name: their columns and defaults. */
const PARTS = {
  conditions: {
    table: "headerruleconditions",
    columns: [
      ...["match_type", "match_part", "match_name", "expression", "expression_negation", "value_type", "values"],
      ...["rwr_set_id", "rwr_dp", "enabled"],
    ],
    defaults: { expression_negation: false, enabled: true, values: [] },
    order: ["rule_id", "id"],
  },
  actions: {
    table: "headerruleactions",
    columns: [
      ...["header", "header_part", "action_type", "value", "value_part", "rwr_set_id", "rwr_dp"],
      ...["priority", "enabled"],
    ],
    defaults: { priority: 100, enabled: true },
    order: ["rule_id", "priority", "id"],
  },
} as const;
const NAMES = ["conditions", "actions"] as const;

/** Stores the parts of a new rule. */
export async function addParts({ db }: Work, rule: Row, given: WireRecord): Promise<void> {
  for (const name of NAMES) {
    const { table, columns, defaults } = PARTS[name];
    const parts = listOf<Members>(given[name]).map((part) => ({ ...defaults, ...part, ...flatValues(part) }));
    if (parts.length === 0) continue;
    await sql`insert into ${sql.table(table)} (rule_id, set_id, reseller_id, ${listed(columns)})
      select ${rule.id}::integer, ${rule.set_id}::integer, ${rule.reseller_id}::integer, ${listed(columns)}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(parts)}::jsonb)`.execute(db);
  }
}

/** Within a rule each value of a condition is an object; on its own it is a text. */
function flatValues({ values }: Members): Members {
  return Array.isArray(values) ? { values: listOf<Members>(values).map(({ value = null }) => value) } : {};
}

/** Adds conditions and actions to their rules, in order. */
export async function presentParts(
  { db }: Pick<Reading, "db">,
  rows: readonly Row[],
  records: readonly WireRecord[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const name of NAMES) {
    const { table, columns, order } = PARTS[name];
    const { rows: parts } =
      ids.length === 0
        ? { rows: [] }
        : await sql<Row>`select * from ${sql.table(table)} where rule_id in (${sql.join(ids)})
            order by ${listed(order)}`.execute(db);
    for (const [index, record] of records.entries()) {
      const own = parts.filter((part) => part.rule_id === rows[index]?.id);
      record[name] = own.map((part) => ({ ...membersOf(part, columns), ...wrappedValues(part) }));
    }
  }
}

function wrappedValues({ values }: Row): Members {
  return Array.isArray(values) ? { values: values.map((value: Json) => ({ value })) } : {};
}

/** Columns of a row as members; null ones are omitted, as they may be in requests. */
export function membersOf(row: Row, columns: readonly string[]): { [key: string]: Json } {
  const members = columns.map((column) => [column, row[column] as Json] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== null && value !== undefined));
}

export function listed(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
