import { sql } from "kysely";
import { PlatformError } from "../../../core/validation/errors.ts";
import { MEGABYTE } from "../../../core/values/bytes.ts";
import { freeBytesOf } from "../../db/diskRoom.ts";
import type { Db } from "../../db/tables.ts";
import type { FileRoom } from "../../runtime/settings.ts";

/** The log has what arrives, too, until its next checkpoint. */
const logBytes = 32 * MEGABYTE;

/** The bytes that an account is about to store. */
interface IncomingBytes {
  readonly account: number;
  readonly bytes: number;
  /** They count already: an upload takes its whole size from its beginning. */
  readonly isCounted?: boolean;
}

/**
 * Refuses bytes that there is no room for: account_files_full when the account has to remove files first, files_full
 * when there is none for anybody. In a transaction it locks the account, so that no other request counts meantime.
 */
export async function assertFileRoom(
  db: Db,
  { perAccount, total, leave, folder }: FileRoom,
  { account, bytes, isCounted = false }: IncomingBytes,
): Promise<void> {
  const more = isCounted ? 0 : bytes;
  if (db.isTransaction) await sql`select pg_advisory_xact_lock(hashtext(${`files ${account}`}))`.execute(db);
  const used = await usedBy(db, account);
  if (used.own + more > perAccount) {
    throw new PlatformError("account_files_full", {
      most: inMegabytes(perAccount),
      left: inMegabytes(perAccount - used.own),
    });
  }
  const onDisk = (freeBytesOf(folder) ?? Number.POSITIVE_INFINITY) - leave;
  if (used.all + more > total || onDisk < bytes + Math.min(bytes, logBytes)) {
    throw new PlatformError("files_full", { left: inMegabytes(Math.min(total - used.all, onDisk)) });
  }
}

function inMegabytes(bytes: number): number {
  return Math.max(0, Math.floor(bytes / MEGABYTE));
}

async function usedBy(db: Db, account: number): Promise<{ readonly own: number; readonly all: number }> {
  const { rows } = await sql<{ own: number; all: number }>`
    select coalesce(sum(bytes) filter (where stored_by = ${account}), 0)::float8 as own,
      coalesce(sum(bytes), 0)::float8 as all
    from (select stored_by, greatest(size, received) as bytes from uploads
      union all select stored_by, octet_length(content) from recordfiles where stored_by is not null) files`.execute(
    db,
  );
  return rows[0] ?? { own: 0, all: 0 };
}
