import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a program that cleans up once this process lets it or exits in any way: its standard input closes then. The result
 * lets it, and waits for it.
 */
export function startGuard(program: string, ...args: readonly string[]): () => Promise<void> {
  const guard = spawn(process.execPath, ["-e", program, ...args], {
    stdio: ["pipe", "ignore", "ignore"],
    // Signals to the whole test run must not end the guard early.
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
