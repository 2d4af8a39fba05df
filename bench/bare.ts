import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts a baseline server in its own process, which prints its URL once it is ready. */
export async function startBare(program: string, args: readonly string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = await once(child.stdout, "data");
  return {
    url: String(address).trim(),
    stop: async () => {
      const left = once(child, "exit");
      child.kill("SIGTERM");
      await left;
    },
  };
}
