/** What a key can do besides nothing; the order in which functions are offered. */
export const abilities = ["private", "shared", "blf", "speeddial", "forward", "transfer"] as const;

export type Ability = (typeof abilities)[number];

export interface ReadyKey {
  /** Pixels from the left and the top of the picture. */
  readonly x: number;
  readonly y: number;
  readonly labelpos: "left" | "right" | "top" | "bottom";
}

export interface ReadyRange {
  readonly name: string;
  readonly keys: readonly ReadyKey[];
  readonly abilities: readonly Ability[];
}

/** A phone or a module that an installation can take in, with its picture and the template of its configuration. */
export interface ReadyModel {
  readonly vendor: string;
  readonly model: string;
  readonly type: "phone" | "extension";
  /** Of a phone: how many modules fit at once. */
  readonly modules: number;
  /** Of a module: the phones of its vendor that it fits. */
  readonly phones?: readonly string[];
  /** Size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  readonly ranges: readonly ReadyRange[];
  readonly bootstrap: string;
  /** Absent for modules: their phone has one. */
  readonly config?: { readonly version: string; readonly type: "text/xml" | "text/plain"; readonly text: string };
}

/** Keys below each other. */
export function column(count: number, x: number, labelpos: ReadyKey["labelpos"], top = 60): ReadyKey[] {
  return Array.from({ length: count }, (_, index) => ({ x, y: top + index * 34, labelpos }));
}

/** An extension module: keys in two columns, none of which registers. */
export function module(vendor: string, model: string, keys: number, phones: readonly string[]): ReadyModel {
  return {
    ...{ vendor, model, type: "extension", modules: 0, phones, width: 300, height: 90 + Math.ceil(keys / 2) * 34 },
    ranges: [{ name: `${model} keys`, keys: sides(keys, 300), abilities: ["blf", "speeddial", "transfer"] }],
    bootstrap: "none",
  };
}

/** Keys on both sides of a screen, left ones first. */
export function sides(count: number, width: number): ReadyKey[] {
  const left = Math.ceil(count / 2);
  return [...column(left, 60, "left"), ...column(count - left, width - 60, "right")];
}
