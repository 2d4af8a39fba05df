import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guessesIn } from "../../../codegen/generate.ts";
import { parseSource } from "../../../codegen/load.ts";
import type { FieldModel } from "../../../codegen/model.ts";
import { startDemonstration } from "../../../tests/support/demonstration.ts";
import { toSchema } from "../draft.ts";
import { modelWith, readProject, resourceNames } from "../project.ts";
import { fromOpenApi, isOpenApi } from "./fromOpenApi.ts";
import { type CommentedSchema, fromRecords } from "./fromRecords.ts";
import { draftInferred, readCollection } from "./guess.ts";
import { readSource } from "./readSource.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const project = readProject(root);
const resources = resourceNames(project);
const env = { PLATFORM_USER: "administrator", PLATFORM_PASSWORD: "Copper-Lantern-42!" };

const platform = await startDemonstration();
afterAll(() => platform.close());

/** Sends requests to the platform in-process. */
async function ask(url: string, { method = "GET", headers, body }: RequestInit = {}): Promise<Response> {
  const { payload, statusCode } = await platform.app.inject({
    method: method as "GET",
    url: url.replace("http://platform", ""),
    headers: headers as Record<string, string>,
    ...(typeof body === "string" ? { payload: body } : {}),
  });
  return new Response(payload, { status: statusCode });
}

async function guessed(resource: string) {
  const collection = readCollection(await readSource(`http://platform/api/${resource}/`, env, ask));
  return new Map(fromRecords(collection?.records ?? [], resources).map((field) => [field.name, field]));
}

/** Whether type, format and reference of a field were guessed correctly. */
function isCorrect(
  field: FieldModel,
  found: { readonly schema: CommentedSchema; readonly required: boolean } | undefined,
): boolean {
  const reference = found?.schema["x-field"]?.reference;
  return (
    found !== undefined &&
    (found.schema.type ?? "object") === field.schema.type &&
    found.schema.format === field.schema.format &&
    reference === field.reference?.resource
  );
}

describe("a live collection", () => {
  it("yields almost the whole schema of domains", async () => {
    const fields = await guessed("domains");
    expect(fields.get("reseller_id")).toMatchObject({
      required: true,
      schema: { "x-field": { reference: "resellers" } },
    });
    expect(fields.get("domain")).toMatchObject({
      required: true,
      schema: {
        type: "string",
        format: "domain-or-ip",
        $comment: expect.stringMatching(/^guess: format.*maxLength: the longest value has/),
      },
    });
    const draft = draftInferred("sipdomains", [...fields.values()], {}, project);
    const made = modelWith(project, "sipdomains", toSchema(draft));
    expect(made.x).toMatchObject({
      recordRepresentation: "{domain}",
      scope: "reseller_id",
      list: { searchFilter: "domain" },
    });
  });

  it.each(["customercontacts", "peeringservers", "subscribers", "vouchers"])(
    "of %s yields a schema that passes codegen",
    async (name) => {
      const fields = await guessed(name);
      const schema = toSchema(draftInferred(`my${name}`, [...fields.values()], {}, project));
      const made = modelWith(project, `my${name}`, schema);
      const wanted = project.model.resources.find((one) => one.name === name);
      const hasValues = ({ name }: FieldModel) => !fields.get(name)?.schema.$comment?.includes("no values found");
      const shown = wanted?.fields.filter((one) => fields.has(one.name) && one.name !== "id" && hasValues(one)) ?? [];
      const right = shown.filter((field) => isCorrect(field, fields.get(field.name)));
      expect(made.fields.length).toBeGreaterThan(3);
      expect(right.length / shown.length).toBeGreaterThan(0.6);
    },
  );

  it("reveals phone numbers, times and IP addresses", async () => {
    const fields = await guessed("subscribers");
    expect(fields.get("primary_number")?.schema.$ref).toBe("../shared/phone-number.schema.json");
    expect((await guessed("vouchers")).get("valid_until")?.schema.format).toBe("date-time");
    expect((await guessed("peeringservers")).get("ip")?.schema.format).toBe("ip");
  });

  it("requires a login", async () => {
    await expect(readSource("http://platform/api/domains/", {}, ask)).rejects.toThrow(/status 401\n.*PLATFORM_TOKEN/);
  });
});

describe("an OpenAPI document", () => {
  const options = { resources, formats: project.formats };
  const read = async () => {
    const document = await readSource("http://platform/api/openapi.json", {}, ask);
    if (!isOpenApi(document)) throw new Error("no document");
    return document;
  };

  it("yields the schema that it was generated from", async () => {
    const document = await read();
    const byName = fromOpenApi(document, { ...options, schema: "Domain" }).fields;
    expect(fromOpenApi(document, { ...options, schema: "/domains/" })).toEqual({ name: "domains", fields: byName });
    expect(byName).toMatchObject([
      { name: "reseller_id", required: true, schema: { type: "integer", "x-field": { reference: "resellers" } } },
      { name: "domain", required: true, schema: { type: "string", format: "domain-or-ip", maxLength: 127 } },
    ]);
  });

  it("ends where a schema is within itself", () => {
    const node = { $ref: "#/components/schemas/Node" };
    const schemas = { Node: { properties: { name: { type: "string", maxLength: 9 }, parent: node } } };
    const [, parent] = fromOpenApi({ components: { schemas } }, { ...options, schema: "Node" }).fields;
    expect(parent?.schema).toMatchObject({
      $comment: expect.stringContaining("#/components/schemas/Node is within itself"),
      properties: { name: { maxLength: 9 }, parent: { type: "object", properties: {} } },
    });
  });

  it("suggests schemas if the requested one is missing", async () => {
    const document = await read();
    expect(() => fromOpenApi(document, { ...options, schema: "Domane" })).toThrow(
      /no schema or path "Domane"\n.*--schema/,
    );
  });
});

it("marks guesses in the schema, and codegen lists them", () => {
  const [field] = fromRecords([{ name: "a" }, { name: "b" }], resources);
  const schema = { properties: { name: field?.schema } };
  expect(guessesIn([parseSource(JSON.stringify(schema), "schemas/resources/rooms.schema.json")])).toEqual([
    expect.stringMatching(
      /^schemas\/resources\/rooms\.schema\.json:\d+ #\/properties\/name: guess: maxLength: the longest value has 1; required/,
    ),
  ]);
});

it.each<readonly [string, Record<string, unknown>[], Partial<CommentedSchema>]>([
  [
    "choices",
    ["on", "off", "on", "on", "off", "on", "off", "on"].map((mode) => ({ mode })),
    { type: "string", enum: ["off", "on"] },
  ],
  ["read-only fields", [{ create_timestamp: "2026-01-05T08:00:00Z" }], { format: "date-time", readOnly: true }],
  ["a reference to an unknown resource", [{ spaceship_id: 4 }], { type: "integer", minimum: 0 }],
  [
    "references",
    [{ reseller_ids: [1, 2] }],
    { type: "array", items: { type: "integer", "x-field": { reference: "resellers" } } },
  ],
  [
    "alternative targets of a reference",
    [{ profile_id: 4 }],
    { $comment: expect.stringMatching(/billingprofiles, or pbxdeviceprofiles, subscriberprofiles/) },
  ],
  ["a field without values", [{ note: null }], { type: "string", maxLength: 255 }],
  ["fractions", [{ rate: 0.5 }, { rate: 2 }], { type: "number" }],
])("recognizes %s", (_, records, wanted) => {
  expect(fromRecords(records, resources)[0]?.schema).toMatchObject(wanted);
});

describe("a source that cannot be read", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "patchbay-guess-"));
    writeFileSync(join(folder, "text.json"), "no");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is reported with a hint", async () => {
    await expect(readSource(join(folder, "none.json"), {})).rejects.toThrow(/no file .*\n.*https/);
    await expect(readSource(join(folder, "text.json"), {})).rejects.toThrow(/is not JSON/);
    expect(readCollection({ anything: 1 })).toBeUndefined();
  });
});
