import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { openDatabase } from "../../platform/db/engine.ts";
import type { Database } from "../../platform/db/tables.ts";
import { delegateToServer } from "../delegateToServer.ts";
import type { TaskName } from "../operatorTasks/index.ts";
import { TaskError, type TaskInput, type TaskResult } from "../operatorTasks/task.ts";
import { readSettings, SettingError, type Settings } from "../settings.ts";

export type RunFurtherTask = (name: TaskName, options: TaskInput["options"]) => Promise<unknown>;

export interface TaskRun extends Partial<TaskInput> {
  /** `prepared`: refuses one that is empty or has the tables of another version; `as-is`: whatever is there. */
  readonly database: "prepared" | "as-is";
  /** Called before the database closes. `also`: runs another task in the same place. */
  readonly use?: (answer: TaskResult, also: RunFurtherTask) => Promise<void>;
}

/** The settings of a platform of our own: behind PLATFORM_URL is nothing that the command line could reach. */
export function readOwnSettings(): Settings {
  const settings = readSettings(process.env);
  if (settings.platformUrl) throw new SettingError("PLATFORM_URL is set: use the commands of that platform");
  return settings;
}

/**
 * Runs a task in the process that holds the embedded database, if one does, else in this one, which then loads the
 * platform. The answer's file can only be read within `use`.
 */
export async function runTask(
  name: TaskName,
  { database: need, use, options = {}, file }: TaskRun,
): Promise<TaskResult> {
  const settings = readOwnSettings();
  const input = { options, file };
  const delegated =
    settings.databaseUrl === undefined ? await delegateToServer(settings.dataDir, name, input) : undefined;
  if (delegated) {
    await use?.(delegated, (also, taskOptions) => delegateToServer(settings.dataDir, also, { options: taskOptions }));
    return delegated;
  }
  const { tasks } = await import("../operatorTasks/index.ts");
  // Only a start and what says so, like `migrate`, create or change a database: a wrong DATA_DIR would fill another one.
  if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, "pglite"))) {
    throw new TaskError(`there is no database in ${settings.dataDir} yet: the first start creates it`);
  }
  return withDatabase(settings, async (database) => {
    if (need === "prepared") await refuseUnprepared(database);
    let app: FastifyInstance | undefined;
    const platform = async () => {
      const { buildPlatform } = await import("../../platform/app.ts");
      app ??= await buildPlatform({ database });
      return app;
    };
    try {
      const result = await tasks[name]({ database, platform }, input);
      await use?.(result, (also, taskOptions) => tasks[also]({ database, platform }, { options: taskOptions }));
      return result;
    } finally {
      await app?.close();
    }
  });
}

/** Opens a database that no running product holds. */
export async function withDatabase<T>(
  settings: Parameters<typeof openDatabase>[0],
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const engine = await import("../../platform/db/engine.ts");
  const database = await engine.openDatabase(settings);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

async function refuseUnprepared({ kysely }: Database): Promise<void> {
  const { sql } = await import("kysely");
  const { rows } = await sql<{ has: boolean }>`select to_regclass('resellers') is not null as has`.execute(kysely);
  const first = rows[0]?.has
    ? await kysely.selectFrom("resellers").select("id").limit(1).executeTakeFirst()
    : undefined;
  if (!first) throw new TaskError("the database is empty: the first start fills it");
  const { planPreparation } = await import("../../platform/seed/prepareDatabase.ts");
  const { length } = await planPreparation(kysely);
  if (length > 0) {
    throw new TaskError(`the tables are not of this version (${length} statements to run): migrate, or start`);
  }
}

/** Prints errors, one a line, and sets exit code 1: something failed, or a check found something. */
export function fail(lines: readonly string[]): void {
  for (const line of lines) console.error(line);
  process.exitCode = 1;
}
