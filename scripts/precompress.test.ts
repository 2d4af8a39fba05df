import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { precompress } from "./precompress.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "precompress-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("writes .br and .gz for large text files only", () => {
  const script = "const a = 1;\n".repeat(100);
  writeFileSync(join(folder, "app.js"), script);
  writeFileSync(join(folder, "tiny.js"), "1");
  writeFileSync(join(folder, "font.woff2"), Buffer.alloc(2000));
  expect(precompress(folder)).toMatchObject({ files: 1, bytes: script.length });
  expect(readdirSync(folder).sort()).toEqual(["app.js", "app.js.br", "app.js.gz", "font.woff2", "tiny.js"]);
  expect(brotliDecompressSync(readFileSync(join(folder, "app.js.br"))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(join(folder, "app.js.gz"))).toString()).toBe(script);
});
