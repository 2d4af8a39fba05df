// Starts codegen. Kept in plain JavaScript so that an unchanged tree is recognised before any compiler is loaded.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { answerHelp, hashOf } from "../scripts/toolchain.mjs";
import { compiledCli, core, settings } from "./compiled.mjs";

answerHelp(`
usage: npm run codegen [-- --check | --watch]

Writes src/generated and docs/reference from schemas and texts, and says which texts are missing.

  --check  writes nothing; ends with status 1 if something is stale
  --watch  runs again on every change
`);

const codegen = dirname(fileURLToPath(import.meta.url));
const root = process.env.PATCHBAY_ROOT ?? dirname(codegen);
// Tests of wrong schemas read the vocabulary there.
process.env.PATCHBAY_ROOT = root;
const caches = join(root, "node_modules/.cache");
const stamp = join(caches, "patchbay-codegen");
/** Stamp of the output that no schema changes, which takes as long as all the rest. */
const vocabularyStamp = join(caches, "patchbay-vocabulary");
const [option] = process.argv.slice(2);

if (option !== undefined && option !== "--check" && option !== "--watch") {
  console.error(`codegen: unknown option ${option}; use --check, --watch, --help or none`);
  process.exit(2);
}

const mode = option === "--check" ? "check" : "write";
if (option !== "--watch" && holds(stamp, fingerprint())) {
  console.log("codegen: nothing changed");
} else if (option === "--watch") {
  (await compiledCli()).watchSources(root);
} else {
  const { run, runVocabulary } = await compiledCli();
  const isOfSchemas = await run(root, mode);
  if (isOfSchemas && (holds(vocabularyStamp, vocabularyFingerprint()) || (await runVocabulary(root, mode)))) {
    mkdirSync(caches, { recursive: true });
    writeFileSync(vocabularyStamp, vocabularyFingerprint());
    writeFileSync(stamp, fingerprint());
  } else {
    process.exitCode = 1;
  }
}

function holds(path, text) {
  return existsSync(path) && readFileSync(path, "utf8") === text;
}

/** Hash of everything the output depends on, and of the output itself, to detect edited generated files. */
function fingerprint() {
  const seed = "src/platform/seed/demonstration";
  const output = ["schemas", "i18n", seed, "src/generated", "docs/screenshots/kinds", "docs/reference"];
  return hashOf([codegen, core, ...fixed(), ...output.map((name) => join(root, name))]);
}

function vocabularyFingerprint() {
  const schemas = ["meta", "roles", "pages"].map((name) => join(root, `schemas/${name}.schema.json`));
  return hashOf([codegen, core, ...fixed(), ...schemas]);
}

/** Input and output that no schema changes. */
function fixed() {
  const deviations = ["docs/reference/deviations.json", "docs/reference/deviations.md"];
  const output = [
    "docs/settings.md",
    "docs/platforms.md",
    "docs/reference/schema-errors.md",
    ...deviations,
    "src/platform/resources",
  ];
  return [settings, ...output.map((name) => join(root, name))];
}
