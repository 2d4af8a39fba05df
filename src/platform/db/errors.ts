/** The database can not be reached or opened. The message names the place, never a password. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
}

/** Another living process works with this data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = "DataFolderInUseError";
}

/** The database holds values that the described schema can not take; nothing was changed. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Whether a query failed because there is no working connection, so that repeating it later may help. */
export function isConnectionFailure(error: unknown): boolean {
  const code = errorCode(error);
  // 08 connection exceptions, 57P0x the server is stopping or starting, 53300 it has no connection left.
  if (code !== undefined) return unreachable.has(code) || /^(08...|57P0[123]|53300)$/.test(code);
  // node-postgres has no codes for these.
  return (
    error instanceof Error && /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  );
}

/** SQLSTATE of the database's own errors, or the system's error code; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
