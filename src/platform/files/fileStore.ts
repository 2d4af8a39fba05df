import { createHash } from "node:crypto";
import { sql } from "kysely";
import { parseFileValue, removedFile, sniffType } from "../../core/fileValue.ts";
import type { Reading } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

type Db = Reading["db"];

export interface StoredFile {
  readonly media_type: string;
  readonly file_name: string | null;
  readonly content: Uint8Array;
}

/** Field -> its new file; null: removed. */
export type NewFiles = ReadonlyMap<string, StoredFile | null>;

/**
 * Extracts the files from the columns to be stored. A file's own column keeps its digest: a row changes with its files,
 * and an unchanged file is no change.
 */
export function takeFiles({ descriptor }: ResourcePlan, values: Record<string, unknown>): NewFiles {
  const files = new Map<string, StoredFile | null>();
  for (const { name, file } of descriptor.fields) {
    const value = values[name];
    if (!file || value === undefined || isDigest(value)) continue;
    const stored = typeof value === "string" && value !== removedFile ? toStoredFile(value) : null;
    files.set(name, stored);
    values[name] = stored && digestOf(stored.content);
    if (file.typeField !== undefined) values[file.typeField] = stored?.media_type ?? null;
  }
  return files;
}

export async function keepFiles(db: Db, plan: ResourcePlan, id: number, files: NewFiles): Promise<void> {
  for (const [field, file] of files) {
    if (file === null) await forget(db, plan, [id], [field]);
    else {
      const { media_type, file_name, content } = file;
      await sql`insert into recordfiles (resource_name, resource_id, field, media_type, file_name, content)
        values (${plan.name}, ${id}, ${field}, ${media_type}, ${file_name}, ${content})
        on conflict (resource_name, resource_id, field) do update set
          media_type = excluded.media_type, file_name = excluded.file_name, content = excluded.content`.execute(db);
    }
  }
}

/** Deletes all files of these records. */
export async function forgetFiles(db: Db, plan: ResourcePlan, ids: readonly number[]): Promise<void> {
  const fields = plan.descriptor.fields.filter(({ file }) => file).map(({ name }) => name);
  if (fields.length > 0) await forget(db, plan, ids, fields);
}

export async function loadFile(db: Db, plan: ResourcePlan, id: number, field: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`select media_type, file_name, content from recordfiles
    where resource_name = ${plan.name} and resource_id = ${id} and field = ${field}`.execute(db);
  return rows[0];
}

async function forget(db: Db, plan: ResourcePlan, ids: readonly number[], fields: readonly string[]): Promise<void> {
  await sql`delete from recordfiles where resource_name = ${plan.name}
    and resource_id = any(${[...ids]}::integer[]) and field = any(${[...fields]}::text[])`.execute(db);
}

function toStoredFile(value: string): StoredFile {
  const file = parseFileValue(value);
  const type = file && sniffType(file.base64);
  if (!file || type === undefined) throw new Error("a file was stored without validation");
  return { media_type: type, file_name: file.name ?? null, content: Buffer.from(file.base64, "base64") };
}

const digestHead = "sha256-";

function digestOf(content: Uint8Array): string {
  return `${digestHead}${createHash("sha256").update(content).digest("base64url")}`;
}

function isDigest(value: unknown): boolean {
  return typeof value === "string" && value.startsWith(digestHead);
}
