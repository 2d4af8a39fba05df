import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export interface DevelopmentServer {
  /** Where the panel is. */
  readonly url: string;
  /** Where the platform answers. */
  readonly platform: string;
  /** What it has printed so far. */
  printed(): string;
  stop(): Promise<void>;
}

/** Runs a command that starts panel and platform on free ports, with these variables. Resolves once both respond. */
export async function startDevelopment(
  command: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<DevelopmentServer> {
  const port = String(await freePort());
  // Its own process group, so that the shell, npm and their children end together.
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    detached: true,
    env: { ...process.env, VITEST: undefined, PORT: port, ...env },
  });
  let printed = "";
  const stop = async () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  return new Promise((resolve, reject) => {
    const read = (data: Buffer) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it starts every color sequence
      printed += data.toString().replaceAll(/\u001b\[[0-9;]*m/g, "");
      const url = /Local: +(http:\/\/\S+?)\/?\s/.exec(printed)?.[1];
      if (url && /Patchbay: .*\n\n$/s.test(printed))
        resolve({ url, platform: `http://127.0.0.1:${port}`, printed: () => printed, stop });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`${command} ended (status ${code}): ${printed}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
