import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A data folder with demo data. Copy it; never write to it. */
    readonly seededFolder: string;
  }
}

/** Global setup of the journeys: seeds the demo data once, which takes seconds. */
export default async function seedOnce(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-seeded-"));
  const server = await startServer({ dataDir: folder });
  await server.stop();
  project.provide("seededFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** Creates a data folder with demo data. */
export async function copySeededFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `patchbay-${name}-`));
  await cp(inject("seededFolder"), folder, { recursive: true });
  return folder;
}
