import { errorLine } from "../errorLine.ts";

/** Something failed, or a check found something. */
const FAILURE = 1;

/** Wraps a command: an error becomes one line and exit code 1. */
export function withExitCode<Args extends unknown[]>(
  command: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await command(...args);
    } catch (error) {
      console.error(errorLine(error));
      process.exitCode = FAILURE;
    }
  };
}

/** Prints errors, one a line, and sets exit code 1. */
export function fail(lines: readonly string[]): void {
  for (const line of lines) console.error(line);
  process.exitCode = FAILURE;
}
