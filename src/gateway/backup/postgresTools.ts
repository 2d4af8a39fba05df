import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError } from "./backupFile.ts";

/** PostgreSQL's own dump, in its custom format. Fails before it gives anything when the tool does not fit the server. */
export async function* dumpPostgres(url: string, serverMajor: number): AsyncGenerator<Uint8Array> {
  await requireTool("pg_dump", serverMajor);
  const child = spawn("pg_dump", ["--format=custom", "--no-owner", "--no-privileges"], {
    env: toEnvironment(url),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = waitForExit("pg_dump", child, child.stderr);
  // Awaited below; a failure while we read must not count as unhandled.
  exit.catch(() => undefined);
  yield* child.stdout;
  await exit;
}

/** Replaces the database's own objects, in one transaction: a failure changes nothing. */
export async function restorePostgres(url: string, serverMajor: number, dump: NodeJS.ReadableStream): Promise<void> {
  await requireTool("pg_restore", serverMajor);
  const { PGDATABASE = "" } = toEnvironment(url);
  const options = [
    "--clean",
    "--if-exists",
    "--no-owner",
    "--no-privileges",
    "--single-transaction",
    "--exit-on-error",
  ];
  const child = spawn("pg_restore", [...options, `--dbname=${PGDATABASE}`], {
    env: toEnvironment(url),
    stdio: ["pipe", "ignore", "pipe"],
  });
  const exit = waitForExit("pg_restore", child, child.stderr);
  // A tool that refuses stops reading; its own message says why.
  await Promise.all([exit, pipeline(dump, child.stdin).catch(() => undefined)]);
}

/** The connection as the tools' environment: an argument could be read by every user of the machine. */
function toEnvironment(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  const host = searchParams.get("host") ?? hostname.replaceAll(/[[\]]/g, "");
  const options = { PGSSLMODE: searchParams.get("sslmode"), PGSSLROOTCERT: searchParams.get("sslrootcert") };
  return {
    ...process.env,
    PGHOST: host || "localhost",
    PGPORT: port || "5432",
    PGUSER: decodeURIComponent(username) || process.env.USER,
    PGDATABASE: name || decodeURIComponent(username),
    ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}),
    ...Object.fromEntries(Object.entries(options).flatMap(([key, value]) => (value === null ? [] : [[key, value]]))),
  };
}

async function requireTool(tool: string, serverMajor: number): Promise<void> {
  const child = spawn(tool, ["--version"], { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  child.stdout.on("data", (data: Buffer) => {
    text += data.toString();
  });
  await once(child, "close").catch(() => {
    throw new BackupError(
      `${tool} is not installed: install the client programs of PostgreSQL ${serverMajor} or later`,
    );
  });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(text)?.[1] ?? 0);
  if (major < serverMajor) {
    throw new BackupError(
      `${tool} is of version ${major}, and the server of version ${serverMajor}: ` +
        `install the client programs of PostgreSQL ${serverMajor} or later`,
    );
  }
}

async function waitForExit(tool: string, child: ReturnType<typeof spawn>, stderr: Readable): Promise<void> {
  let errorText = "";
  stderr.on("data", (data: Buffer) => {
    errorText += data.toString();
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new BackupError(`${tool} failed: ${errorText.trim().split("\n")[0] ?? `status ${code}`}`);
}
