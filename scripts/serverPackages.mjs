// node scripts/serverPackages.mjs <folder>: copies the packages that the built server needs to <folder>/node_modules.
// The panel's packages are part of its build already, and would make an installation ten times as large.
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./toolchain.mjs";

const readJson = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Imports as the build writes them: a statement of its own line, or a call; `resolve` finds files of packages. */
const imported =
  /(?:^(?:import|export)\b[^;"]*|\bimport\(|\brequire\(|\.resolve\()"((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[\w./-]*)?"/gm;

/** Names of the packages that these texts of modules import. */
function importedBy(texts) {
  const found = texts.flatMap((text) => [...text.matchAll(imported)]);
  return new Set(found.map(([, name]) => name).filter((name) => !isBuiltin(name)));
}

/** Folder in which Node finds a package for another one, from the root; undefined if it is not installed. */
function find(name, wantedBy) {
  for (let folder = wantedBy; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("node_modules/") - 1, 0))) {
    const path = [folder, "node_modules", name].filter(Boolean).join("/");
    if (existsSync(join(root, path))) return path;
    if (folder === "") return undefined;
  }
}

/** Paths of the packages that the built server needs, from the root. Throws if one is there for development only. */
export function serverPackages() {
  const { packages: locked } = readJson("package-lock.json");
  const server = join(root, "dist/server");
  const modules = readdirSync(server, { recursive: true }).filter((name) => name.endsWith(".js"));
  const paths = new Set();
  const add = (name, wantedBy, isNeeded) => {
    const path = find(name, wantedBy);
    if (path === undefined) {
      if (isNeeded) throw new Error(`${name} is not installed, which ${wantedBy || "the server"} needs`);
      return;
    }
    if (paths.has(path)) return;
    if (locked[path]?.dev) {
      if (isNeeded) throw new Error(`${name} is there for development only, and ${wantedBy || "the server"} needs it`);
      return;
    }
    paths.add(path);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = readJson(join(path, "package.json"));
    for (const one of Object.keys(dependencies)) add(one, path, !(one in optionalDependencies));
    for (const one of Object.keys({ ...optionalDependencies, ...peerDependencies })) add(one, path, false);
  };
  for (const name of importedBy(modules.map((one) => readFileSync(join(server, one), "utf8")))) add(name, "", true);
  return [...paths].sort();
}

export function copyServerPackages(folder) {
  for (const path of serverPackages()) {
    const from = join(root, path);
    // Nested packages are copied for themselves, if they are needed.
    const isOwn = (file) => !file.slice(from.length).split(sep).includes("node_modules");
    cpSync(from, join(folder, path), { recursive: true, filter: (file) => file === from || isOwn(file) });
  }
}

if (basename(process.argv[1] ?? "") === basename(fileURLToPath(import.meta.url))) {
  const [, , folder] = process.argv;
  if (!folder) {
    console.error("Write where to copy them: node scripts/serverPackages.mjs <folder>");
    process.exit(2);
  }
  copyServerPackages(folder);
}
