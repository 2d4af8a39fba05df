import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { Command } from "commander";
import type { StatementCost } from "../../platform/db/migrationCosts.ts";
import { version } from "../../platform/db/version.ts";
import { errorLine } from "../errorLine.ts";
import { TaskError } from "../operatorTasks/task.ts";
import type { Settings } from "../settings.ts";
import { fail, readOwnSettings, runTask, withDatabase } from "./runTask.ts";

const MIN_FREE_BYTES = 1024 ** 3;
const MAX_CLOCK_SKEW_MS = 5_000;

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

export function checkCommand(): Command {
  return new Command("check")
    .description("check settings, database, tables, patterns, names, disk and clock; exit code 1 if anything is wrong")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  patchbay check --json | jq .ok")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const findings = await checkAll();
      const ok = findings.every((finding) => finding.ok);
      if (json) console.log(JSON.stringify({ ok, version, findings }, undefined, 2));
      else for (const { name, ok, text } of findings) console.log(`${ok ? "ok   " : "WRONG"}  ${name}: ${text}`);
      if (!ok) fail([]);
    });
}

async function checkAll(): Promise<readonly Finding[]> {
  let settings: Settings;
  try {
    settings = readOwnSettings();
  } catch (error) {
    return [{ name: "settings", ok: false, text: errorLine(error) }];
  }
  const { dataDir, databasePool } = settings;
  const findings = [...(await checkDatabase(databasePool)), await checkDisk(dataDir)];
  return [{ name: "settings", ok: true, text: "valid" }, ...findings];
}

async function checkDatabase(connections: number): Promise<readonly Finding[]> {
  try {
    const options = { connections: String(connections) };
    const { result } = await runTask("databaseState", { database: "as-is", options });
    const state = result as DatabaseState;
    const tables =
      state.missing === 0 ? `of this version (${version})` : `${state.missing} statements to run: migrate, or start`;
    return [
      { name: "database", ok: true, text: `PostgreSQL ${state.server}` },
      { name: "tables", ok: state.missing === 0, text: tables },
      { name: "clock", ok: state.apart < MAX_CLOCK_SKEW_MS, text: `${state.apart} ms apart from the database's` },
      {
        name: "patterns",
        ok: state.patterns.length === 0,
        text: state.patterns.length === 0 ? "all can be run" : `do not match as written: ${state.patterns.join(", ")}`,
      },
      {
        name: "names",
        ok: state.names.length === 0,
        text: state.names.length === 0 ? "each in one spelling" : `of several records: ${state.names.join("; ")}`,
      },
      { name: "locks", ok: state.locks === null, text: state.locks ?? "enough for all partitions" },
    ];
  } catch (error) {
    return [{ name: "database", ok: false, text: errorLine(error) }];
  }
}

/** Result of the task `databaseState`. */
type DatabaseState = {
  readonly apart: number;
  readonly server: string;
  readonly version: string | null;
  readonly missing: number;
  readonly locks: string | null;
  readonly patterns: string[];
  readonly names: string[];
};

async function checkDisk(dataDir: string): Promise<Finding> {
  const name = "disk";
  if (!existsSync(dataDir)) return { name, ok: true, text: `${dataDir} does not exist yet` };
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  return { name, ok: free >= MIN_FREE_BYTES, text: `${(free / MIN_FREE_BYTES).toFixed(1)} GiB free for ${dataDir}` };
}

export function migrateCommand(): Command {
  return new Command("migrate")
    .description("bring the database to the tables of this version, as a start does")
    .option("--dry-run", "print what would be run, with what each statement costs and blocks; change nothing")
    .addHelpText("after", "\nExample:\n  patchbay migrate --dry-run")
    .action(async ({ dryRun }: { readonly dryRun?: boolean }) => {
      if (dryRun) {
        const { result } = await runTask("planStatements", { database: "as-is" });
        const costs = result as PlannedCost[];
        for (const cost of costs) console.log(`${cost.statement.trim()};\n  -- ${formatCost(cost)}`);
        console.log(`${costs.length} statements, in one transaction; nothing was run`);
        return;
      }
      const { prepareDatabase } = await import("../../platform/seed/prepareDatabase.ts");
      const { length } = await withDatabase(readOwnSettings(), ({ kysely }) => prepareDatabase(kysely));
      console.log(
        length === 0
          ? `The tables are of this version (${version}).`
          : `${length} statements run; the tables are of version ${version}.`,
      );
    });
}

/** Result of the task `planStatements`: one of a list. */
type PlannedCost = Pick<StatementCost, "statement" | "rows" | "work" | "blocks"> & { readonly table: string | null };

function formatCost({ table, rows, work, blocks }: PlannedCost): string {
  const effort = { rewrite: "writes up to", scan: "reads", none: "does not touch the" }[work];
  return table ? `${effort} ${Math.round(rows)} rows of ${table}; blocks ${blocks}` : "no table is locked";
}

export function demoCommand(): Command {
  return new Command("demo")
    .description("fill an empty database with demonstration data, whose passwords everybody knows")
    .option("--subscribers <number>", "and with this many further subscribers")
    .option("--force", "add subscribers to a database that has customers")
    .addHelpText("after", "\nExamples:\n  patchbay demo\n  patchbay demo --subscribers 1000000")
    .action(async ({ subscribers, force }: { readonly subscribers?: string; readonly force?: boolean }) => {
      const count = subscribers === undefined ? 0 : Number(subscribers);
      if (!Number.isInteger(count) || count < 0)
        throw new TaskError(`--subscribers is "${subscribers}": write a number`);
      const { prepareDatabase } = await import("../../platform/seed/prepareDatabase.ts");
      await withDatabase(readOwnSettings(), async (database) => {
        const { kysely } = database;
        await prepareDatabase(kysely);
        const has = async (table: "resellers" | "customers") =>
          (await kysely.selectFrom(table).select("id").limit(1).executeTakeFirst()) !== undefined;
        if (!force && (await has("customers"))) throw new TaskError("the database has customers: --force adds to them");
        if (count === 0 && (await has("resellers"))) {
          throw new TaskError("the database has resellers: demonstration data needs an empty one");
        }
        if (count > 0) await (await import("../../platform/seed/scale.ts")).seedScale(database, count);
        else await (await import("../../platform/seed/demonstration.ts")).seedDemonstration(database);
        console.log("The demonstration data is in the database.");
      });
    });
}

export function journalCommands(): Command {
  const journal = new Command("journal").description("the journal of all changes");
  journal
    .command("verify")
    .description("prove that no entry was changed or left out, and print the last hash; exit code 1 if one was")
    .option("--hash <hash>", "a hash noted earlier")
    .addHelpText("after", "\nExample:\n  patchbay journal verify")
    .action(async ({ hash }: { readonly hash?: string }) => {
      const { result } = await runTask("verifyJournals", {
        database: "prepared",
        options: { hash: hash || undefined },
      });
      const { entries, dropped, head, fault } = result as {
        entries: number;
        dropped: number;
        head: string;
        fault: string | null;
      };
      if (fault) return fail([fault]);
      const before = dropped > 0 ? ` ${dropped} more were dropped after their time.` : "";
      console.log(`The journal is whole: ${entries} entries, the last with the hash ${head || "-"}.${before}`);
    });
  return journal;
}
