// Starts codegen. Kept in plain JavaScript so that an unchanged tree is recognised before any compiler is loaded.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiledCli, core } from "./compiled.mjs";

const codegen = dirname(fileURLToPath(import.meta.url));
const root = process.env.PATCHBAY_ROOT ?? dirname(codegen);
const stamp = join(root, "node_modules/.cache/patchbay-codegen");
/** Screenshots that the documentation of the vocabulary includes. */
const pictures = join(root, "docs/screenshots/kinds");
/** Output beside src/generated. */
const documents = ["permissions", "routes", "glossary", "schema-vocabulary"].map((name) =>
  join(root, `docs/${name}.md`),
);
const [option] = process.argv.slice(2);

if (option !== undefined && option !== "--check" && option !== "--watch") {
  console.error(`codegen: unknown option ${option}; use --check, --watch or none`);
  process.exit(2);
}

const known = option === "--watch" ? undefined : readStamp();
if (known !== undefined && known === fingerprint()) {
  console.log("codegen: nothing changed");
} else {
  if (option === "--watch") {
    (await compiledCli()).watchSources(root);
  } else {
    const { run } = await compiledCli();
    const isFresh = run(root, option === "--check" ? "check" : "write");
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

/** Hash of everything the output depends on, and of the output itself, to detect edited generated files. */
function fingerprint() {
  const hash = createHash("sha256");
  const sources = ["schemas", "i18n", "src/generated"].map((name) => join(root, name));
  for (const folder of [codegen, core, ...sources, pictures]) {
    for (const file of filesBelow(folder)) hash.update(file).update(readFileSync(file));
  }
  const single = documents.filter((path) => existsSync(path));
  for (const file of single) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
