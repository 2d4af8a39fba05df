import { basename } from "node:path";
import type { Model, ResourceModel } from "../../codegen/model.ts";
import type { HandWritten, TextFile } from "./handWritten.ts";

/** A file used by several resources, or by all. */
export interface SharedPart {
  readonly file: string;
  readonly lines: number;
  /** Empty if it is not tied to any. */
  readonly resources: readonly string[];
}

export interface Share {
  /** Resource -> lines that only it uses. */
  readonly own: ReadonlyMap<string, number>;
  readonly shared: readonly SharedPart[];
}

export interface LineCounts {
  readonly panel: Share;
  readonly platform: Share;
}

/** Hand-written lines by resource, derived from folders and registrations. */
export function lineCounts({ resources }: Pick<Model, "resources">, handWritten: HandWritten): LineCounts {
  const names = resources.map(({ name }) => name);
  return { panel: panelLines(names, handWritten), platform: platformLines(names, handWritten) };
}

/** Whether no hand-written file, shared or not, serves the resource. */
export function isWithout(share: Share, resource: string): boolean {
  return !share.own.has(resource) && !share.shared.some(({ resources }) => resources.includes(resource));
}

/** Hand-written tabs of a record page: each `path` in the `tabs.ts` registered for the resource. */
export function ownTabs(name: string, { panel }: Pick<HandWritten, "panel">): readonly string[] {
  const files = panel.filter(({ file }) => basename(file) === "tabs.ts");
  const registered = files.filter(({ file }) =>
    registriesIn(panel).some((text) => isIn(text, name, folderOf(file) ?? "")),
  );
  return registered.flatMap(({ text }) => [...text.matchAll(/\bpath: "([\w-]+)"/g)].map(([, path = ""]) => path));
}

function folderOf(file: string): string | undefined {
  return file.split("/").slice(3, -1)[0];
}

/** Files next to the folders register what is in them. */
function registriesIn(panel: readonly TextFile[]): string[] {
  return panel.filter(({ file }) => folderOf(file) === undefined).map(({ text }) => text);
}

/** Panel files belong to the resource that their folder is named after, or else to those that register the folder. */
function panelLines(names: readonly string[], { panel }: HandWritten): Share {
  const registries = registriesIn(panel);
  const ownersOf = (folder: string) =>
    names.includes(folder) ? [folder] : names.filter((name) => registries.some((text) => isIn(text, name, folder)));
  return toShare(
    panel.map((file) => ({
      file,
      owners: folderOf(file.file) === undefined ? [] : ownersOf(folderOf(file.file) ?? ""),
    })),
  );
}

/** Matches `name: async () => (await import("./folder/…` or `name: value` with a value imported from the folder. */
function isIn(registry: string, name: string, folder: string): boolean {
  if (!registry.includes(`"./${folder}/`)) return false;
  if (new RegExp(`^\\s*${name}: [^\\n]*import\\("\\./${folder}/`, "m").test(registry)) return true;
  const imported = [...registry.matchAll(new RegExp(`import \\{ ([\\w, ]+) \\} from "\\./${folder}/`, "g"))];
  const values = imported.flatMap(([, list]) => list?.split(", ") ?? []);
  return values.some((value) => new RegExp(`^\\s*${name}: [^\\n]*\\b${value}\\b`, "m").test(registry));
}

/** Hooks belong to the resource that registers them; what they import belongs to the same resources. */
function platformLines(names: readonly string[], { platform }: HandWritten): Share {
  const importsOf = ({ text }: TextFile) => [...text.matchAll(/import \{([^}]*)\} from "\.\/([\w-]+\.ts)"/g)];
  const registry = platform.find(({ file }) => basename(file) === "index.ts");
  const owners = new Map<string, Set<string>>(platform.map(({ file }) => [basename(file), new Set()]));
  for (const [, list = "", file = ""] of registry ? importsOf(registry) : []) {
    for (const name of list.split(",").map((one) => one.trim())) if (names.includes(name)) owners.get(file)?.add(name);
  }
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const user of platform.filter((file) => file !== registry)) {
      for (const [, , file = ""] of importsOf(user)) {
        const known = owners.get(file);
        for (const owner of owners.get(basename(user.file)) ?? []) {
          if (!known || known.has(owner)) continue;
          known.add(owner);
          hasChanged = true;
        }
      }
    }
  }
  return toShare(platform.map((file) => ({ file, owners: named(basename(file.file, ".ts"), owners, file) })));
}

/** A file named after a resource belongs to that resource only. */
function named(name: string, owners: ReadonlyMap<string, ReadonlySet<string>>, { file }: TextFile): string[] {
  const all = [...(owners.get(basename(file)) ?? [])];
  return all.includes(name) ? [name] : all;
}

function toShare(files: readonly { readonly file: TextFile; readonly owners: readonly string[] }[]): Share {
  const own = new Map<string, number>();
  const shared: SharedPart[] = [];
  for (const { file, owners } of files) {
    const lines = countLines(file.text);
    const [only] = owners;
    if (owners.length === 1 && only) own.set(only, (own.get(only) ?? 0) + lines);
    else shared.push({ file: file.file, lines, resources: owners });
  }
  return { own, shared };
}

export function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** Lines of the resource's schema. */
export function linesOf({ source }: ResourceModel): number {
  return countLines(source.text);
}
