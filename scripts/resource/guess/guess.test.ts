import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guessesIn } from "../../../codegen/guesses.ts";
import { parseSource } from "../../../codegen/load.ts";
import type { FieldModel } from "../../../codegen/model.ts";
import { type Demonstration, startDemonstration } from "../../../tests/support/demonstration.ts";
import { toSchema } from "../draft.ts";
import { printJson } from "../printJson.ts";
import { modelWith, namesOf, readProject } from "../project.ts";
import { readCollection } from "./collection.ts";
import { fromOpenApi, isOpenApi } from "./fromOpenApi.ts";
import { fromRecords, type Guessed } from "./fromRecords.ts";
import { draftOf } from "./guess.ts";
import { readSource } from "./readSource.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const project = readProject(root);
const resources = namesOf(project);
const env = { PLATFORM_USER: "administrator", PLATFORM_PASSWORD: "Copper-Lantern-42!" };

let platform: Demonstration;
beforeAll(async () => {
  platform = await startDemonstration();
}, 60_000);
afterAll(() => platform.close());

/** Requests that reach the platform without a network. */
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

/** What was right about a field: its type or structure, format, reference and whether it must be there. */
function agrees(
  field: FieldModel,
  found: { readonly schema: Guessed; readonly required: boolean } | undefined,
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
  it("tells almost all of what the schema of domains says", async () => {
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
        $comment: expect.stringMatching(/^guess: format.*maxLength: the longest has/),
      },
    });
    const draft = draftOf("sipdomains", [...fields.values()], {}, project);
    const made = modelWith(project, "sipdomains", toSchema(draft));
    expect(made.x).toMatchObject({ record: "{domain}", scope: "reseller_id", list: { search: "domain" } });
  });

  it.each(["customercontacts", "peeringservers", "subscribers", "vouchers"])(
    "of %s is a schema that codegen takes",
    async (name) => {
      const fields = await guessed(name);
      const schema = toSchema(draftOf(`my${name}`, [...fields.values()], {}, project));
      const made = modelWith(project, `my${name}`, schema);
      const wanted = project.model.resources.find((one) => one.name === name);
      const shown = wanted?.fields.filter((field) => fields.has(field.name) && field.name !== "id") ?? [];
      const right = shown.filter((field) => agrees(field, fields.get(field.name)));
      expect(made.fields.length).toBeGreaterThan(3);
      expect(right.length / shown.length).toBeGreaterThan(0.6);
    },
  );

  it("takes phone numbers, choices and times for what they are", async () => {
    const fields = await guessed("subscribers");
    expect(fields.get("primary_number")?.schema.$ref).toBe("../shared/phone-number.schema.json");
    expect((await guessed("vouchers")).get("valid_until")?.schema.format).toBe("date-time");
    expect((await guessed("peeringservers")).get("ip")?.schema.format).toBe("ip");
  });

  it("is not open to whoever has no login", async () => {
    await expect(readSource("http://platform/api/domains/", {}, ask)).rejects.toThrow(/status 401\n.*PLATFORM_TOKEN/);
  });
});

describe("an OpenAPI document", () => {
  const path = join(root, "src/generated/openapi.gen.json");
  const wishes = { resources, formats: project.formats };

  it("gives back the schema it was made from, but for what it has no word for", async () => {
    const document = await readSource(path, {});
    if (!isOpenApi(document)) throw new Error("no document");
    const byName = fromOpenApi(document, { ...wishes, schema: "Domain" }).fields;
    expect(fromOpenApi(document, { ...wishes, schema: "/domains/" })).toEqual({ name: "domains", fields: byName });
    expect(byName).toMatchObject([
      { name: "reseller_id", required: true, schema: { type: "integer", "x-field": { reference: "resellers" } } },
      { name: "domain", required: true, schema: { type: "string", format: "domain-or-ip", maxLength: 127 } },
    ]);
  });

  it("says so where it has not what is asked for", () => {
    const document = JSON.parse(readFileSync(path, "utf8"));
    expect(() => fromOpenApi(document, { ...wishes, schema: "Domane" })).toThrow(
      /no schema or path "Domane"\n.*--schema/,
    );
  });
});

it("marks what it guesses where it stands, and codegen lists the marks", () => {
  const [field] = fromRecords([{ name: "a" }, { name: "b" }], resources);
  const schema = { properties: { name: field?.schema } };
  expect(guessesIn([parseSource(printJson(schema), "schemas/entities/rooms.schema.json")])).toEqual([
    expect.stringMatching(
      /^schemas\/entities\/rooms\.schema\.json:\d+ #\/properties\/name: guess: maxLength: the longest has 1; required/,
    ),
  ]);
});

it.each<readonly [string, Record<string, unknown>[], Partial<Guessed>]>([
  [
    "choices",
    ["on", "off", "on", "on", "off", "on", "off", "on"].map((mode) => ({ mode })),
    { type: "string", enum: ["off", "on"] },
  ],
  ["what the server makes", [{ create_timestamp: "2026-01-05T08:00:00Z" }], { format: "date-time", readOnly: true }],
  ["a reference to nothing known", [{ spaceship_id: 4 }], { type: "integer", minimum: 0 }],
  [
    "references",
    [{ reseller_ids: [1, 2] }],
    { type: "array", items: { type: "integer", "x-field": { reference: "resellers" } } },
  ],
  [
    "what else a reference may lead to",
    [{ profile_id: 4 }],
    { $comment: expect.stringMatching(/billingprofiles, or subscriberprofiles/) },
  ],
  ["nothing at all", [{ note: null }], { type: "string", maxLength: 255 }],
  ["fractions", [{ rate: 0.5 }, { rate: 2 }], { type: "number" }],
])("knows %s", (_, records, wanted) => {
  expect(fromRecords(records, resources)[0]?.schema).toMatchObject(wanted);
});

describe("what can not be read", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "patchbay-guess-"));
    writeFileSync(join(folder, "text.json"), "no");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is named with what would be right", async () => {
    await expect(readSource(join(folder, "none.json"), {})).rejects.toThrow(/there is no file .*\n.*https/);
    await expect(readSource(join(folder, "text.json"), {})).rejects.toThrow(/is no JSON/);
    expect(readCollection({ anything: 1 })).toBeUndefined();
  });
});
