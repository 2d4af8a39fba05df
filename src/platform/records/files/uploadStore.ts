import { randomUUID } from "node:crypto";
import { type Insertable, type RawBuilder, sql } from "kysely";
import { PlatformError } from "../../../core/validation/errors.ts";
import { MEGABYTE } from "../../../core/values/bytes.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { freeDiskSpace } from "../../db/diskRoom.ts";
import { errorCode } from "../../db/errors.ts";
import { anyOf, runWithFreshPlan, transaction } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import type { HookContext } from "../../resourceHooks.ts";
import type { FileRoom } from "../../runtime/settings.ts";
import { assertFileRoom } from "./fileRoom.ts";

/** Bytes of a stored row. */
export const chunkBytes = MEGABYTE;
/**
 * Bytes read at once. An answer passes as text through the engine and the driver: smaller ones stay in V8's young
 * generation (below 128 KiB), larger ones let the process grow by more than a whole row.
 */
const pieceBytes = 48 * 1024;

/** An upload that nothing has arrived of for this long is forgotten. */
const lifetimeMs = 24 * 60 * 60 * 1000;
/** After this long without progress it makes way for a new one of its account. */
const idleMs = 60 * 60 * 1000;
/** Uploads that an account may have at once. */
const MAX_OPEN_UPLOADS = 4;

export interface UploadRow {
  readonly id: number;
  readonly key: string;
  readonly file_name: string | null;
  /** In bytes; null if only the end of the upload shows it. */
  readonly size: number | null;
  readonly received: number;
  /** Table with its contents. */
  readonly chunks: string | null;
}

/** The file field of a resource that an upload is for. */
interface UploadField {
  readonly resource_name: string;
  readonly field: string;
}

interface UploadTarget extends UploadField {
  readonly resource_id: number;
}

interface NewUpload extends UploadField {
  readonly admin_id: number;
  readonly file_name: string | null;
  readonly size: number | null;
}

/** Codes of errors of a body whose sender has left. */
const disconnectCodes = new Set(["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"]);

const columns = ["id", "key", "file_name", "size", "received", "chunks"] as const;
const sharedChunks = "uploadchunks";

function chunksOf({ chunks }: Pick<UploadRow, "chunks">): RawBuilder<unknown> {
  return sql.table(chunks ?? sharedChunks);
}

/** A new upload, without contents. */
export async function beginUpload(db: Db, wish: NewUpload, now: Date): Promise<UploadRow> {
  return addUpload(db, { ...wish, key: randomUUID(), received: 0, stored_by: wish.admin_id, changed_at: now });
}

/** A row, and a table for its contents. */
async function addUpload(db: Db, row: Insertable<Tables["uploads"]>): Promise<UploadRow> {
  return inTransaction(db, async (trx) => {
    const { id } = await trx.insertInto("uploads").values(row).returning("id").executeTakeFirstOrThrow();
    const chunks = `${sharedChunks}_${id}`;
    await sql`create table ${sql.table(chunks)} (like ${sql.table(sharedChunks)} including all)`.execute(trx);
    // Compressed, a part could not be read without the whole row.
    await sql`alter table ${sql.table(chunks)} alter column content set storage external`.execute(trx);
    const update = trx.updateTable("uploads").set({ chunks }).where("id", "=", id);
    return update.returning(columns).executeTakeFirstOrThrow();
  });
}

function inTransaction<T>(db: Db, run: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? run(db) : transaction(db, run);
}

/**
 * Creates an upload that a client sends in parts. Throws too_many_uploads when its account has as many as it may,
 * and errors of assertFileRoom when there is no room for all of it.
 */
export async function createResumableUpload(
  { db, now, settings }: Pick<HookContext, "db" | "now" | "settings">,
  wish: NewUpload & { readonly size: number },
): Promise<UploadRow> {
  const { admin_id, size } = wish;
  // Two concurrent requests would both find room.
  await sql`select pg_advisory_xact_lock(hashtext(${`uploads ${admin_id}`}))`.execute(db);
  const idleSince = new Date(now.getTime() - idleMs).toISOString();
  await drop(db, sql`admin_id = ${admin_id} and size is not null and changed_at <= ${idleSince}`);
  const own = db.selectFrom("uploads").select("id").where("admin_id", "=", admin_id).where("size", "is not", null);
  if ((await own.execute()).length >= MAX_OPEN_UPLOADS)
    throw new PlatformError("too_many_uploads", { most: MAX_OPEN_UPLOADS });
  await assertFileRoom(db, settings.fileRoom, { account: admin_id, bytes: size });
  return beginUpload(db, wish, now);
}

/** An upload that this account has begun and no record has taken yet. */
export async function findPendingUpload(
  db: Db,
  key: string,
  admin_id: number,
  now: Date,
): Promise<UploadRow | undefined> {
  // Whatever else is asked for has not been begun, and not all of it could be compared.
  if (!/^[0-9a-f-]{36}$/.test(key)) return undefined;
  const since = new Date(now.getTime() - lifetimeMs).toISOString();
  const own = db.selectFrom("uploads").select(columns).where("key", "=", key).where("admin_id", "=", admin_id);
  return own.where("size", "is not", null).where("changed_at", ">", since).executeTakeFirst();
}

interface AppendOptions {
  readonly account: number;
  readonly fileRoom: FileRoom;
  /** Bytes of the whole file. */
  readonly most: number;
  readonly now: Date;
}

/**
 * Appends what arrives, a row at a time. Returns how many bytes have arrived then. What has arrived before a
 * connection breaks, or before there is no more room, is kept. Throws upload_offset when another request appends to the
 * same upload, payload_too_large beyond `most` bytes in all, and errors of assertFileRoom.
 */
export async function appendTo(
  db: Db,
  upload: UploadRow,
  parts: AsyncIterable<Buffer>,
  { account, fileRoom, most, now }: AppendOptions,
): Promise<number> {
  const { id, received } = upload;
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let storedBytes = received;
  let filled = received % chunkBytes;
  if (filled > 0)
    chunk.set(await loadPiece(db, upload, Math.floor(received / chunkBytes), { start: 0, length: filled }));
  const store = async () => {
    const start = storedBytes - (storedBytes % chunkBytes);
    if (start + filled === storedBytes) return;
    const bytes = start + filled - storedBytes;
    await assertFileRoom(db, fileRoom, { account, bytes, isCounted: upload.size !== null });
    const step = { id, chunks: upload.chunks, from: storedBytes, to: start + filled, now };
    await storeChunk(db, step, chunk.subarray(0, filled));
    storedBytes = start + filled;
    filled %= chunkBytes;
  };
  let arrived = received;
  try {
    for await (const part of parts) {
      arrived += part.length;
      if (arrived > most) throw new PlatformError("payload_too_large");
      for (let offset = 0; offset < part.length; ) {
        const length = part.copy(chunk, filled, offset);
        offset += length;
        filled += length;
        if (filled === chunkBytes) await store();
      }
    }
  } catch (error) {
    if (!disconnectCodes.has(errorCode(error) ?? "")) throw error;
    await store();
    throw new PlatformError("stopped", {}, { cause: error });
  }
  await store();
  return storedBytes;
}

interface Chunk extends Pick<UploadRow, "id" | "chunks"> {
  /** Bytes stored before and after it. */
  readonly from: number;
  readonly to: number;
  readonly now: Date;
}

/** Stores a row only if nobody else has appended since: the loser of two requests changes nothing. */
async function storeChunk(db: Db, { id, chunks, from, to, now }: Chunk, content: Buffer): Promise<void> {
  const number = Math.floor(from / chunkBytes);
  const statement = sql`with taken as (
      update uploads set received = ${to}::bigint, changed_at = ${now.toISOString()}::timestamptz
      where id = ${id} and received = ${from}::bigint and resource_id is null returning id)
    insert into ${chunksOf({ chunks })} (upload_id, number, content)
    select id, ${number}::integer, ${content}::bytea from taken
    on conflict (upload_id, number) do update set content = excluded.content`;
  const { numAffectedRows } = await runWithFreshPlan(statement, db).catch((error: unknown) => {
    throw errorCode(error) === noTable ? new PlatformError("upload_offset", {}, { cause: error }) : error;
  });
  if (numAffectedRows !== 1n) throw new PlatformError("upload_offset");
}

/** SQLSTATE: the table was dropped after the upload was read. */
const noTable = "42P01";

/** Bytes of a row, or all of them where it has fewer. */
async function loadPiece(
  db: Db,
  { id, chunks }: Pick<UploadRow, "id" | "chunks">,
  number: number,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<Buffer> {
  const piece = sql<{ piece: Buffer }>`
    select substring(content from ${start + 1}::integer for ${length}::integer) as piece
    from ${chunksOf({ chunks })} where upload_id = ${id} and number = ${number}`;
  const { rows } = await runWithFreshPlan(piece, db);
  if (!rows[0]) throw new Error("a file was removed while it was read");
  return rows[0].piece;
}

/** Ends an upload of unknown size. */
export async function endUpload(db: Db, { id }: UploadRow): Promise<void> {
  await db
    .updateTable("uploads")
    .set(({ ref }) => ({ size: ref("received") }))
    .where("id", "=", id)
    .execute();
}

export async function deleteUpload(db: Db, { id }: UploadRow): Promise<void> {
  await drop(db, sql`id = ${id} and resource_id is null`);
}

/** Deletes uploads that nobody goes on with. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - lifetimeMs).toISOString();
  await drop(db, sql`resource_id is null and changed_at <= ${before}`);
}

async function drop(db: Db, which: RawBuilder<unknown>): Promise<void> {
  const remove = async (trx: Db) => {
    const gone = await sql<Pick<UploadRow, "id" | "chunks">>`
      delete from uploads where ${which} returning id, chunks`.execute(trx);
    for (const upload of gone.rows) {
      if (upload.chunks === null)
        await sql`delete from ${chunksOf(upload)} where upload_id = ${upload.id}`.execute(trx);
      else await sql`drop table if exists ${chunksOf(upload)}`.execute(trx);
    }
  };
  await freeDiskSpace(() => inTransaction(db, remove));
}

/** Gives a complete upload of the caller to a record, in place of the file it had; false: there is none. */
export async function attachUpload({ db, actor }: HookContext, target: UploadTarget, key: string): Promise<boolean> {
  const { resource_name, resource_id, field } = target;
  const isTarget = sql`resource_name = ${resource_name} and field = ${field}`;
  await drop(db, sql`${isTarget} and resource_id = ${resource_id} and key <> ${key}`);
  const { numAffectedRows } = await sql`update uploads set resource_id = ${resource_id}, admin_id = null
    where key = ${key} and ${isTarget} and received = size and received > 0
    and (resource_id = ${resource_id} or (resource_id is null and admin_id = ${actor.adminId}))`.execute(db);
  return numAffectedRows === 1n;
}

/** Stores a file that is at hand, as that of a record. */
export async function storeUpload(
  { db, now, actor }: Pick<HookContext, "db" | "now" | "actor">,
  { resource_name, resource_id, field }: UploadTarget,
  { key, content }: { readonly key: string; readonly content: Buffer },
): Promise<void> {
  await deleteUploads(db, resource_name, [resource_id], [field]);
  const owner = { resource_name, resource_id, field, admin_id: null, file_name: null };
  const size = content.length;
  const row = { ...owner, key, size, received: size, stored_by: actor.adminId, changed_at: now };
  const upload = await addUpload(db, row);
  for (let number = 0; number * chunkBytes < size; number++) {
    const chunk = content.subarray(number * chunkBytes, (number + 1) * chunkBytes);
    await sql`insert into ${chunksOf(upload)} (upload_id, number, content)
      values (${upload.id}, ${number}, ${chunk})`.execute(db);
  }
}

export async function deleteUploads(
  db: Db,
  resource_name: string,
  ids: readonly number[],
  fields: readonly string[],
): Promise<void> {
  await drop(db, sql`resource_name = ${resource_name} and resource_id = ${anyOf(ids)} and field = ${anyOf(fields)}`);
}

export interface StoredUpload extends Pick<UploadRow, "id" | "key" | "chunks"> {
  readonly size: number;
}

export async function loadUpload(
  db: Db,
  { resource_name, resource_id, field }: UploadTarget,
): Promise<StoredUpload | undefined> {
  const files = db.selectFrom("uploads").select(["id", "key", "chunks", "received as size"]);
  const own = files.where("resource_name", "=", resource_name).where("resource_id", "=", resource_id);
  return own.where("field", "=", field).executeTakeFirst();
}

/** Reads the bytes `from` to `to` inclusive, a piece of a row at a time. Throws if the file is removed in between. */
export async function* readUpload(
  db: Db,
  upload: StoredUpload,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Buffer> {
  for (let position = from; position <= to; ) {
    const start = position % chunkBytes;
    const length = Math.min(to + 1 - position, chunkBytes - start, pieceBytes);
    yield await loadPiece(db, upload, Math.floor(position / chunkBytes), { start, length });
    position += length;
  }
}
