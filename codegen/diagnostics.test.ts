import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { buildings, house, messageOf, rooms, site, sourcesOf, sourcesOfTexts } from "./__fixtures__/sources.ts";
import { wrongFixtures } from "./emit/fixed.ts";
import { emitModel, toModel } from "./generate.ts";

describe("schema errors", () => {
  it("do not occur in the fixture", () => {
    expect(messageOf(() => toModel(sourcesOf([buildings, rooms], house, site, {})))).toBe("");
  });

  it.each(wrongFixtures().flatMap(([, rows]) => rows))(
    "have a file, a line and what is expected: %s",
    (_what, message) => {
      for (const line of message.split("\n"))
        expect(line).toMatch(
          /^schemas\/[\w./]+:\d+: ([^;]+; (expected [^;]+|[\w.]+ has no such \w+|none exists)|[^;]+ lacks the required [^;]+)\.( Did you mean "[^"]+"\?)?$/,
        );
    },
  );

  it("are reported all at once for all files, even next to unknown keywords", () => {
    const schema = structuredClone(rooms);
    Object.assign(schema.properties.name, { maxLenght: 20 });
    Reflect.deleteProperty(schema.properties.name, "maxLength");
    schema["x-resource"].list.columns.push("naem");
    const city = { ...buildings.properties.city, minLength: 50 };
    const owner = { ...buildings, properties: { ...buildings.properties, city } };
    const message = messageOf(() => toModel(sourcesOf([owner, schema], house, { ...site, redirects: { "/a": "/b" } })));
    expect(message.split("\n").map((line) => line.replace(/:\d+: .*/, ""))).toEqual([
      "schemas/pages.json",
      "schemas/resources/buildings.schema.json",
      "schemas/resources/rooms.schema.json",
      "schemas/resources/rooms.schema.json",
    ]);
    expect(message).toContain('Did you mean "maxLength"?');
    expect(message).not.toContain("has no maxLength");
  });

  it("include an $id that differs from the file name", () => {
    const text = JSON.stringify({ ...rooms, $id: "halls" });
    const message = messageOf(() =>
      toModel(
        sourcesOfTexts([
          ["buildings", JSON.stringify(buildings)],
          ["rooms", text],
        ]),
      ),
    );
    expect(message).toContain("expected halls.schema.json");
  });

  it("have the line of the file as written", () => {
    const text = JSON.stringify(rooms, null, 2).replace('"maxLength": 20', '"maxLength": 20,\n      "maxLenght": 3');
    const line = text.split("\n").findIndex((row) => row.includes("maxLenght")) + 1;
    const message = messageOf(() =>
      toModel(
        sourcesOfTexts([
          ["buildings", JSON.stringify(buildings)],
          ["rooms", text],
        ]),
      ),
    );
    expect(message).toContain(`rooms.schema.json:${line}: "maxLenght" is not a keyword`);
  });

  it("include the line of invalid JSON", () => {
    expect(messageOf(() => sourcesOfTexts([["rooms", '{\n  "a": 1,\n}']]))).toMatch(
      /rooms\.schema\.json:3: invalid JSON/,
    );
  });
});

it("demonstration records are emitted after the records they refer to", async () => {
  const model = toModel(
    sourcesOf([rooms, buildings], house, undefined, {
      rooms: [{ name: "a", building_id: "Ulm" }],
      buildings: [{ city: "Ulm" }],
    }),
  );
  const text = emitModel(model).get("demonstration.gen.ts") ?? "";
  expect(text.indexOf('city: "Ulm"')).toBeGreaterThan(0);
  expect(text.indexOf('city: "Ulm"')).toBeLessThan(text.indexOf('building_id: "Ulm"'));
});

// Not checked by codegen itself, as this takes longer than all its other checks.
it.each(["meta", "roles", "pages"])("the meta-schemas are JSON Schema: %s", (name) => {
  const path = new URL(`../schemas/${name}.schema.json`, import.meta.url);
  const ajv = new Ajv2020();
  expect([ajv.validateSchema(JSON.parse(readFileSync(path, "utf8"))), ajv.errorsText()]).toEqual([true, "No errors"]);
});
