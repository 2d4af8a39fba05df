// Starts codegen. Kept in plain JavaScript so that an unchanged tree is recognised before any compiler is loaded.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const codegen = dirname(fileURLToPath(import.meta.url));
const root = process.env.PATCHBAY_ROOT ?? dirname(codegen);
const stamp = join(root, "node_modules/.cache/patchbay-codegen");
/** Kinds of fields that the document of the vocabulary can show. */
const pictures = join(root, "docs/screenshots/kinds");
/** Output beside src/generated. */
const documents = ["permissions", "routes", "resources", "glossary", "schema-vocabulary"].map((name) =>
  join(root, `docs/${name}.md`),
);
/** Lists for the document of resources. */
const lists = ["resources-left-out", "business-rules"].map((name) => join(root, `docs/${name}.json`));
const [option] = process.argv.slice(2);

if (option !== undefined && option !== "--check" && option !== "--watch") {
  console.error(`codegen: unknown option ${option}; use --check, --watch or none`);
  process.exit(2);
}

const known = option === "--watch" ? undefined : readStamp();
if (known !== undefined && known === fingerprint()) {
  console.log("codegen: nothing changed");
} else {
  const { compiledCli } = await import("./compiled.mjs");
  if (option === "--watch") {
    (await compiledCli()).watchSources(root);
  } else {
    const { startShapesThread } = await import("./shapesThread.mjs");
    const { compile, stop } = startShapesThread();
    const { run } = await compiledCli();
    const isFresh = await run(root, option === "--check" ? "check" : "write", compile);
    await stop();
    if (isFresh) {
      mkdirSync(dirname(stamp), { recursive: true });
      writeFileSync(stamp, fingerprint());
    } else {
      process.exitCode = 1;
    }
  }
}

function readStamp() {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    // No stamp yet: the first run writes it.
    return undefined;
  }
}

/** Hash of everything the output depends on, and of the output itself: an edited generated file is noticed. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const folder of [codegen, join(root, "schemas"), join(root, "i18n"), join(root, "src/generated"), pictures]) {
    for (const file of filesBelow(folder)) hash.update(file).update(readFileSync(file));
  }
  const single = [...documents, ...lists].filter((path) => existsSync(path));
  for (const file of [...single, ...written()]) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** What is written by hand beside the schemas, as the list of resources counts it: see codegen/handWritten.ts. */
function written() {
  const counted = /^src\/(?:panel\/resources|platform\/entities|core\/rulebook)\/|\.test\.tsx?$/;
  return ["scripts", "src", "tests"]
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((file) => counted.test(relative(root, file).split(sep).join("/")));
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
