/** The database cannot be reached or opened. The message names the location, never a password. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
}

/** Another running process uses this data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = "DataFolderInUseError";
}

/** The database holds values that do not fit the new schema; nothing was changed. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** The database has the tables of a newer version of the product; nothing was changed. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}

/** A pooler has prepared a statement again in between, on a changed table: the server itself would have refused. */
export class OutdatedStatementError extends Error {
  override readonly name = "OutdatedStatementError";
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

/** Errors of node-postgres without a code: the connection broke, or had broken before the query. */
const withoutCode =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Whether a query failed for lack of a working connection, so that a later retry may help. */
export function isConnectionFailure(error: unknown): boolean {
  const code = errorCode(error);
  // 08 connection exceptions, 57P0x the server is shutting down or starting up, 53300 too many connections.
  if (code !== undefined) return unreachable.has(code) || /^(08...|57P0[123]|53300)$/.test(code);
  return error instanceof Error && withoutCode.test(error.message);
}

/** Refuses a write while there is still room for what has been accepted. */
export class LowDiskSpaceError extends Error {
  readonly code = "ENOSPC";

  constructor() {
    super("no space left on device: the disk of the embedded database is nearly full");
  }
}

const full = new Set(["53100", "ENOSPC", "EDQUOT"]);

export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The embedded engine's file system reports it under codes of any kind.
  return (
    full.has(errorCode(error) ?? "") || /no space left on device/i.test(error.message) || isStorageFull(error.cause)
  );
}

/** Whether the server has cancelled a statement, as it took longer than it may: see timeLimits.ts. */
export function isCancelled(error: unknown): boolean {
  return errorCode(error) === "57014";
}

/** SQLSTATE of database errors, or the system's error code; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Returns what is wrong with the name of a prepared statement: it can be sent again unnamed or under another name. */
export function preparedStatementError(error: unknown): "unknown" | "outdated" | undefined {
  const code = errorCode(error);
  // No such statement, or a duplicate: a pooler in between switches connections.
  if (code === "26000" || code === "42P05") return "unknown";
  // Columns of a table have changed since.
  if (error instanceof OutdatedStatementError) return "outdated";
  const routine = error instanceof Error && "routine" in error ? error.routine : undefined;
  return code === "0A000" && routine === "RevalidateCachedQuery" ? "outdated" : undefined;
}
