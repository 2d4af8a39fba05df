import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Text formats; the others are compressed already. */
const compressible = /\.(?:js|css|html|svg|json|map)$/;
/** Bytes; compressing smaller files does not pay off. */
const MIN_BYTES = 512;

/** Writes `<file>.br` and `<file>.gz` next to every text file in a folder, for the gateway to serve. */
export function precompress(folder: string): { files: number; bytes: number; compressed: number } {
  let [files, bytes, compressed] = [0, 0, 0];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!compressible.test(name) || statSync(path).size < MIN_BYTES) continue;
    const content = readFileSync(path);
    const brotli = brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    });
    writeFileSync(`${path}.br`, brotli);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    files += 1;
    bytes += content.length;
    compressed += brotli.length;
  }
  return { files, bytes, compressed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, bytes, compressed } = precompress(process.argv[2] ?? "dist/panel");
  console.log(`${files} files compressed, ${Math.round(bytes / 1024)} KB to ${Math.round(compressed / 1024)} KB`);
}
