import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildings, rooms, sourcesOf } from "../__fixtures__/sources.ts";
import { emitModel, toModel } from "../generate.ts";
import { kindSources } from "../kind.ts";

const model = toModel(sourcesOf([buildings, rooms]));
const text = (await emitModel(model)).get("../../docs/schema-vocabulary.md") ?? "";

/** Paths of all keywords in the meta-schema that say nothing about themselves. */
function silent(part: unknown, path: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { properties, ...rest } = part as { readonly properties?: Readonly<Record<string, { description?: unknown }>> };
  const own = Object.entries(properties ?? {}).flatMap(([name, value]) => [
    ...(typeof value.description === "string" ? [] : [`${path}/${name}`]),
    ...silent(value, `${path}/${name}`),
  ]);
  return [...own, ...Object.entries(rest).flatMap(([name, value]) => silent(value, `${path}/${name}`))];
}

describe("the document of the vocabulary", () => {
  it("has a sentence for every keyword", () => {
    const { $defs, ...meta } = model.meta.data as { readonly $defs: Readonly<Record<string, object>> };
    const { condition: _, ...parts } = $defs;
    const found = [silent(meta, ""), ...Object.entries(parts).map(([name, part]) => silent(part, `/${name}`))].flat();
    expect(found).toEqual([]);
  });

  it.each([
    "| **`$id`** | text | The resource's name",
    "| `reference.onDelete` | `cascade`, `clear`, `restrict` |",
    "| **`filters.*.match`** | `wildcard`",
    "| `rules[].orEqual` | boolean |",
    "| `hex-colour` |",
    "For example `buildings.city`.\n\n![text](screenshots/kinds/text.png)",
  ])("says %s", (part) => {
    expect(text).toContain(part);
  });

  it("shows every kind that the panel has an input for", () => {
    const source = readFileSync(new URL("../../src/core/descriptor.ts", import.meta.url), "utf8");
    const union = /export type FieldKind =([^;]*);/.exec(source)?.[1] ?? "";
    const kinds = [...union.matchAll(/"(\w+)"/g)].map(([, kind]) => kind);
    expect(kindSources.map(([kind]) => kind).sort()).toEqual(kinds.sort());
  });
});
