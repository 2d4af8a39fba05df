import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Row } from "../../../resourceHooks.ts";

/** Functions of a key, in the order in which they are offered. */
const abilities = ["private", "shared", "blf", "speeddial", "forward", "transfer"] as const;

/** Distance between keys of a column, and of the first one from the top, in pixels. */
const [STEP, TOP] = [34, 60];

interface CatalogueRange {
  readonly name: string;
  readonly abilities: readonly (typeof abilities)[number][];
  /** Keys below each other: how many, pixels from the left of the picture, and the side of their labels. */
  readonly columns: readonly (readonly [count: number, x: number, labelpos: "left" | "right" | "top" | "bottom"])[];
}

/** The front of a phone or of a module. */
export interface ModelFront {
  readonly model: string;
  readonly type: "phone" | "extension";
  /** Size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  readonly ranges: readonly CatalogueRange[];
}

/** A phone or a module that an installation can take in, with its picture and the template of its configuration. */
export interface CatalogueModel extends ModelFront {
  readonly vendor: string;
  /** Number of modules that fit a phone at once. */
  readonly modules?: number;
  /** Phones of its vendor that a module fits. */
  readonly phones?: readonly string[];
  readonly bootstrap: NonNullable<Row<"pbxdevicemodels">["bootstrap_method"]>;
  /** Absent for modules: their phone has one. */
  readonly config?: { readonly version: string; readonly type: "text/xml" | "text/plain"; readonly text: string };
}

/** `phones/<vendor>.json`; the template of the configuration is a file next to it. */
interface VendorFile {
  readonly vendor: string;
  readonly bootstrap: NonNullable<Row<"pbxdevicemodels">["bootstrap_method"]>;
  readonly config: { readonly version: string; readonly type: "text/xml" | "text/plain"; readonly file: string };
  readonly models: readonly Omit<CatalogueModel, "vendor" | "bootstrap" | "config">[];
}

// A build copies the folder next to the program. Vite takes a URL of a file, written out, for an asset of the panel.
const folder = join(fileURLToPath(import.meta.url), "../phones");

/** Widely used phones, by vendor and model. */
export const catalogueModels: readonly CatalogueModel[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .sort()
  .flatMap((file) => readVendor(JSON.parse(readText(file))));

function readVendor({ vendor, bootstrap, config: { file, ...about }, models }: VendorFile): CatalogueModel[] {
  const config = { ...about, text: readText(file) };
  return models.map((model) =>
    model.type === "phone" ? { ...model, vendor, bootstrap, config } : { ...model, vendor, bootstrap: "none" },
  );
}

function readText(file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

/** The keys of a range with their places. */
export function keysOf({ columns }: CatalogueRange) {
  return columns.flatMap(([count, x, labelpos]) =>
    Array.from({ length: count }, (_, index) => ({ x, y: TOP + index * STEP, labelpos })),
  );
}

/** The ranges of a model as its record has them. */
export function toLineRanges({ ranges }: ModelFront) {
  return ranges.map((range) => {
    const keys = keysOf(range);
    const able = abilities.map((ability) => [`can_${ability}`, range.abilities.includes(ability)] as const);
    return { name: range.name, keys, num_lines: keys.length, ...Object.fromEntries(able) };
  });
}

/** The front as SVG: a housing, a screen, number keys of a phone, and the keys that are configured. */
export function drawModel({ width, height, type, ranges }: ModelFront): string {
  const pad = [...Array(12).keys()].map((index) => {
    const [x, y] = [width / 2 - 66 + (index % 3) * 48, 250 + Math.floor(index / 3) * 42];
    return `<rect x="${x}" y="${y}" width="36" height="28" rx="6" fill="#4a565e"/>`;
  });
  const keys = ranges
    .flatMap(keysOf)
    .map(({ x, y }) => `<rect x="${x - 14}" y="${y - 10}" width="28" height="20" rx="5" fill="#0e7c86"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect x="4" y="4" width="${width - 8}" height="${height - 8}" rx="24" fill="#2b343a"/>`,
    type === "phone" ? `<rect x="96" y="40" width="${width - 192}" height="130" rx="8" fill="#cfe3e6"/>` : "",
    ...(type === "phone" ? pad : []),
    ...keys,
    "</svg>",
  ].join("");
}
