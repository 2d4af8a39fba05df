import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isLogKept, keepLog, noteSecrets } from "./runLogs.ts";

export interface ServerOptions {
  /** Data folder of the embedded database; restarts find the same data. */
  readonly dataDir: string;
  /** Project to start, by default this one. */
  readonly root?: string;
  /** Program, with arguments, that starts it. */
  readonly within?: readonly string[];
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Server {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly pid: number | undefined;
  /** Passwords by login, as printed on startup. */
  readonly passwords: ReadonlyMap<string, string>;
  /** Stops the server with SIGTERM. Rejects unless it exits with status 0. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
}

const project = fileURLToPath(new URL("../..", import.meta.url));

/** Starts the built product as a child process on a free port. Resolves once it responds. */
export async function startServer({ dataDir, root = project, within = [], env = {} }: ServerOptions): Promise<Server> {
  const [program = "", ...parameters] = [...within, process.execPath, join(root, "dist/server/main.js")];
  const child = spawn(program, parameters, {
    env: {
      ...{ PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir },
      ...(isLogKept() ? { LOG_LEVEL: "debug" } : {}),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const banner = await bannerOf(child);
  const logins = [...banner.matchAll(/^ {4}(\S+) +(\S+)$/gm)];
  const passwords = new Map(logins.map(([, login = "", word = ""]) => [login, word]));
  noteSecrets(passwords.values());
  return {
    url: banner.match(/Patchbay: (\S+)/)?.[1] ?? "",
    pid: child.pid,
    passwords,
    stop: async () => {
      const code = await end(child, "SIGTERM");
      if (code !== 0) throw new Error(`the server exited with status ${code}`);
    },
    kill: async () => {
      await end(child, "SIGKILL");
    },
  };
}

/** The startup message: one block of text followed by an empty line. */
async function bannerOf(child: ChildProcess): Promise<string> {
  let printed = "";
  let complaints = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (data: Buffer) => {
      printed += data.toString();
      if (/Patchbay: .*\n\n$/s.test(printed)) resolve(printed);
    });
    child.stderr?.on("data", (data: Buffer) => {
      complaints += data.toString();
      keepLog(data);
    });
    child.once("exit", (code) => reject(new Error(`the server did not start (status ${code}): ${complaints}`)));
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const left = once(child, "exit");
    child.kill(signal);
    await left;
  }
  return child.exitCode;
}
