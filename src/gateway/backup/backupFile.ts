import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { compareVersions } from "../../core/values/compareVersions.ts";
import { version } from "../../platform/db/version.ts";

/**
 * A backup is one file: a line of JSON, padded to `headBytes`, and what the engine's own tool made. So it can also be
 * read without us: `tail -c +1025 FILE | pg_restore`, or `| tar xz`.
 */
export const HEADER_BYTES = 1024;

export interface BackupHeader {
  readonly format: "patchbay-backup";
  /** Version of the product that made it. */
  readonly version: string;
  readonly engine: "pglite" | "postgres";
  /** RFC 3339. */
  readonly made: string;
  /** Length and SHA-256 of what follows. */
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that is no backup, is damaged, or does not fit this product. */
export class BackupError extends Error {}

/** Writes a backup that only this user can read. An unfinished one has another name, and is removed. */
export async function writeBackup(
  path: string,
  engine: BackupHeader["engine"],
  content: AsyncIterable<Uint8Array>,
): Promise<BackupHeader> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  const madeAt = new Date().toISOString();
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    const counted = async function* () {
      yield Buffer.alloc(HEADER_BYTES, " ");
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    await pipeline(Readable.from(counted()), createWriteStream(unfinished, { mode: 0o600, flags: "wx" }));
    const header: BackupHeader = {
      format: "patchbay-backup",
      version,
      engine,
      made: madeAt,
      bytes,
      sha256: hash.digest("hex"),
    };
    const file = await open(unfinished, "r+");
    await file.write(`${JSON.stringify(header).padEnd(HEADER_BYTES - 1)}\n`, 0);
    await file.sync();
    await file.close();
    await rename(unfinished, path);
    return header;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Reads and checks a whole backup. Throws BackupError for anything that this version cannot restore. */
export async function checkBackup(path: string): Promise<BackupHeader> {
  const header = await readHeader(path);
  if (compareVersions(header.version, version) > 0) {
    throw new BackupError(
      `${path} was made by version ${header.version}, and this is version ${version}: update first`,
    );
  }
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of readContent(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  if (bytes !== header.bytes || hash.digest("hex") !== header.sha256) {
    throw new BackupError(`${path} is damaged: ${bytes} of ${header.bytes} bytes, or a changed one`);
  }
  return header;
}

/** Reads the output of the engine's tool, which follows the header. */
export function readContent(path: string): AsyncIterable<Buffer> & NodeJS.ReadableStream {
  return createReadStream(path, { start: HEADER_BYTES });
}

async function readHeader(path: string): Promise<BackupHeader> {
  const file = await open(path, "r");
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    .finally(() => file.close());
  try {
    const header = JSON.parse(buffer.toString("utf8", 0, bytesRead)) as Partial<BackupHeader>;
    if (header.format === "patchbay-backup" && isHeader(header)) return header;
  } catch {
    // Said below.
  }
  throw new BackupError(`${path} is no backup of Patchbay`);
}

function isHeader(header: Partial<BackupHeader>): header is BackupHeader {
  const { version: by, engine, bytes, sha256 } = header;
  return typeof by === "string" && typeof bytes === "number" && typeof sha256 === "string" && engine !== undefined;
}
