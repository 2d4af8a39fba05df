import type { RecordOf } from "../../providers/rest.ts";

export type SoundFile = RecordOf<"soundfiles">;

/** A set with its files by handle. */
export interface SoundLevel {
  readonly name: string;
  readonly files: ReadonlyMap<string, SoundFile>;
}

/** The effective sound of a handle: a file, and the parent's name if it is inherited. */
export interface Sound {
  readonly file: SoundFile;
  readonly from?: string;
}

/**
 * A handle's sound, undefined where it is silent. `levels`: the set itself, its parent and so on. A set without a file
 * for the handle, or whose file says so, inherits from its parent, if any.
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

/** Platforms name every stored sound. */
function hasSound({ filename }: SoundFile): boolean {
  return typeof filename === "string" && filename !== "";
}

export function byHandle(files: readonly SoundFile[]): ReadonlyMap<string, SoundFile> {
  return new Map(files.map((file) => [file.handle, file]));
}
