import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly complaints: string;
}

const built = (program: string) => fileURLToPath(new URL(`../../dist/server/${program}.js`, import.meta.url));

/** Starts the built server with settings that it should reject and waits for its exit. */
export function runServer(env: Readonly<Record<string, string>>): Promise<Ended> {
  return runBuilt("main", [], env);
}

/** What `npm run admin` runs. */
export function runAdmin(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return runBuilt("admin", args, env);
}

/** What `npm run journal` runs. */
export function runJournal(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return runBuilt("journal", args, env);
}

function runBuilt(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(process.execPath, [built(program), ...args], {
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let complaints = "";
  child.stdout.on("data", (data: Buffer) => {
    output += data.toString();
    // It started after all; the test sees its output.
    if (/Patchbay: .*\n\n$/s.test(output)) child.kill("SIGKILL");
  });
  child.stderr.on("data", (data: Buffer) => {
    complaints += data.toString();
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output, complaints })));
}
