import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { scripts } from "../../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));

/** Files and the folders that they are in. */
const places = new Set(files);
for (const file of files) for (let at = dirname(file); at !== "."; at = dirname(at)) places.add(at);
const endings = [...places].map((place) => `/${place}`).join("\n");

const documents = files.filter((file) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(file));
/** Its examples are of schemas that do not exist. */
const named = documents.filter((file) => file !== "docs/reference/schema-errors.md");

/** Names of what readers write, and of what follows a rule. */
const examples: Readonly<Record<string, readonly string[]>> = {
  "CONTRIBUTING.md": ["PascalCase.tsx", "camelCase.ts"],
  "docs/tutorial-own-screen.md": ["CreateScreen.tsx", "EditScreen.tsx"],
};

/** Without blocks of code, except for their first lines, which name the files that a tutorial writes. */
const prose = (text: string) => text.replace(/^```(.*)\n[\s\S]*?^```$/gm, "");
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

function brokenLinksIn(file: string): string[] {
  const links = [...prose(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? file : normalize(join(dirname(file), path)).replace(/\/$/, "");
    if (!places.has(target)) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(read(target)).includes(anchor);
  });
}

/** `core/csv.ts`, `upkeep.ts` and `src/panel/kit/` alike; `<name>` and `*` stand for any. */
function missingPathsIn(file: string): string[] {
  const text = read(file);
  const written = [...text.matchAll(/^```\w+ (\S+)$/gm)].map(([, path]) => path);
  const paths = [...prose(text).matchAll(/(?<![\w/.:-])(?:[\w@.*<>-]+\/)*[\w.*<>-]+/g)]
    .map(([path]) => path.replace(/[.]+$/, "").replace(/^(?:\.\.?\/)+/, ""))
    .filter((path) =>
      /\.(?:ts|tsx|mjs|md|json|css)$|^(?:src|docs|tests|codegen|schemas|i18n|scripts|deploy|bench)\/./.test(path),
    );
  return paths.filter((path) => {
    if ([...written, ...(examples[file] ?? [])].includes(path)) return false;
    const pattern = path.replace(/[.+?^$()|[\]\\{}]/g, "\\$&").replace(/<[^>]*>|\*/g, "[^/\n]+");
    return !new RegExp(`/${pattern}$`, "m").test(endings);
  });
}

describe("documents", () => {
  it.each(documents)("%s has no broken link", (file) => {
    expect(brokenLinksIn(file)).toEqual([]);
  });

  it.each(documents)("%s quotes files of the product as they are", (file) => {
    for (const [, path = "", quoted] of read(file).matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)) {
      if (places.has(path)) expect(quoted, path).toBe(read(path));
    }
  });

  it("docs/developing/walks.md names functions that are in their files", () => {
    const steps = [...read("docs/developing/walks.md").matchAll(/^\d+\. `(.+?)`(.*?):/gm)];
    const missing = steps.flatMap(([, file = "", names = ""]) =>
      (names.match(/\w+/g) ?? []).flatMap((name) =>
        new RegExp(`(?:function|const) ${name}\\b`).test(read(file)) ? [] : [`${file} ${name}`],
      ),
    );
    expect([steps.length > 100, missing]).toEqual([true, []]);
  });

  it.each(named)("%s names files, folders and scripts that exist", (file) => {
    expect(missingPathsIn(file)).toEqual([]);
    const run = [...read(file).matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)].map(([, script = ""]) => script);
    expect(run.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it("are all in the index of their folder", () => {
    const pages = documents.filter((file) => file.startsWith("docs/") && !file.endsWith("/README.md"));
    const indexOf = (file: string) => (file.startsWith("docs/decisions/") ? "docs/decisions/" : "docs/");
    const isListed = (file: string) =>
      read(`${indexOf(file)}README.md`).includes(`(${file.slice(indexOf(file).length)})`);
    expect(pages.filter((file) => !isListed(file))).toEqual([]);
  });

  it("have the titles of decisions in their index", () => {
    const index = read("docs/decisions/README.md");
    const decisions = files.filter((file) => /^docs\/decisions\/\d/.test(file));
    const rows = decisions.map((file) => {
      const [, number, title] = /^# (\d+)\. (.*)$/m.exec(read(file)) ?? [];
      return `| ${number} | [${title}](${file.slice("docs/decisions/".length)}) |`;
    });
    expect(rows.filter((row) => !index.includes(row))).toEqual([]);
  });
});
