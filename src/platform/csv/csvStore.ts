import { sql } from "kysely";
import { isLoginPassword } from "../../core/commonPasswords.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import { newValues } from "../operations/writeInput.ts";
import { toParameter } from "../plan/columns.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "../work/openWork.ts";
import { writeRow } from "../work/writeRow.ts";

/** A record to store: as validated, and with the columns copied from behind references. */
export interface Storable {
  readonly record: WireRecord;
  readonly values: WireRecord;
}

/** Whether rows of the resource need no more than to be put into their table. */
export function isPlain({ hooks, descriptor }: ResourcePlan): boolean {
  const needsCare = descriptor.fields.some((field) => field.file || isLoginPassword(descriptor.name, field));
  return !hooks.prepare && !hooks.beforeWrite && !hooks.afterWrite && !needsCare;
}

/** Puts many plain rows into their table with one statement; the journal is the import's own matter. */
export async function insertMany(work: OpenWork, plan: ResourcePlan, records: readonly Storable[]): Promise<void> {
  if (records.length === 0) return;
  const derived = plan.derivations.map(({ field }) => field);
  const rows = records.map(({ record, values }) => {
    const columns = { ...newValues(plan, record), ...Object.fromEntries(derived.map((name) => [name, values[name]])) };
    return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, asJson(plan, name, value)]));
  });
  const names = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  const table = sql.table(plan.table);
  await sql`insert into ${table} (${names})
    select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`.execute(work.db);
  work.noteWrite(plan.name);
}

/** Stores one whose hooks have something to say. */
export async function storeOne(work: OpenWork, plan: ResourcePlan, { record }: Storable): Promise<void> {
  const values = newValues(plan, record);
  await writeRow(work, { plan, input: record, touched: new Set(Object.keys(record)), values });
}

/** A column's value within a list of rows that travels as JSON. */
function asJson(plan: ResourcePlan, name: string, value: unknown): unknown {
  const column = plan.columns.get(name);
  return !column || column.type === "jsonb" ? (value ?? null) : toParameter(column, value, plan.timeZone);
}
