import { describe, expect, it } from "vitest";
import { menuGroups } from "../../src/core/schema/menuGroups.ts";
import { iconNames } from "../../src/panel/app/iconNames.ts";
import { buildings, rooms, sourcesOf } from "../__fixtures__/sources.ts";
import { emitModel, toModel } from "../generate.ts";

const model = toModel(sourcesOf([buildings, rooms]));
const text = emitModel(model).get("../../docs/reference/schema-vocabulary.md") ?? "";

/** Paths of all keywords in the meta-schema without a description. */
function undescribed(part: unknown, path: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { properties, ...rest } = part as { readonly properties?: Readonly<Record<string, { description?: unknown }>> };
  const own = Object.entries(properties ?? {}).flatMap(([name, value]) => [
    ...(typeof value.description === "string" ? [] : [`${path}/${name}`]),
    ...undescribed(value, `${path}/${name}`),
  ]);
  return [...own, ...Object.entries(rest).flatMap(([name, value]) => undescribed(value, `${path}/${name}`))];
}

describe("docs/reference/schema-vocabulary.md", () => {
  it("describes every keyword", () => {
    const { $defs, ...meta } = model.meta.data as { readonly $defs: Readonly<Record<string, object>> };
    // Conditions have a section of their own; members and items reuse the keywords of a property.
    const { condition: _, member: __, item: ___, ...parts } = $defs;
    const found = [
      undescribed(meta, ""),
      ...Object.entries(parts).map(([name, part]) => undescribed(part, `/${name}`)),
    ].flat();
    expect(found).toEqual([]);
  });

  it("puts resources in groups that the menu has", () => {
    expect(text).toContain(`| **\`menu.group\`** | ${menuGroups.map((group) => `\`${group}\``).join(", ")} |`);
  });

  it("allows only icons that the panel has", () => {
    const { $defs } = model.meta.data as { readonly $defs: { readonly icon: { readonly enum: readonly string[] } } };
    expect($defs.icon.enum.filter((name) => !Object.hasOwn(iconNames, name))).toEqual([]);
  });
});
