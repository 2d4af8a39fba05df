// Starts codegen. Kept in plain JavaScript so that an unchanged tree is recognised before any compiler is loaded.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiledCli, core, settings } from "./compiled.mjs";

const codegen = dirname(fileURLToPath(import.meta.url));
const root = process.env.PATCHBAY_ROOT ?? dirname(codegen);
// Tests of wrong schemas read the vocabulary there.
process.env.PATCHBAY_ROOT = root;
const caches = join(root, "node_modules/.cache");
const stamp = join(caches, "patchbay-codegen");
/** Stamp of the output that no schema changes, which takes as long as all the rest. */
const vocabularyStamp = join(caches, "patchbay-vocabulary");
/** Screenshots that the documentation of the vocabulary includes. */
const pictures = join(root, "docs/screenshots/kinds");
/** Output next to src/generated. */
const documents = join(root, "docs/reference");
const hooks = join(root, "src/platform/resources");
/** Output that no schema changes. */
const fixed = [settings, join(root, "docs/settings.md"), join(documents, "schema-errors.md"), ...filesBelow(hooks)];
const [option] = process.argv.slice(2);

if (option !== undefined && option !== "--check" && option !== "--watch") {
  console.error(`codegen: unknown option ${option}; use --check, --watch or none`);
  process.exit(2);
}

const mode = option === "--check" ? "check" : "write";
const known = option === "--watch" ? undefined : readStamp(stamp);
if (known !== undefined && known === fingerprint()) {
  console.log("codegen: nothing changed");
} else {
  if (option === "--watch") {
    (await compiledCli()).watchSources(root);
  } else {
    const { run, runVocabulary } = await compiledCli();
    const isOfSchemas = await run(root, mode);
    const isKnown = readStamp(vocabularyStamp) === vocabularyFingerprint();
    if (isOfSchemas && (isKnown || (await runVocabulary(root, mode)))) {
      mkdirSync(caches, { recursive: true });
      writeFileSync(vocabularyStamp, vocabularyFingerprint());
      writeFileSync(stamp, fingerprint());
    } else {
      process.exitCode = 1;
    }
  }
}

function readStamp(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // No stamp yet: the first run writes it.
    return undefined;
  }
}

/** Hash of everything the output depends on, and of the output itself, to detect edited generated files. */
function fingerprint() {
  const hash = createHash("sha256");
  const sources = ["schemas", "i18n", "src/generated"].map((name) => join(root, name));
  for (const folder of [codegen, core, ...sources, pictures, documents]) {
    for (const file of filesBelow(folder)) hash.update(file).update(readFileSync(file));
  }
  for (const file of fixed) if (existsSync(file)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function vocabularyFingerprint() {
  const hash = createHash("sha256");
  const schemas = ["meta", "roles", "pages"].map((name) => join(root, `schemas/${name}.schema.json`));
  const files = [...filesBelow(codegen), ...filesBelow(core), ...schemas, ...fixed];
  for (const file of files) if (existsSync(file)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
