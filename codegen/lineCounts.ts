import { basename } from "node:path";
import type { HandWritten, TextFile } from "./handWritten.ts";
import type { Model } from "./model.ts";
import { once, remember } from "./remember.ts";

/** A file that several resources have between them, or all of them. */
export interface SharedPart {
  readonly file: string;
  readonly lines: number;
  /** Empty: it serves whoever asks. */
  readonly resources: readonly string[];
}

export interface Share {
  /** Resource -> lines of its own. */
  readonly own: ReadonlyMap<string, number>;
  readonly shared: readonly SharedPart[];
}

export interface LineCounts {
  readonly panel: Share;
  readonly platform: Share;
}

/** Hand-written lines by resource, told from where files lie and who registers them. */
export function lineCounts({ resources, handWritten }: Pick<Model, "resources" | "handWritten">): LineCounts {
  const names = resources.map(({ name }) => name);
  const count = () => ({ panel: panelLines(names, handWritten), platform: platformLines(names, handWritten) });
  return countsOf(handWritten)(names.join(), count);
}

/** Nobody's code changes with a schema. */
const countsOf = once((_: HandWritten) => remember<LineCounts>());

/** Lines that the resource has nothing to do with being written by hand for: none of its own, none with others. */
export function isWithout(share: Share, resource: string): boolean {
  return !share.own.has(resource) && !share.shared.some(({ resources }) => resources.includes(resource));
}

/** Parts of a record's page that are written by hand: `path` in the `tabs.ts` that is registered for the resource. */
export function ownTabs(name: string, { panel }: Pick<HandWritten, "panel">): readonly string[] {
  return tabsOf(panel)(name, () => {
    const files = panel.filter(({ file }) => basename(file) === "tabs.ts");
    const registered = files.filter(({ file }) =>
      registersIn(panel).some((text) => isIn(text, name, folderOf(file) ?? "")),
    );
    return registered.flatMap(({ text }) => [...text.matchAll(/\bpath: "([\w-]+)"/g)].map(([, path = ""]) => path));
  });
}

const tabsOf = once((_: HandWritten["panel"]) => remember<readonly string[]>());

function folderOf(file: string): string | undefined {
  return file.split("/").slice(3, -1)[0];
}

/** Files beside the folders say whose each folder is. */
function registersIn(panel: readonly TextFile[]): string[] {
  return panel.filter(({ file }) => folderOf(file) === undefined).map(({ text }) => text);
}

/** A folder is named after its resource, else it is whoever registers it. */
function panelLines(names: readonly string[], { panel }: HandWritten): Share {
  const registers = registersIn(panel);
  const ownersOf = (folder: string) =>
    names.includes(folder) ? [folder] : names.filter((name) => registers.some((text) => isIn(text, name, folder)));
  return toShare(
    panel.map((file) => ({
      file,
      owners: folderOf(file.file) === undefined ? [] : ownersOf(folderOf(file.file) ?? ""),
    })),
  );
}

/** `name: async () => (await import("./folder/…` or `name: something` that comes from the folder. */
function isIn(register: string, name: string, folder: string): boolean {
  if (!register.includes(`"./${folder}/`)) return false;
  if (new RegExp(`^\\s*${name}: [^\\n]*import\\("\\./${folder}/`, "m").test(register)) return true;
  const imported = [...register.matchAll(new RegExp(`import \\{ ([\\w, ]+) \\} from "\\./${folder}/`, "g"))];
  const values = imported.flatMap(([, list]) => list?.split(", ") ?? []);
  return values.some((value) => new RegExp(`^\\s*${name}: [^\\n]*\\b${value}\\b`, "m").test(register));
}

/** Hooks belong to who is registered with them, what they import to whose hooks import it. */
function platformLines(names: readonly string[], { platform }: HandWritten): Share {
  const importsOf = ({ text }: TextFile) => [...text.matchAll(/import \{([^}]*)\} from "\.\/([\w-]+\.ts)"/g)];
  const register = platform.find(({ file }) => basename(file) === "index.ts");
  const owners = new Map<string, Set<string>>(platform.map(({ file }) => [basename(file), new Set()]));
  for (const [, list = "", file = ""] of register ? importsOf(register) : []) {
    for (const name of list.split(",").map((one) => one.trim())) if (names.includes(name)) owners.get(file)?.add(name);
  }
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const user of platform.filter((file) => file !== register)) {
      for (const [, , file = ""] of importsOf(user)) {
        const known = owners.get(file);
        for (const owner of owners.get(basename(user.file)) ?? []) {
          if (!known || known.has(owner)) continue;
          known.add(owner);
          hasGrown = true;
        }
      }
    }
  }
  return toShare(platform.map((file) => ({ file, owners: named(basename(file.file, ".ts"), owners, file) })));
}

/** A file that is called after a resource is its own, whoever else is in it. */
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
