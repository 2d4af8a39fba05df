import { expect, it } from "vitest";
import { wireTypes } from "../../core/schema/kinds.ts";

/** What a file of each folder has, by its path. */
type Folders = Readonly<Record<string, object>>;

// The types stand before the globs: see `i18nProvider.ts`.
const cells: Folders = import.meta.glob("./*/cells.tsx", { eager: true, import: "cells" });
const inputs: Folders = import.meta.glob("./*/inputs.tsx", { eager: true, import: "inputs" });
const filters: Folders = import.meta.glob("./*/filters.{ts,tsx}", { eager: true, import: "filters" });

/** `text/regex`: a kind after its folder. */
const kindsIn = (folders: Folders): string[] =>
  Object.entries(folders).flatMap(([path, kinds]) => Object.keys(kinds).map((kind) => `${path.split("/")[1]}/${kind}`));

it("every kind has its cell and its input in one folder, and its filter if it has one", () => {
  const found = kindsIn(cells);
  expect(found.map((kind) => kind.split("/")[1]).sort()).toEqual(Object.keys(wireTypes).sort());
  expect(kindsIn(inputs).sort()).toEqual(found.sort());
  expect(kindsIn(filters).filter((kind) => !found.includes(kind))).toEqual([]);
});
