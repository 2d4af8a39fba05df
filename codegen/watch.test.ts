import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { watchSources } from "./cli.ts";
import type { Diagnostic } from "./diagnostics.ts";

function copySources(): string {
  const root = mkdtempSync(join(tmpdir(), "patchbay-watch-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["schemas", "i18n"]) {
    cpSync(fileURLToPath(new URL(`../${folder}`, import.meta.url)), join(root, folder), { recursive: true });
  }
  return root;
}

it("has written everything when it returns, so that the folder can be deleted once it is stopped", () => {
  const root = copySources();
  watchSources(root)();
  // The file that is written last.
  expect(existsSync(join(root, "docs/reference/permissions.md"))).toBe(true);
});

it("reports a wrong schema and goes on with the next change", async () => {
  const root = copySources();
  const schema = join(root, "schemas/resources/vouchers.schema.json");
  const text = readFileSync(schema, "utf8");
  let problems: readonly Diagnostic[] = [];
  const stop = watchSources(root, (found) => {
    problems = found;
  });
  onTestFinished(stop);

  writeFileSync(schema, text.replace('"maxLength"', '"maxLenght"'));
  await expect.poll(() => problems.map(({ nearest }) => nearest)).toEqual(["maxLength"]);
  writeFileSync(schema, text);
  await expect.poll(() => problems).toEqual([]);
});

it("waits for the rest of a text that is still being written", async () => {
  const root = copySources();
  const file = "i18n/en/resources/vouchers.json";
  const text = readFileSync(join(root, file), "utf8");
  let problems: readonly Diagnostic[] = [];
  const stop = watchSources(root, (found) => {
    problems = found;
  });
  onTestFinished(stop);

  // As editors do, and what they have not written yet is seen on a busy machine.
  writeFileSync(join(root, file), "");
  await expect.poll(() => problems.map(({ file }) => file)).toEqual([file]);
  writeFileSync(join(root, file), text);
  await expect.poll(() => problems).toEqual([]);
});
