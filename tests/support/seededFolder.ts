import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder that a first start has filled with the demonstration's data; to be copied, never written. */
    readonly seededFolder: string;
  }
}

/** Before all journeys: what a first start takes seconds to write is written once. */
export default async function seedOnce(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-seeded-"));
  const server = await startServer({ dataDir: folder });
  await server.stop();
  project.provide("seededFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** A data folder of one's own with the demonstration's data. */
export async function copySeededFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `patchbay-${name}-`));
  await cp(inject("seededFolder"), folder, { recursive: true });
  return folder;
}
