import { CompiledQuery } from "kysely";
import { openDatabase } from "../src/platform/db/engine.ts";
import type { Database } from "../src/platform/db/tables.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import type { Figure } from "./report.ts";

/** Milliseconds. Shorter times count as this long: they are dominated by overhead, which would distort the ratio. */
const MIN_MS = 5;

/** Measures with two databases of a PostgreSQL server of its own, the second many times as large; all are closed after it. */
export async function withTwoSizes<Setup extends { close(): Promise<void> }>(
  sizes: readonly number[],
  open: (serverUrl: string, size: number) => Promise<Setup>,
  measure: (small: Setup, large: Setup) => Promise<Figure[]>,
): Promise<Figure[]> {
  const postgres = await startPostgres();
  const setups: Setup[] = [];
  try {
    for (const size of sizes) setups.push(await open(postgres.url, size));
    const [small, large] = setups;
    if (!small || !large) throw new Error("two sizes are needed");
    return await measure(small, large);
  } finally {
    for (const setup of setups) await setup.close();
    await postgres.stop();
  }
}

/** Creates and opens an empty database of the server. */
export async function createDatabase(serverUrl: string, name: string): Promise<Database> {
  const server = await openDatabase({ databaseUrl: serverUrl });
  await server.kysely.executeQuery(CompiledQuery.raw(`create database ${name}`));
  // Speeds up index builds; queries do not use it.
  await server.kysely.executeQuery(CompiledQuery.raw(`alter database ${name} set maintenance_work_mem = '1GB'`));
  await server.close();
  return openDatabase({ databaseUrl: serverUrl.replace(/postgres$/, name) });
}

/** How many times as long the large database takes, in milliseconds. */
export function ratioOf({ small, large }: { readonly small: number; readonly large: number }): number {
  return Math.max(large, MIN_MS) / Math.max(small, MIN_MS);
}
