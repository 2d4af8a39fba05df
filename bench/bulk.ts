import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import type { BulkJobReport } from "../src/core/bulkJobs.ts";
import { openDatabase } from "../src/platform/db/engine.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { type ScaleRows, seedScale } from "../src/platform/seed/scale.ts";
import { startServer } from "../tests/support/server.ts";
import { requestToken, type Target } from "./load.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, milliseconds } from "./report.ts";
import { send, waitsDuring } from "./waits.ts";

const RECORDS = 10_000;
const BOUNDS = { jobMs: 30_000, waitMs: 1_000 };

/** Jobs over 10,000 subscribers on the embedded engine, their undoing, and how long other requests wait meanwhile. */
export async function benchBulk(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  try {
    const database = await openDatabase({ dataDir });
    await prepareDatabase(database.kysely);
    const many = await seedScale(database, RECORDS);
    const others = await seedScale(database, 100);
    // Otherwise autovacuum may run during a measurement.
    await database.kysely.executeQuery(CompiledQuery.raw("vacuum analyze"));
    await database.close();
    const server = await startServer({ dataDir });
    try {
      const target = {
        url: server.url,
        token: await requestToken(server.url, LOGIN, server.passwords.get(LOGIN) ?? ""),
      };
      const query = `reseller_id=${many.resellerId}`;
      const figures: Figure[] = [];
      const run = async (name: string, path: string, body?: object) => {
        const { job, figures: found } = await measure(target, others, name, path, body);
        figures.push(...found);
        return job;
      };
      const locks = { resource: "subscribers", action: "change", changes: { lock: 2 }, query };
      const locked = await run("lock level of 10,000 subscribers", "", locks);
      await run("undo that", `${locked.id}/undo`);
      const ended = await run("terminate 10,000 subscribers", "", { resource: "subscribers", action: "remove", query });
      await run("undo that, too", `${ended.id}/undo`);
      return figures;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  readonly job: BulkJobReport;
  readonly figures: readonly Figure[];
}

async function measure(
  target: Target,
  others: ScaleRows,
  name: string,
  path: string,
  body: object | undefined,
): Promise<Measured> {
  const {
    result: job,
    took,
    words,
    longest,
  } = await waitsDuring(target, others, async () => {
    let now = await send<BulkJobReport>(target, { method: "POST", path: `/api/bulkjobs/${path}`, body: body ?? {} });
    while (now.state === "running") {
      await pause(50);
      now = await send<BulkJobReport>(target, { method: "GET", path: `/api/bulkjobs/${now.id}` });
    }
    return now;
  });
  if (job.done !== RECORDS) throw new Error(`${name}: ${job.done} done, ${JSON.stringify(job.failures.slice(0, 3))}`);
  console.error(`${name}: ${milliseconds(took)}; ${words}`);
  const ours = `${milliseconds(took)}, ${(took / RECORDS).toFixed(2)} ms each`;
  return {
    job,
    figures: [
      { name: `${name}, embedded`, ours, value: took, bound: { atMost: BOUNDS.jobMs } },
      {
        name: `${name}: longest wait of other requests`,
        ours: words,
        value: longest,
        bound: { atMost: BOUNDS.waitMs },
      },
    ],
  };
}
