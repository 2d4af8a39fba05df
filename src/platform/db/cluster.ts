import { execFile } from "node:child_process";
import { constants, existsSync, readdirSync, statSync } from "node:fs";
import { access, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { promisify } from "node:util";

const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");

/**
 * Creates a database cluster, in the folder or, without one, as an archive. It runs in a child process, from a string
 * so that it needs no file next to the server: initdb in WebAssembly takes some 700 MB, which the server would not
 * release. Small WAL segments keep the folder at 30 MB. An archive goes without the databases to copy others from, half
 * of its files: each database in memory reads it whole.
 */
const program = `
  const { PGlite } = require(process.argv[1]);
  const [folder, archive] = process.argv.slice(2);
  (async () => {
    const db = await PGlite.create({ dataDir: folder || undefined, initDbStartParams: ["--wal-segsize=1"] });
    if (archive) {
      await db.exec("update pg_database set datistemplate = false, datallowconn = true");
      for (const name of ["template0", "template1"]) await db.exec("drop database " + name);
      await db.exec("checkpoint");
      require("node:fs").writeFileSync(archive, Buffer.from(await (await db.dumpDataDir("none")).arrayBuffer()));
    }
    await db.close();
  })();
`;

/**
 * The cluster's folder below `dataDir`, created if missing. When interrupted at any point, the next call starts over.
 * Rejects with the system's error for a folder that has something else in it or is not ours to write, of which the
 * engine says nothing, or never ends.
 */
export async function clusterFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, "pglite");
  const isThere = existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0);
  if (isThere) {
    for (const path of [folder, join(folder, "PG_VERSION")]) await access(path, constants.R_OK | constants.W_OK);
    return folder;
  }
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await createCluster(unfinished, "");
  await rename(unfinished, folder);
  return folder;
}

/** A Blob copies its data twice whenever it is read. */
export class Archive extends Blob {
  readonly #data: ArrayBuffer;

  private constructor(data: ArrayBuffer) {
    super();
    this.#data = data;
  }

  static async read(path: string): Promise<Archive> {
    return new Archive(new Uint8Array(await readFile(path)).buffer);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#data;
  }
}

/**
 * An empty cluster to load into memory. Creating one takes seconds and loading it a fraction of one, so it is cached in
 * node_modules/.cache.
 */
export async function clusterArchive(): Promise<Archive> {
  const modules = pglite.slice(0, pglite.lastIndexOf(`${sep}@electric-sql${sep}`));
  const manifest = await readFile(join(modules, "@electric-sql", "pglite", "package.json"), "utf8");
  const { version }: { readonly version: string } = JSON.parse(manifest);
  const cache = join(modules, ".cache");
  const cached = join(cache, `patchbay-memory-${version}.tar`);
  if (!existsSync(cached)) await fillCache(cache, cached);
  return Archive.read(cached);
}

async function fillCache(cache: string, cached: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  // Test workers start concurrently: each creates its own, and a rename is atomic.
  const unfinished = `${cached}.${process.pid}.new`;
  try {
    await createCluster("", unfinished);
    await rename(unfinished, cached);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function createCluster(folder: string, archive: string): Promise<void> {
  await promisify(execFile)(process.execPath, ["-e", program, pglite, folder, archive]);
}
