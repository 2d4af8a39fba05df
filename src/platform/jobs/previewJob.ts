import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type BulkJobPreview, mostInPreview } from "../../core/bulkJobs.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor, JournalEntry } from "../entityHooks.ts";
import { readableResources } from "../history/list.ts";
import { tryOut } from "../tryOut.ts";
import { carryOut } from "./carryOut.ts";
import { toFailures } from "./failures.ts";
import type { NewJob } from "./jobStore.ts";

/** What a job would do to its first records: it is done, read from the journal, and taken back. */
export function previewJob(context: PlatformContext, caller: Actor, job: NewJob): Promise<BulkJobPreview> {
  const run = randomUUID();
  return tryOut(context, { ...caller, run }, async (work) => {
    const targets = job.targets.slice(0, mostInPreview);
    const refused = await carryOut(work, context, job, targets);
    const entries = await work.db
      .selectFrom("journals")
      .select(["resource_id", "changes"])
      .where("run", "=", run)
      .where("resource_name", "=", job.resource)
      .orderBy("id")
      .execute();
    const others = await work.db
      .selectFrom("journals")
      .select(["resource_name", sql<number>`count(distinct resource_id)::integer`.as("count")])
      .where("run", "=", run)
      .where("resource_name", "<>", job.resource)
      .groupBy("resource_name")
      .orderBy("resource_name")
      .execute();
    const readable = new Set(readableResources(caller, context));
    const changes = new Map<number, JournalEntry["changes"]>();
    for (const entry of entries) {
      // Of a record that is changed twice, the first value before and the last one after.
      const known = changes.get(entry.resource_id) ?? {};
      const merged = Object.entries(entry.changes as JournalEntry["changes"]).map(([name, { before, after }]) => {
        return [name, { before: known[name]?.before ?? before, after }] as const;
      });
      changes.set(entry.resource_id, { ...known, ...Object.fromEntries(merged) });
    }
    const failures = await toFailures(context, work, targets, refused);
    return {
      records: targets.flatMap((id) => {
        const found = changes.get(id);
        return found ? [{ id, changes: found }] : [];
      }),
      along: Object.fromEntries(
        others.flatMap((other) => (readable.has(other.resource_name) ? [[other.resource_name, other.count]] : [])),
      ),
      failures: failures.map(({ record_id, title, refusal }) => ({ record_id, title, ...refusal })),
    };
  });
}
