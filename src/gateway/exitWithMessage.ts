/** The message of an error, in one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replace(/\s+/g, " ");
}

/**
 * Ends the process with status 1 and one line that says what to fix: a trace would bury it, and only stands there at
 * LOG_LEVEL=debug.
 */
export function exitWithMessage(error: unknown): never {
  console.error(`Patchbay cannot start: ${messageOf(error) || "for an unknown reason"}`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) console.error(error.stack);
  process.exit(1);
}
