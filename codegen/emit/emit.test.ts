import { describe, expect, it } from "vitest";
import { buildings, house, rooms, site, sourcesOf, visitors } from "../__fixtures__/sources.ts";
import { emitModel, toModel } from "../generate.ts";
import { messageKeysOf } from "../messageKeys.ts";

const model = toModel(sourcesOf([buildings, rooms], house, site));
const files = emitModel(model);

function file(name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`no ${name}`);
  return text;
}

describe("codegen's output", () => {
  it("does not depend on the order of files", async () => {
    expect(emitModel(toModel(sourcesOf([buildings, rooms], house, site)))).toEqual(files);
    const shuffled = emitModel(toModel(sourcesOf([rooms, buildings], house, site)));
    expect(shuffled.get("descriptors/rooms.gen.ts")).toBe(file("descriptors/rooms.gen.ts"));
    expect([...shuffled.keys()]).toEqual([...files.keys()]);
  });

  it("has no table for computed resources and no messages for missing operations", async () => {
    const ofVisitors = toModel(sourcesOf([visitors]));
    const computed = emitModel(ofVisitors);
    expect(computed.get("tables.gen.ts")).not.toContain("visitors");
    expect(computed.get("descriptors/visitors.gen.ts")).toContain('storage: "computed"');
    expect(ofVisitors.resources.flatMap(messageKeysOf).join()).not.toMatch(/actions\.create|groups/);
  });

  it("does not change its input", () => {
    const sources = sourcesOf([buildings, rooms]);
    const before = JSON.stringify(sources.entities.map(({ data }) => data));
    toModel(sources);
    expect(JSON.stringify(sources.entities.map(({ data }) => data))).toBe(before);
  });

  it("contains no date, no absolute path and no eval", () => {
    for (const [name, text] of files) {
      // These contain examples of dates.
      if (["formatExamples.gen.ts", "../../docs/reference/schema-vocabulary.md"].includes(name)) continue;
      expect(text, name).not.toMatch(/\b20\d\d-\d\d-\d\dT|new Function|eval\(/);
      expect(text, name).not.toContain(process.cwd());
    }
  });
});

it("expands references with any name", () => {
  const house = { type: "integer", "x-field": { reference: "buildings" } };
  const schema = structuredClone(rooms);
  Object.assign(schema.properties, { house });
  schema["x-resource"].groups.base.push("house");
  schema["x-resource"].list.columns.push("house.city");
  const { resources } = toModel(sourcesOf([buildings, schema]));
  expect(resources.find(({ name }) => name === "rooms")?.expand).toEqual(["building_id", "house"]);
});
