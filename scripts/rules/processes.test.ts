import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { inProcesses } from "./processes.ts";

const worker = `
process.on("disconnect", () => process.exit(0));
process.on("message", (task) => {
  while (task === "hangs");
  process.send(task + " done");
});`;

it("replaces a process that hangs, and does the other tasks", async () => {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-processes-"));
  const file = join(folder, "worker.mjs");
  writeFileSync(file, worker);
  const results: string[] = [];
  await inProcesses(["one", "hangs", "two"], {
    module: pathToFileURL(file),
    jobs: 1,
    limit: { seconds: 5, lateFor: (task) => `${task} late` },
    onDone: (done: string) => results.push(done),
  });
  rmSync(folder, { recursive: true });
  expect(results).toEqual(["one done", "hangs late", "two done"]);
});
