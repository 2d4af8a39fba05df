import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { buildings, house, messageOf, rooms, site, sourcesOf, sourcesOfTexts } from "./__fixtures__/sources.ts";
import { wrongFixtures } from "./emit/fixed.ts";
import { emitModel, toModel } from "./generate.ts";
import { parseText } from "./load.ts";

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

  it("name both lines of a key that is written twice, next to other errors", () => {
    const text = JSON.stringify({ ...rooms, title: "room" }, null, 2);
    const doubled = text.replace('"seats": {', '"seats": {\n      "type": "integer",');
    const line = doubled.split("\n").findIndex((row) => row.includes('"seats": {')) + 2;
    const message = messageOf(() =>
      toModel(
        sourcesOfTexts([
          ["buildings", JSON.stringify(buildings)],
          ["rooms", doubled],
        ]),
      ),
    );
    expect(message).toContain(
      `rooms.schema.json:${line + 1}: "type" is written twice; expected it once, as in line ${line}.`,
    );
    expect(message).toContain('"room" is not valid for title');
  });

  it("include texts of what a schema no longer has, and of no resource", () => {
    const sources = sourcesOf([buildings, rooms]);
    const file = (name: string, texts: object) =>
      [name, parseText(JSON.stringify(texts, null, 2), `i18n/en/resources/${name}.json`)] as const;
    const texts = new Map([
      file("rooms", { name: "Room |||| Rooms", fields: { seats: "Seats", seeats: "Seats" } }),
      file("halls", { name: "Hall |||| Halls" }),
    ]);
    expect(messageOf(() => toModel({ ...sources, texts: new Map([["en", texts]]) }))).toBe(
      [
        'i18n/en/resources/halls.json:1: "halls" is not a resource with texts; expected one of buildings, rooms.',
        'i18n/en/resources/rooms.json:5: "fields.seeats" is the text of nothing in rooms; expected no such text in any language. Did you mean "fields.seats"?',
      ].join("\n"),
    );
  });

  it.each([
    ["a file that is no JSON", (text: string) => text.replace('"city": {', '"city": {,'), /no comma before/],
    ["a comma too many", (text: string) => text.replace('"id"\n      ]', '"id",\n      ]'), /no comma before/],
    ["a value of a wrong type", (text: string) => text.replace('"maxLength": 40', '"maxLength": "40"'), /an integer/],
  ])("hide no errors of other files: %s", (_what, change, expected) => {
    const schema = structuredClone(rooms);
    schema["x-resource"].list.columns.push("naem");
    const text = change(JSON.stringify(buildings, null, 2));
    const [first, ...others] = messageOf(() =>
      toModel(
        sourcesOfTexts([
          ["buildings", text],
          ["rooms", JSON.stringify(schema, null, 2)],
        ]),
      ),
    ).split("\n");
    expect(first).toMatch(/buildings\.schema\.json/);
    expect(first).toMatch(expected);
    expect(others).toEqual([expect.stringMatching(/rooms\.schema\.json:\d+: "naem" is not/)]);
  });

  it("include the line of invalid JSON", () => {
    expect(messageOf(() => toModel(sourcesOfTexts([["rooms", '{\n  "a": 1,\n}']])))).toMatch(
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
