import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { PlatformError } from "../../core/errors.ts";
import { errorCode } from "../db/errors.ts";
import { anyOf } from "../db/statements.ts";
import type { Reading, Work } from "../entityHooks.ts";

type Db = Reading["db"];

/** Bytes of a stored row. */
export const chunkBytes = 1024 * 1024;
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
const mostOpen = 4;

export interface Upload {
  readonly id: number;
  readonly key: string;
  readonly file_name: string | null;
  /** In bytes; null: told by its end only. */
  readonly size: number | null;
  /** Bytes that have arrived. */
  readonly received: number;
}

/** What an upload is for: a file field of a resource. */
interface Target {
  readonly resource_name: string;
  readonly field: string;
}

interface Place extends Target {
  readonly resource_id: number;
}

interface NewUpload extends Target {
  readonly admin_id: number;
  readonly file_name: string | null;
  readonly size: number | null;
}

/** Codes of errors of a body whose sender has left. */
const brokenOff = new Set(["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"]);

const columns = ["id", "key", "file_name", "size", "received"] as const;

/** A new upload, without contents. */
export async function beginUpload(db: Db, wish: NewUpload, now: Date): Promise<Upload> {
  const row = { ...wish, key: randomUUID(), received: 0, changed_at: now };
  return db.insertInto("uploads").values(row).returning(columns).executeTakeFirstOrThrow();
}

/** The same for a client that sends the file by and by; too_many_uploads when its account has as many as it may. */
export async function beginSession({ db, now }: Work, wish: NewUpload & { readonly size: number }): Promise<Upload> {
  const { admin_id } = wish;
  // Two concurrent requests would both find room.
  await sql`select pg_advisory_xact_lock(hashtext(${`uploads ${admin_id}`}))`.execute(db);
  const idleSince = new Date(now.getTime() - idleMs).toISOString();
  await drop(db, sql`admin_id = ${admin_id} and size is not null and changed_at <= ${idleSince}`);
  const own = db.selectFrom("uploads").select("id").where("admin_id", "=", admin_id).where("size", "is not", null);
  if ((await own.execute()).length >= mostOpen) throw new PlatformError("too_many_uploads", { most: mostOpen });
  return beginUpload(db, wish, now);
}

/** An upload that this account has begun and no record has taken yet. */
export async function findOpen(db: Db, key: string, admin_id: number, now: Date): Promise<Upload | undefined> {
  // Whatever else is asked for has not been begun, and not all of it could be compared.
  if (!/^[0-9a-f-]{36}$/.test(key)) return undefined;
  const since = new Date(now.getTime() - lifetimeMs).toISOString();
  const own = db.selectFrom("uploads").select(columns).where("key", "=", key).where("admin_id", "=", admin_id);
  return own.where("size", "is not", null).where("changed_at", ">", since).executeTakeFirst();
}

/**
 * Appends what arrives, a row at a time. Returns how many bytes have arrived then. What has arrived before a
 * connection breaks is kept. Throws upload_offset when another request appends to the same upload, and
 * payload_too_large beyond `most` bytes in all.
 */
export async function appendTo(
  db: Db,
  { id, received }: Upload,
  parts: AsyncIterable<Buffer>,
  { most, now }: { readonly most: number; readonly now: Date },
): Promise<number> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let stored = received;
  let filled = received % chunkBytes;
  if (filled > 0) chunk.set(await loadPiece(db, id, Math.floor(received / chunkBytes), { start: 0, length: filled }));
  const store = async () => {
    const start = stored - (stored % chunkBytes);
    if (start + filled === stored) return;
    await storeChunk(db, { id, from: stored, to: start + filled, now }, chunk.subarray(0, filled));
    stored = start + filled;
    filled %= chunkBytes;
  };
  let arrived = received;
  try {
    for await (const part of parts) {
      arrived += part.length;
      if (arrived > most) throw new PlatformError("payload_too_large");
      for (let taken = 0; taken < part.length; ) {
        const length = part.copy(chunk, filled, taken);
        taken += length;
        filled += length;
        if (filled === chunkBytes) await store();
      }
    }
  } catch (error) {
    if (!brokenOff.has(errorCode(error) ?? "")) throw error;
    await store();
    throw new PlatformError("stopped", {}, { cause: error });
  }
  await store();
  return stored;
}

interface Step {
  readonly id: number;
  /** Bytes stored before and after it. */
  readonly from: number;
  readonly to: number;
  readonly now: Date;
}

/** Stores a row only if nobody else has appended since: the loser of two requests changes nothing. */
async function storeChunk(db: Db, { id, from, to, now }: Step, content: Buffer): Promise<void> {
  const number = Math.floor(from / chunkBytes);
  const { numAffectedRows } = await sql`with taken as (
      update uploads set received = ${to}::bigint, changed_at = ${now.toISOString()}::timestamptz
      where id = ${id} and received = ${from}::bigint and resource_id is null returning id)
    insert into uploadchunks (upload_id, number, content) select id, ${number}::integer, ${content}::bytea from taken
    on conflict (upload_id, number) do update set content = excluded.content`.execute(db);
  if (numAffectedRows !== 1n) throw new PlatformError("upload_offset");
}

/** Bytes of a row, or all of them where it has fewer. */
async function loadPiece(
  db: Db,
  upload_id: number,
  number: number,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<Buffer> {
  const piece = sql<Buffer>`substring(content from ${start + 1}::integer for ${length}::integer)`.as("piece");
  const chunks = db.selectFrom("uploadchunks").select(piece).where("upload_id", "=", upload_id);
  const row = await chunks.where("number", "=", number).executeTakeFirst();
  if (!row) throw new Error("a file was removed while it was read");
  return row.piece;
}

/** Ends an upload of unknown size. */
export async function endUpload(db: Db, { id }: Upload): Promise<void> {
  await db
    .updateTable("uploads")
    .set(({ ref }) => ({ size: ref("received") }))
    .where("id", "=", id)
    .execute();
}

export async function dropUpload(db: Db, { id }: Upload): Promise<void> {
  await drop(db, sql`id = ${id} and resource_id is null`);
}

/** Deletes uploads that nobody goes on with, and rows that were added to an upload while it was deleted. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - lifetimeMs).toISOString();
  await drop(db, sql`resource_id is null and changed_at <= ${before}`);
  await sql`delete from uploadchunks where upload_id not in (select id from uploads)`.execute(db);
}

async function drop(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`with gone as (delete from uploads where ${which} returning id)
    delete from uploadchunks where upload_id in (select id from gone)`.execute(db);
}

/** Gives a complete upload of the caller to a record, in place of the file it had; false: there is none. */
export async function takeUpload({ db, actor }: Work, place: Place, key: string): Promise<boolean> {
  const { resource_name, resource_id, field } = place;
  const isTarget = sql`resource_name = ${resource_name} and field = ${field}`;
  await drop(db, sql`${isTarget} and resource_id = ${resource_id} and key <> ${key}`);
  const { numAffectedRows } = await sql`update uploads set resource_id = ${resource_id}, admin_id = null
    where key = ${key} and ${isTarget} and received = size and received > 0
    and (resource_id = ${resource_id} or (resource_id is null and admin_id = ${actor.adminId}))`.execute(db);
  return numAffectedRows === 1n;
}

/** Stores a file that is at hand, as that of a record. */
export async function storeUpload(
  { db, now }: Pick<Work, "db" | "now">,
  { resource_name, resource_id, field }: Place,
  { key, content }: { readonly key: string; readonly content: Buffer },
): Promise<void> {
  await dropUploads(db, resource_name, [resource_id], [field]);
  const owner = { resource_name, resource_id, field, admin_id: null, file_name: null };
  const size = content.length;
  const row = { ...owner, key, size, received: size, changed_at: now };
  const { id } = await db.insertInto("uploads").values(row).returning("id").executeTakeFirstOrThrow();
  for (let number = 0; number * chunkBytes < size; number++) {
    const chunk = content.subarray(number * chunkBytes, (number + 1) * chunkBytes);
    await db.insertInto("uploadchunks").values({ upload_id: id, number, content: chunk }).execute();
  }
}

/** Deletes these files of records. */
export async function dropUploads(
  db: Db,
  resource_name: string,
  ids: readonly number[],
  fields: readonly string[],
): Promise<void> {
  await drop(db, sql`resource_name = ${resource_name} and resource_id = ${anyOf(ids)} and field = ${anyOf(fields)}`);
}

export interface StoredUpload {
  readonly id: number;
  readonly key: string;
  readonly size: number;
}

export async function loadUpload(
  db: Db,
  { resource_name, resource_id, field }: Place,
): Promise<StoredUpload | undefined> {
  const files = db.selectFrom("uploads").select(["id", "key", "received as size"]);
  const own = files.where("resource_name", "=", resource_name).where("resource_id", "=", resource_id);
  return own.where("field", "=", field).executeTakeFirst();
}

/** The bytes `from` to `to` inclusive, a piece of a row at a time. Throws when the file is removed meanwhile. */
export async function* readUpload(
  db: Db,
  { id }: StoredUpload,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Buffer> {
  for (let at = from; at <= to; ) {
    const start = at % chunkBytes;
    const length = Math.min(to + 1 - at, chunkBytes - start, pieceBytes);
    yield await loadPiece(db, id, Math.floor(at / chunkBytes), { start, length });
    at += length;
  }
}
