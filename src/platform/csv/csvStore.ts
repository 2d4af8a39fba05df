import { isLoginPassword } from "../../core/commonPasswords.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import { newValues } from "../operations/writeInput.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "../work/openWork.ts";
import { insertRows } from "../work/store.ts";
import { stamp, writeRow } from "../work/writeRow.ts";

/** A record to store: validated, with the columns copied from referenced records. */
export interface Storable {
  readonly record: WireRecord;
  readonly values: WireRecord;
}

/** Whether rows of the resource only need an insert, without hooks: `prepare` is for what requests say, not files. */
export function isPlain({ hooks, descriptor }: ResourcePlan): boolean {
  const needsCare = descriptor.fields.some((field) => field.file || isLoginPassword(descriptor.name, field));
  const { checks, beforeWrite, beforeWriteAll, afterWrite, afterWriteAll } = hooks;
  return !checks && !beforeWrite && !beforeWriteAll && !afterWrite && !afterWriteAll && !needsCare;
}

/** Inserts many plain rows with one statement; the import writes the journal. */
export async function insertMany(work: OpenWork, plan: ResourcePlan, records: readonly Storable[]): Promise<void> {
  const derived = plan.derivations.map(({ field }) => field);
  const rows = records.map(({ record, values }) => {
    const row = { ...newValues(plan, record), ...Object.fromEntries(derived.map((name) => [name, values[name]])) };
    stamp(work, plan, row);
    return row;
  });
  await insertRows(work.db, plan, rows);
  work.noteWrite(plan.name);
}

/** Stores one record through its hooks. */
export async function storeOne(work: OpenWork, plan: ResourcePlan, { record }: Storable): Promise<void> {
  const values = newValues(plan, record);
  await writeRow(work, plan, { input: record, touched: new Set(Object.keys(record)), values });
}
