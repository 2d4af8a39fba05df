import { type Kysely, sql } from "kysely";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { anyOf } from "../db/statements.ts";
import type { EntityHooks, Reading, Row, WriteEvent } from "../entityHooks.ts";
import { listOf } from "./checks.ts";

/** Columns of a rule sent with its set, with their defaults. */
const RULE_DEFAULTS = { direction: "in", field: "caller", priority: 50, enabled: true };
const RULE_COLUMNS = ["match_pattern", "replace_pattern", "description", ...Object.keys(RULE_DEFAULTS)];

export const rewriterulesets: EntityHooks<"rewriterulesets"> = {
  async afterWrite(event) {
    if (event.mode === "create") await addRules(event);
  },

  present: presentRules,
};

/** Inserts the rules sent with a new set. */
async function addRules({ work, input, row }: WriteEvent<"rewriterulesets"> & { readonly row: Row }): Promise<void> {
  const rules = listOf<{ [key: string]: Json }>(input.rewriterules).map((rule) => ({ ...RULE_DEFAULTS, ...rule }));
  const columns = sql.join(RULE_COLUMNS.map((column) => sql.ref(column)));
  await sql`insert into rewriterules (set_id, reseller_id, ${columns})
    select ${row.id}::integer, ${row.reseller_id}::integer, ${columns}
    from jsonb_populate_recordset(null::rewriterules, ${JSON.stringify(rules)}::jsonb)`.execute(work.db);
}

async function presentRules({ db }: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  const rules = await loadRules(
    db,
    rows.map(({ id }) => id),
  );
  for (const [index, record] of records.entries()) {
    record.rewriterules = rules
      .filter(({ set_id }) => set_id === rows[index]?.id)
      .map((rule) => Object.fromEntries(RULE_COLUMNS.map((column) => [column, rule[column] as Json])));
  }
}

async function loadRules(db: Kysely<Tables>, setIds: readonly number[]): Promise<Row[]> {
  if (setIds.length === 0) return [];
  const rules = db.selectFrom("rewriterules").selectAll().where("set_id", "=", anyOf(setIds));
  return rules.orderBy("set_id").orderBy("direction").orderBy("field").orderBy("priority").orderBy("id").execute();
}
