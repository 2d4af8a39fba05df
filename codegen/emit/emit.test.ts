import { describe, expect, it } from "vitest";
import { toJsonSchema } from "../../src/core/jsonSchema.ts";
import { rulesOf } from "../../src/core/rulebook/formRules.ts";
import { buildings, house, rooms, site, sourcesOf, visitors } from "../__fixtures__/sources.ts";
import { emitModel, toModel } from "../generate.ts";
import { messageKeysOf } from "../messageKeys.ts";
import { descriptorOf } from "./descriptors.ts";

const model = toModel(sourcesOf([buildings, rooms], house, site));
const files = emitModel(model);

function file(name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`no ${name}`);
  return text;
}

describe("codegen's output", () => {
  it.each([
    "descriptors/rooms.gen.ts",
    "validators/rooms.gen.js",
    "tables.gen.ts",
    "database.gen.ts",
    "routes.gen.ts",
    "about.gen.ts",
    "permissions.gen.ts",
    "pending.gen.ts",
    "pages.gen.ts",
    "nativePages.gen.ts",
    "../../docs/reference/permissions.md",
    "../../docs/reference/routes.md",
  ])("has not changed: %s", async (name) => {
    await expect(file(name)).toMatchFileSnapshot(
      `../__fixtures__/expected/${name.replace("../../", "").replaceAll("/", "-")}.txt`,
    );
  });

  it("has the expected rules and shapes in descriptors", async () => {
    const room = model.resources.find(({ name }) => name === "rooms");
    if (!room) throw new Error("no rooms");
    const descriptor = descriptorOf(room, model);
    const rules = rulesOf(descriptor).map((rule) => JSON.stringify(rule));
    await expect(rules.join("\n")).toMatchFileSnapshot("../__fixtures__/expected/rules-of-rooms.txt");
    const shapes = (["write", "read", "create", "update"] as const).map((shape) => [
      shape,
      toJsonSchema(descriptor, shape, { seats: "How many may sit" }),
    ]);
    await expect(JSON.stringify(Object.fromEntries(shapes), null, 1)).toMatchFileSnapshot(
      "../__fixtures__/expected/shapes-of-rooms.json",
    );
  });

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
