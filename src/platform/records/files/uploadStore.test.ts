import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeEngines } from "../../../../tests/support/engines.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { MEGABYTE } from "../../../core/values/bytes.ts";
import { transaction } from "../../db/statements.ts";
import type { HookContext } from "../../resourceHooks.ts";
import {
  appendTo,
  attachUpload,
  beginUpload,
  chunkBytes,
  createResumableUpload,
  deleteExpired,
  endUpload,
  findPendingUpload,
  loadUpload,
  readUpload,
} from "./uploadStore.ts";

const ADMIN = 7;
const now = new Date("2026-02-03T04:05:06Z");
const fileRoom = { perAccount: 4 * MEGABYTE, total: 5 * MEGABYTE, leave: 0, folder: null };
const place = { resource_name: "phones", resource_id: 5, field: "data" };
const wish = { resource_name: "phones", field: "data", admin_id: ADMIN, file_name: "a.bin" };
const size = 2 * chunkBytes + 17;
const appending = { account: ADMIN, fileRoom, most: size, now };
const content = Buffer.from(Array.from({ length: size }, (_, at) => (at * 7 + (at >> 9)) & 0xff));

async function* parts(from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += 65_537) yield content.subarray(at, Math.min(to, at + 65_537));
}

describeEngines((open) => {
  it("keeps a file that arrives in parts, of which one request appends each", async () => {
    const { kysely: db } = await open("tables");
    const working = <T>(run: (context: HookContext) => Promise<T>) =>
      transaction(db, (trx) =>
        run({ db: trx, now, actor: { adminId: ADMIN }, settings: { fileRoom } } as unknown as HookContext),
      );
    const upload = await working((context) => createResumableUpload(context, { ...wish, size }));
    expect(await appendTo(db, upload, parts(0, chunkBytes + 5), appending)).toBe(chunkBytes + 5);
    const again = await findPendingUpload(db, upload.key, ADMIN, now);
    if (!again) throw new Error("the upload is not there any more");
    const both = [1, 2].map(() => appendTo(db, again, parts(chunkBytes + 5, size), appending));
    const results = await Promise.allSettled(both);
    expect(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))).toEqual([size]);
    expect(results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []))).toEqual([
      new PlatformError("upload_offset"),
    ]);
    expect(await working((context) => attachUpload(context, place, upload.key))).toBe(true);
    const stored = await loadUpload(db, place);
    if (!stored) throw new Error("the record has no file");
    const read: Buffer[] = [];
    for await (const part of readUpload(db, stored, { from: 3, to: size - 2 })) read.push(part);
    expect(Buffer.concat(read).equals(content.subarray(3, size - 1))).toBe(true);

    const other = await beginUpload(db, { ...wish, size: null }, now);
    await appendTo(db, other, parts(0, 100), appending);
    expect(await working((context) => attachUpload(context, { ...place, resource_id: 6 }, other.key))).toBe(false);
    await endUpload(db, other);
    expect(await working((context) => attachUpload(context, place, other.key))).toBe(true);
    await deleteExpired(db, now);
    // The file it had has gone with its table.
    const tables = await sql`select relname as name from pg_class
      where relkind = 'r' and starts_with(relname, 'uploadchunks_')`.execute(db);
    expect(tables.rows).toEqual([{ name: other.chunks }]);

    // The whole of a file that is still to come counts, and so do those of other accounts in the total.
    const begin = (admin_id: number, bytes: number) =>
      working((context) => createResumableUpload(context, { ...wish, admin_id, size: bytes })).catch(
        (error: unknown) => error,
      );
    expect(await begin(ADMIN, 3 * chunkBytes)).toMatchObject({ received: 0 });
    expect(await begin(ADMIN, chunkBytes)).toEqual(new PlatformError("account_files_full", { most: 4, left: 0 }));
    expect(await begin(8, 2 * chunkBytes)).toEqual(new PlatformError("files_full", { left: 1 }));

    // A file without an announced size is refused at the piece for which there is no room.
    const unannounced = await beginUpload(db, { ...wish, admin_id: 8, size: null }, now);
    const refused = appendTo(db, unannounced, parts(0, size), { ...appending, account: 8 });
    await expect(refused).rejects.toEqual(new PlatformError("files_full", { left: 0 }));
    const left = db.selectFrom("uploads").select("received").where("key", "=", unannounced.key);
    expect(await left.executeTakeFirst()).toEqual({ received: chunkBytes });
  });
});
