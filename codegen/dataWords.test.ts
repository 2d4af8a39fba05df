import { describe, expect, it } from "vitest";
import { casesOf, reportsRule } from "../src/core/rulebook/cases.ts";
import { formRulesOf } from "../src/core/rulebook/formRules.ts";
import type { RuleName, WireRecord } from "../src/core/schema/descriptor.ts";
import type { ResourceModule } from "../src/core/schema/resourceModule.ts";
import { formats } from "../src/core/validation/formats.ts";
import { validateRecord } from "../src/core/validation/validateRecord.ts";
import { buildings, messageOf, rooms, sourcesOf } from "./__fixtures__/sources.ts";
import { descriptorOf } from "./emit/descriptors.ts";
import { compileTypes, emitRecordTypes } from "./emit/recordTypes.ts";
import { emitValidators, validatorFor } from "./emit/validators.ts";
import { toModel } from "./generate.ts";

/** A field for each word, as a schema has it. */
const properties = {
  code: {
    type: "string",
    maxLength: 9,
    pattern: "^[A-Z]{2}-\\d{4}$",
    "x-field": {
      unique: "platform",
      patternExamples: { valid: ["AB-1234", "XY-0000"], invalid: ["ab-1234", "AB1234"] },
    },
  },
  share: { type: "number", minimum: 0, maximum: 1, multipleOf: 0.1 },
  minutes: { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 600, multipleOf: 15 },
  rate: { type: "number", exclusiveMinimum: 0 },
  agreed: { type: "boolean", const: true },
  nicknames: { type: "array", uniqueItems: true, minItems: 2, maxItems: 4, items: { type: "string", maxLength: 9 } },
  friend_ids: {
    type: "array",
    uniqueItems: true,
    maxItems: 4,
    items: { type: "integer", "x-field": { reference: "buildings" } },
  },
  slots: {
    type: "array",
    uniqueItems: true,
    maxItems: 4,
    items: {
      type: "object",
      required: ["day"],
      properties: { day: { type: "integer", minimum: 1, maximum: 7 }, note: { type: "string", maxLength: 9 } },
    },
  },
};

const halls = {
  ...rooms,
  properties: { ...rooms.properties, ...properties },
  "x-resource": {
    ...rooms["x-resource"],
    groups: { base: [...rooms["x-resource"].groups.base, ...Object.keys(properties)] },
  },
};

/** The rooms as this schema has them. */
function compiledOf(schema: typeof rooms) {
  const model = toModel(sourcesOf([buildings, schema]));
  const resource = model.resources.find(({ name }) => name === "rooms");
  if (!resource) throw new Error("no rooms");
  const descriptor = descriptorOf(resource, model);
  return { model, descriptor, validate: validatorFor(descriptor, formats) };
}

function errorsIn(module: ResourceModule, record: WireRecord): string[] {
  const { errors } = validateRecord(module, { name: "a", ...record }, { mode: "update", related: () => undefined });
  return errors.map(({ pointer, key }) => `${pointer} ${key}`);
}

const words = compiledOf(halls);
const { model, descriptor, validate } = words;

describe("a word of JSON Schema", () => {
  it.each<[WireRecord, string[]]>([
    [{ code: "AB-1234" }, []],
    [{ code: "xAB-1234" }, ["/code rules.pattern.mismatch"]],
    [{ share: 0.3 }, []],
    [{ share: 0.7 }, []],
    [{ share: 0.35 }, ["/share rules.multipleOf"]],
    [{ minutes: 0 }, ["/minutes rules.exclusiveMinimum"]],
    [{ minutes: 600 }, ["/minutes rules.exclusiveMaximum"]],
    [{ minutes: 20 }, ["/minutes rules.multipleOf"]],
    [{ rate: 0 }, ["/rate rules.exclusiveMinimum"]],
    [{ agreed: false }, ["/agreed rules.const"]],
    [{ nicknames: ["a", "b", "a"] }, ["/nicknames rules.uniqueItems"]],
    [{ friend_ids: [1, 2, 1] }, ["/friend_ids rules.uniqueItems"]],
    [
      {
        slots: [
          { day: 1, note: "x" },
          { note: "x", day: 1 },
        ],
      },
      ["/slots rules.uniqueItems"],
    ],
    [{ slots: [{ day: 1, note: "x" }, { day: 1 }] }, []],
  ])("says of %j: %j", (record, expected) => expect(errorsIn(words, record)).toEqual(expected));

  const names: readonly RuleName[] = [
    ...(["pattern", "multipleOf", "exclusiveMinimum", "exclusiveMaximum", "const", "uniqueItems"] as const),
  ];
  const cases = formRulesOf(descriptor).flatMap((rule) => casesOf(rule, descriptor, { seed: "p7", idOf: () => 1 }));

  it.each(names)("has cases in the rule book: %s", (word) => {
    const expected = cases.filter(({ rule }) => rule.rule === word).map(({ expects }) => expects);
    expect(new Set(expected)).toEqual(new Set(["accepted", "refused"]));
  });

  it("is what every case of the rule book says", () => {
    const wrong = cases
      .filter(({ rule }) => rule.side === "both")
      .filter(({ rule, record, mode, expects, related }) => {
        const context = { mode, related: (path: string) => related.get(path) };
        const { errors } = validateRecord({ descriptor, validate }, record, context);
        return expects === "refused" ? !reportsRule(errors, rule) : errors.length > 0;
      });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("needs no code that a browser cannot load", () => {
    const code = emitValidators(model).get("validators/rooms.gen.js") ?? "";
    for (const name of ["isMultipleOf", "hasTwins"])
      expect(code).toContain(`import { ${name} } from "../../core/values/`);
  });
});

it.each([
  ["^89\\d{17,18}$", "8949000000000000000"],
  ["^[a-z]+(\\.[a-z]+)*$", "a.bc"],
  ["^(?:[^,]+,)*[^,]+$", "a,b"],
])("takes a pattern that comes to an end: %s", (pattern, example) => {
  const schema = structuredClone(rooms);
  const name = {
    ...schema.properties.name,
    pattern,
    "x-field": { ...schema.properties.name["x-field"], patternExamples: { valid: [example], invalid: ["!,"] } },
  };
  Object.assign(schema.properties, { name });
  expect(messageOf(() => toModel(sourcesOf([buildings, schema])))).toBe("");
});

describe("variants", () => {
  const ofKind = (kind: string, properties: object, required: readonly string[] = []) => ({
    properties: { kind: { type: "string", const: kind }, ...properties },
    required,
  });
  const rows = { type: "integer", minimum: 1 };
  const bed = { type: "boolean" };
  const ward = { properties: { kind: { const: "ward" }, rows, bed }, required: ["bed"] };
  const floors = {
    ...rooms,
    properties: { ...rooms.properties, kind: { type: "string", default: "hall" } },
    discriminator: { propertyName: "kind" },
    oneOf: [ofKind("hall", { rows }, ["rows"]), ofKind("cell", { bed }), ward],
    "x-resource": {
      ...rooms["x-resource"],
      groups: { base: [...rooms["x-resource"].groups.base, "kind", "rows", "bed"] },
    },
  };
  const compiled = compiledOf(floors);

  it("are fields with conditions behind the discriminator", () => {
    const fields = compiled.descriptor.fields.slice(-3).map(({ name, enum: choices, when, requiredWhen }) => ({
      ...{ name, choices, when, requiredWhen },
    }));
    expect(fields).toEqual([
      { name: "kind", choices: ["hall", "cell", "ward"] },
      { name: "rows", when: { kind: ["hall", "ward"] }, requiredWhen: { kind: "hall" } },
      { name: "bed", when: { kind: ["cell", "ward"] }, requiredWhen: { kind: "ward" } },
    ]);
  });

  it.each<[WireRecord, string[]]>([
    [{ kind: "hall" }, ["/rows rules.required"]],
    [{ kind: "hall", rows: 3 }, []],
    [{ kind: "cell" }, []],
    [{ kind: "ward", rows: 0 }, ["/rows rules.minimum", "/bed rules.required"]],
    [{ kind: "shed" }, ["/kind rules.enum"]],
  ])("say of %j: %j", (record, expected) => expect(errorsIn(compiled, record)).toEqual(expected));

  it("have a discriminator of its field's type", () => {
    const schema = { ...floors, oneOf: [...floors.oneOf, { properties: { kind: { const: 3 } } }] };
    expect(messageOf(() => toModel(sourcesOf([buildings, schema])))).toContain("does not say its kind");
  });

  it("need a type where a field has only a constant", () => {
    const { groups } = floors["x-resource"];
    const schema = {
      ...floors,
      properties: { ...floors.properties, consent: { const: true } },
      "x-resource": { ...floors["x-resource"], groups: { ...groups, legal: ["consent"] } },
    };
    const message = messageOf(() => toModel(sourcesOf([buildings, schema])));
    expect(message).toContain("consent");
    expect(message).toContain("no kind of field");
  });

  it("have no fields of other variants", () => {
    const { record } = validateRecord(
      compiled,
      { name: "a", kind: "cell", rows: 3, bed: true },
      { mode: "create", related: () => undefined },
    );
    expect([record.rows, record.bed]).toEqual([undefined, true]);
  });

  it("are a union in TypeScript, which narrows", async () => {
    const types = (await emitRecordTypes(compiled.model, compileTypes)).get("types/rooms.gen.ts") ?? "";
    const create = types.slice(types.indexOf("create:"), types.indexOf("update:"));
    expect(create.split("} | {").map((part) => /kind\??: (.*)/.exec(part)?.[1])).toEqual(
      expect.arrayContaining(['"cell"', '"ward"']),
    );
  });
});
