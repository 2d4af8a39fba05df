import { can } from "../../core/access.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import { notFound, PlatformError } from "../../core/errors.ts";
import { pending } from "../../generated/pending.gen.ts";
import type { Reading } from "../entityHooks.ts";
import type { Page } from "../http/hal.ts";
import type { Paging } from "../http/query.ts";
import { type Entries, entryAmong, pageOfEntries, type StoredEntry } from "../operations/journal.ts";
import { type ComputedPlan, findComputed, isReadable } from "./computedPlan.ts";

/** The journal of a computed record, oldest first; also of a deleted one. */
export async function listComputedJournal(
  reading: Reading,
  plan: ComputedPlan,
  id: string,
  paging: Paging,
): Promise<Page> {
  assertReadsJournals(reading);
  if (id.includes("\0")) throw notFound(plan.name, "");
  const page = await pageOfEntries(entriesOf(reading, plan, id), paging, (row) => toRecord(reading, plan, id, row));
  if (page.total === 0 && !(await findComputed(reading, plan, id))) throw notFound(plan.name, id);
  return page;
}

export async function readComputedEntry(
  reading: Reading,
  plan: ComputedPlan,
  id: string,
  entryId: number | undefined,
): Promise<WireRecord> {
  assertReadsJournals(reading);
  if (id.includes("\0") || entryId === undefined) throw notFound("journals", entryId ?? "");
  return toRecord(reading, plan, id, await entryAmong(entriesOf(reading, plan, id), entryId));
}

/** Whoever reads the records may be one who reads no journals. */
function assertReadsJournals({ actor }: Reading): void {
  if (!pending.journals || !can(actor, pending.journals, "read")) throw new PlatformError("forbidden");
}

/** Text ids have a column of their own; the other one is indexed. */
function entriesOf({ db, actor }: Reading, { name }: ComputedPlan, id: string): Entries {
  const ofResource = db.selectFrom("journals").where("resource_name", "=", name).where("resource_id", "=", 0);
  const ofRecord = ofResource.where("resource_key", "=", id);
  return actor.resellerId === null ? ofRecord : ofRecord.where("reseller_id", "=", actor.resellerId);
}

function toRecord({ actor }: Reading, { descriptor }: ComputedPlan, id: string, row: StoredEntry): WireRecord {
  const changes = Object.entries(row.changes).filter(([name]) => {
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    return !field || isReadable(actor, descriptor, field);
  });
  return { ...row, resource_id: id, changes: Object.fromEntries(changes) };
}
