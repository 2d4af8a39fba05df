import { spawnSync } from "node:child_process";

/**
 * Runs the program once per name, one after the other and each in its own process, so that memory is not shared and a
 * crash does not stop the rest. Returns the names that failed.
 */
export function runEach(program: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const { status, signal } = spawnSync(process.execPath, [...process.execArgv, program, name], { stdio: "inherit" });
    if (status === 0) return false;
    console.error(`${name} failed (${signal ?? `status ${status}`})`);
    return true;
  });
}
