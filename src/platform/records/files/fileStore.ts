import { createHash, randomUUID } from "node:crypto";
import type { FileDescriptor } from "../../../core/schema/descriptor.ts";
import { validationFailed } from "../../../core/validation/errors.ts";
import {
  acceptedTypeOf,
  parseFileValue,
  removedFile,
  toUploadValue,
  uploadIn,
} from "../../../core/validation/fileValue.ts";
import { fileError } from "../../../core/validation/validateRecord.ts";
import { anyOf } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import type { ColumnValues, HookContext } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { assertFileRoom } from "./fileRoom.ts";
import { attachUpload, deleteUploads, storeUpload } from "./uploadStore.ts";

export interface StoredFile {
  readonly media_type: string;
  readonly file_name: string | null;
  readonly content: Uint8Array;
  /** The account that has sent it; absent: the platform made it. */
  readonly stored_by?: number;
}

/** A streamed file: its upload, and its contents unless that has them. */
interface StreamedFile {
  readonly key: string;
  readonly content?: Buffer;
}

/** Field -> its new file; null: removed. */
type NewFiles = ReadonlyMap<string, StoredFile | StreamedFile | null>;

/**
 * Extracts the files from the columns to be stored. A file's own column keeps its digest: a row changes with its files,
 * and an unchanged file is no change. That of a streamed file keeps the name of its upload.
 */
export function extractFiles({ descriptor }: ResourcePlan, values: ColumnValues): NewFiles {
  const files = new Map<string, StoredFile | StreamedFile | null>();
  for (const { name, file } of descriptor.fields) {
    const value = values[name];
    if (!file) continue;
    const { typeField, servedAs } = file;
    const isSame = value === undefined || isDigest(value);
    // The stored file keeps the type that it is served as.
    if (isSame && servedAs !== undefined && !values[servedAs]) delete values[servedAs];
    if (isSame) continue;
    const text = typeof value === "string" && value !== removedFile ? value : null;
    if (file.streamed) {
      const streamed = text === null ? null : toStreamedFile(text);
      files.set(name, streamed);
      values[name] = streamed && toUploadValue(streamed.key);
      continue;
    }
    const storedFile = text === null ? null : toStoredFile(text, file);
    files.set(name, storedFile);
    values[name] = storedFile && digestOf(storedFile.content);
    const type = storedFile?.media_type ?? null;
    if (typeField !== undefined) values[typeField] = type;
    if (servedAs !== undefined) values[servedAs] ||= type;
  }
  return files;
}

/**
 * Stores a record's new files. Throws 422 when a streamed one is not there, or not complete, and 413 or 507 when there
 * is no room for them.
 */
export async function storeFiles(context: HookContext, plan: ResourcePlan, id: number, files: NewFiles): Promise<void> {
  const { adminId: account } = context.actor;
  for (const [field, file] of files) {
    const target = { resource_name: plan.name, resource_id: id, field };
    const bytes = file?.content?.length ?? 0;
    if (bytes > 0) await assertFileRoom(context.db, context.settings.fileRoom, { account, bytes });
    if (file === null) await deleteStored(context.db, plan, [id], [field]);
    else if (!("key" in file)) await storeRecordFile(context.db, target, { ...file, stored_by: account });
    else if (file.content) await storeUpload(context, target, { key: file.key, content: file.content });
    else if (!(await attachUpload(context, target, file.key))) {
      throw validationFailed([fileError(`/${field}`, { rule: "upload", params: {} })]);
    }
  }
}

interface FileTarget {
  readonly resource_name: string;
  readonly resource_id: number;
  readonly field: string;
}

/** Stores a file that the platform has made; the field's column has its digest. */
export async function storeRecordFile(db: Db, target: FileTarget, file: StoredFile): Promise<void> {
  await db
    .insertInto("recordfiles")
    .values({ ...target, ...file })
    .onConflict((conflict) =>
      conflict.columns(["resource_name", "resource_id", "field"]).doUpdateSet(({ ref }) => ({
        media_type: ref("excluded.media_type"),
        file_name: ref("excluded.file_name"),
        content: ref("excluded.content"),
        stored_by: ref("excluded.stored_by"),
      })),
    )
    .execute();
}

export async function deleteFiles(db: Db, plan: ResourcePlan, ids: readonly number[]): Promise<void> {
  const fields = plan.descriptor.fields.filter(({ file }) => file).map(({ name }) => name);
  if (fields.length > 0) await deleteStored(db, plan, ids, fields);
}

export async function loadFile(
  db: Db,
  plan: Pick<ResourcePlan, "name">,
  id: number,
  field: string,
): Promise<StoredFile | undefined> {
  const files = db.selectFrom("recordfiles").select(["media_type", "file_name", "content"]);
  const own = files.where("resource_name", "=", plan.name).where("resource_id", "=", id);
  return own.where("field", "=", field).executeTakeFirst();
}

async function deleteStored(
  db: Db,
  plan: ResourcePlan,
  ids: readonly number[],
  fields: readonly string[],
): Promise<void> {
  const ofResource = db.deleteFrom("recordfiles").where("resource_name", "=", plan.name);
  await ofResource.where("resource_id", "=", anyOf(ids)).where("field", "=", anyOf(fields)).execute();
  const streamed = fields.filter((name) => plan.fields.get(name)?.file?.streamed);
  if (streamed.length > 0) await deleteUploads(db, plan.name, ids, streamed);
}

function toStreamedFile(value: string): StreamedFile {
  const key = uploadIn(value);
  return key === undefined ? { key: randomUUID(), content: contentOf(value) } : { key };
}

function contentOf(value: string): Buffer {
  const file = parseFileValue(value);
  if (!file) throw new Error("a file was stored without validation");
  return Buffer.from(file.base64, "base64");
}

function toStoredFile(value: string, { types }: FileDescriptor): StoredFile {
  const file = parseFileValue(value);
  const type = file && acceptedTypeOf(file, types);
  if (!file || type === undefined) throw new Error("a file was stored without validation");
  return { media_type: type, file_name: file.name ?? null, content: Buffer.from(file.base64, "base64") };
}

const digestHead = "sha256-";

/** Returns the value of a file's column. */
export function digestOf(content: Uint8Array): string {
  return `${digestHead}${createHash("sha256").update(content).digest("base64url")}`;
}

function isDigest(value: unknown): boolean {
  return typeof value === "string" && value.startsWith(digestHead);
}
