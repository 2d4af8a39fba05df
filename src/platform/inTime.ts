import { createContext, Script } from "node:vm";
import { PlatformError } from "../core/errors.ts";

/** Only what a script of its own calls can be timed out. */
const call = new Script("run()");

/**
 * Runs what compares texts with patterns that users write, some of which never come to an end. `longest`: milliseconds
 * of CPU time.
 *
 * @throws platform_timeout when it takes longer.
 */
export function inTime<Result>(longest: number, run: () => Result): Result {
  const start = process.cpuUsage();
  for (;;) {
    try {
      return call.runInContext(createContext({ run }), { timeout: longest }) as Result;
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      // A timeout is real time, of which a busy machine may give us little: tries again until the CPU time is used up.
      const { user, system } = process.cpuUsage(start);
      if (user + system >= longest * 1000) throw new PlatformError("platform_timeout");
    }
  }
}
