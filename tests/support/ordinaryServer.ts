import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

export type Account = { readonly uid: number; readonly gid: number } | undefined;

/** Somebody without rights, where we are the superuser; undefined: we are ordinary ourselves. */
export function ordinaryAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: "-u" | "-g") => Number(spawnSync("id", [kind, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly account: Account;
}

/** Runs a server with this Node, as an account; resolves once it has printed its address. `stop`: its exit status. */
export async function startProgram(args: readonly string[], { cwd, env, account }: ProgramOptions) {
  const child = spawn(process.execPath, args, { cwd, env, ...account, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let complaints = "";
  child.stderr.on("data", (data: Buffer) => {
    complaints += data.toString();
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      printed += data.toString();
      const [, address] = /Patchbay: (\S+)\n/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`it did not start (status ${code}): ${printed}${complaints}`)));
  });
  return {
    url,
    complaints: () => complaints,
    stop: async () => {
      const left = once(child, "exit");
      child.kill("SIGTERM");
      await left;
      return child.exitCode;
    },
  };
}
