import { describe, expect, it } from "vitest";
import { buildings, house, rooms, site, sourcesOf, visitors } from "../__fixtures__/sources.ts";
import { emitModel, toModel } from "../generate.ts";

const files = await emitModel(toModel(sourcesOf([buildings, rooms], house, site)));

function file(name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`no ${name}`);
  return text;
}

describe("codegen's output", () => {
  it.each([
    "descriptors/rooms.gen.ts",
    "validators/rooms.gen.js",
    "types/rooms.gen.ts",
    "rules/rooms.gen.ts",
    "tables.gen.ts",
    "routes.gen.ts",
    "messageKeys.gen.ts",
    "openapi.gen.json",
    "permissions.gen.ts",
    "pending.gen.ts",
    "pages.gen.ts",
    "nativePages.gen.ts",
    "../../docs/permissions.md",
    "../../docs/routes.md",
  ])("%s is as reviewed", async (name) => {
    await expect(file(name)).toMatchFileSnapshot(
      `../__fixtures__/want/${name.replace("../../", "").replaceAll("/", "-")}.txt`,
    );
  });

  it("is the same again, whatever the order of the files", async () => {
    expect(await emitModel(toModel(sourcesOf([buildings, rooms], house, site)))).toEqual(files);
    const shuffled = await emitModel(toModel(sourcesOf([rooms, buildings], house, site)));
    expect(shuffled.get("descriptors/rooms.gen.ts")).toBe(file("descriptors/rooms.gen.ts"));
    expect([...shuffled.keys()]).toEqual([...files.keys()]);
  });

  it("gives what is computed no table, texts for ids, and no words for what nobody can do", async () => {
    const computed = await emitModel(toModel(sourcesOf([visitors])));
    expect(computed.get("tables.gen.ts")).not.toContain("visitors");
    expect(computed.get("descriptors/visitors.gen.ts")).toContain('storage: "computed"');
    const { paths } = JSON.parse(computed.get("openapi.gen.json") ?? "");
    expect(paths["/visitors/{id}"].parameters).toMatchObject([{ name: "id", schema: { type: "string" } }]);
    expect(computed.get("messageKeys.gen.ts")).not.toMatch(/actions\.create|groups/);
  });

  it("leaves its input alone", () => {
    const sources = sourcesOf([buildings, rooms]);
    const before = JSON.stringify(sources.entities.map(({ data }) => data));
    toModel(sources);
    expect(JSON.stringify(sources.entities.map(({ data }) => data))).toBe(before);
  });

  it("carries no date, no absolute path and no eval", () => {
    for (const [name, text] of files) {
      // Texts that have the format of a date are no date of ours.
      if (["formatExamples.gen.ts", "../../docs/schema-vocabulary.md"].includes(name)) continue;
      expect(text, name).not.toMatch(/\b20\d\d-\d\d-\d\dT|new Function|eval\(/);
      expect(text, name).not.toContain(process.cwd());
    }
  });
});
