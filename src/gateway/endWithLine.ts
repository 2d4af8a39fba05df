/**
 * Ends the process with status 1 and one line that says what to fix: a trace would bury it, and only stands there at
 * LOG_LEVEL=debug.
 */
export function endWithLine(error: unknown): never {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(`Patchbay cannot start: ${message.trim().replace(/\s+/g, " ") || "for an unknown reason"}`);
  if (process.env.LOG_LEVEL === "debug" && stack) console.error(stack);
  process.exit(1);
}
