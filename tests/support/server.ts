import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface ServerOptions {
  /** Folder of the embedded database: a server started on it again finds what the last one left. */
  readonly dataDir: string;
  /** Project whose build is started; this one by default. */
  readonly root?: string;
  /** Further settings, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Server {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Passwords by login, as the server offers them when it starts. */
  readonly passwords: ReadonlyMap<string, string>;
  /** Stops the server as an operator does, by SIGTERM; rejects when it does not leave with status 0. */
  stop(): Promise<void>;
  /** Ends the server at once and without warning, by SIGKILL. */
  kill(): Promise<void>;
}

const project = fileURLToPath(new URL("../..", import.meta.url));

/** Starts the built product as a process of its own on a free port; resolves once it answers. */
export async function startServer({ dataDir, root = project, env = {} }: ServerOptions): Promise<Server> {
  const child = spawn(process.execPath, [join(root, "dist/server/main.js")], {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const banner = await bannerOf(child);
  return {
    url: banner.match(/Patchbay: (\S+)/)?.[1] ?? "",
    passwords: new Map([...banner.matchAll(/^ {4}(\S+) +(\S+)$/gm)].map(([, login = "", word = ""]) => [login, word])),
    stop: async () => {
      const code = await end(child, "SIGTERM");
      if (code !== 0) throw new Error(`the server left with status ${code}`);
    },
    kill: async () => {
      await end(child, "SIGKILL");
    },
  };
}

/** What the server prints when it is ready: one piece of text that ends with an empty line. */
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
