import { errorLine } from "../errorLine.ts";

/** Something failed, or a check found something. */
const failed = 1;

/** A command's work: an error becomes one line and exit code 1. */
export function run<Args extends unknown[]>(work: (...args: Args) => Promise<void>): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await work(...args);
    } catch (error) {
      console.error(errorLine(error));
      process.exitCode = failed;
    }
  };
}

/** Several lines of which each is its own complaint. */
export function fail(lines: readonly string[]): void {
  for (const line of lines) console.error(line);
  process.exitCode = failed;
}
