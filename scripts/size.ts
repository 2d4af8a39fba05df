// npm run size: counts the lines and files that people write, by part of the project: no generated code, no JSON;
// with "casts" where code overrules types instead (casts.ts).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { answerHelp } from "./toolchain.mjs";

answerHelp(`
usage: npm run size                   counts lines and files that people write, by part of the project
       npm run size -- casts [path]   counts where code overrules types; with a path it lists these places
`);
if (process.argv[2] === "casts") {
  await import("./casts.ts");
  process.exit();
}

const root = join(fileURLToPath(import.meta.url), "../..");
const isTest = (file: string) => /^(?:tests|src\/testing)\/|\.test\.tsx?$|__fixtures__/.test(file);
const isGenerated = (file: string) => /^src\/generated\/|\.gen\.ts$/.test(file);

const { stdout } = spawnSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.css", "*.html", "*.sh"], {
  cwd: root,
  encoding: "utf8",
});
const files = stdout.split("\n").filter((file) => file !== "" && !isGenerated(file));
const counts = [...new Set(files.map(folderOf))].map((part) =>
  countOf(
    part,
    files.filter((file) => folderOf(file) === part),
  ),
);
const tests = files.filter(isTest);
const code = files.filter((file) => !isTest(file));
const inSource = code.filter((file) => /^src\/.*\.tsx?$/.test(file));

for (const row of [
  ...counts.toSorted((a, b) => b.lines - a.lines),
  countOf("code in all", code),
  countOf("tests in all", tests),
  countOf("TypeScript in src", inSource),
  countOf(
    "stylesheets",
    code.filter((file) => file.endsWith(".css")),
  ),
])
  console.log(
    `${row.lines.toLocaleString("en").padStart(9)} lines ${String(row.files).padStart(6)} files  ${row.part}`,
  );

/** `src/panel/views`, `tests`. */
function folderOf(file: string): string {
  if (isTest(file)) return "tests";
  const folders = file.split("/").slice(0, -1);
  return folders.slice(0, folders[0] === "src" ? 3 : 1).join("/") || "top level";
}

function sumOf(some: readonly string[]): number {
  return some.reduce((sum, file) => sum + readFileSync(join(root, file), "utf8").split("\n").length - 1, 0);
}

function countOf(part: string, some: readonly string[]) {
  return { part, files: some.length, lines: sumOf(some) };
}
