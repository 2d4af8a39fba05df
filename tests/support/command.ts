import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { keepLog, noteSecrets } from "./runLogs.ts";

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

/** What `npx patchbay` runs, with this text as standard input. */
export function runPatchbay(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
): Promise<Ended> {
  return runBuilt("cli", args, env, input);
}

function runBuilt(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = "",
): Promise<Ended> {
  const child = spawn(process.execPath, [built(program), ...args], {
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const { password = "" } = URL.canParse(env.DATABASE_URL ?? "") ? new URL(String(env.DATABASE_URL)) : {};
  noteSecrets([password]);
  let output = "";
  let complaints = "";
  child.stdout.on("data", (data: Buffer) => {
    output += data.toString();
    // It started after all; the test sees its output.
    if (/Patchbay: .*\n\n$/s.test(output)) child.kill("SIGKILL");
  });
  child.stderr.on("data", (data: Buffer) => {
    complaints += data.toString();
    keepLog(data);
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output, complaints })));
}
