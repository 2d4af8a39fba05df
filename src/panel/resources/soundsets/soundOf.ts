import type { PanelRecord } from "../../providers/rest.ts";

/** A set with its files by handle. */
export interface SoundLevel {
  readonly name: string;
  readonly files: ReadonlyMap<string, PanelRecord>;
}

/** What is heard on an occasion: a file, and the name of the parent that it is from where it is not the set's own. */
export interface Sound {
  readonly file: PanelRecord;
  readonly from?: string;
}

/**
 * The sound of a handle, undefined where nothing is heard. `levels`: the set itself, its parent and so on. A set without
 * a file for the handle, and one whose file says so, leaves it to its parent, as long as there is one.
 */
export function soundOf(handle: string, levels: readonly SoundLevel[]): Sound | undefined {
  for (const [index, { name, files }] of levels.entries()) {
    const file = files.get(handle);
    const isLast = index === levels.length - 1;
    if (!file || (file.use_parent === true && !isLast)) continue;
    if (!hasSound(file)) return undefined;
    return index === 0 ? { file } : { file, from: name };
  }
  return undefined;
}

/** Platforms name every sound that they keep. */
function hasSound({ filename }: PanelRecord): boolean {
  return typeof filename === "string" && filename !== "";
}

export function byHandle(files: readonly PanelRecord[]): ReadonlyMap<string, PanelRecord> {
  return new Map(files.map((file) => [String(file.handle), file]));
}
