import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import type { FieldError } from "../../src/core/errors.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import { type Database, openDatabase } from "../../src/platform/db/engine.ts";
import { accountOf } from "../support/accounts.ts";
import { Api, embedded } from "../support/api.ts";
import { preparePlatform, TEST_RESELLER } from "../support/platform.ts";
import { type RuleCase, ruleCases, tells } from "../support/ruleCases.ts";
import { withValueAt } from "../support/samples.ts";
import { World } from "../support/world.ts";

let database: Database;
let app: FastifyInstance;
let api: Api;
let world: World;

beforeAll(async () => {
  database = await openDatabase({});
  await preparePlatform(database);
  app = await buildPlatform({ database });
  const { login, password } = accountOf("superuserMaster");
  api = await Api.login(app, login, password);
  world = new World(api, TEST_RESELLER);
}, 120_000);

afterAll(async () => {
  await app.close();
  await database.close();
});

for (const [name, { descriptor }] of Object.entries(resources)) {
  // Ids stand for records that the world makes when the case runs.
  const cases = await ruleCases(name, { seed: "rule", idOf: () => 1 });
  if (cases.length === 0) continue;
  describe(`the API keeps the rules of ${name}`, () => {
    it.each(cases.map((entry) => [entry.name, entry] as const))("%s", async (_name, entry) => {
      const valid = await world.valid(name, entry.rule.when);
      const before = (await api.list(name)).body?.total_count;
      const answer = await api.request("POST", `/api/${name}/`, breakRecord(descriptor, valid, entry));
      expect(answer.status, answer.text).toBe(422);
      const errors = (answer.body?.errors ?? []) as unknown as FieldError[];
      expect(tells(errors, entry.rule), answer.text).toBe(true);
      const field = (entry.rule.pointer.split("/")[1] ?? "").split(".")[0] ?? "";
      expect(String(answer.body?.message)).toContain(field);
      expect((await api.list(name)).body?.total_count).toBe(before);
    });

    if (descriptor.fields.some((field) => field.unique)) {
      it.each(descriptor.fields.filter((field) => field.unique && !field.readOnly && !field.internal))(
        "$name is unique",
        async (field) => {
          const record = await world.valid(name, field.when);
          const id = await api.create(name, record);
          const stored = embedded(await api.list(name, { rows: 10_000 }), name).find((other) => other.id === id);
          const again = await world.valid(name, field.when);
          const within = [...(field.unique ?? []), field.name];
          const copy = Object.fromEntries(within.map((part) => [part, record[part] ?? stored?.[part]]));
          const answer = await api.request("POST", `/api/${name}/`, { ...again, ...copy } as WireRecord);
          expect(answer.status, answer.text).toBe(422);
          expect(answer.body?.errors).toEqual(
            expect.arrayContaining([expect.objectContaining({ pointer: `/${field.name}` })]),
          );
        },
      );
    }
  });
}

/** The world's valid record with what the case breaks; everything else stays as the platform accepts it. */
function breakRecord(descriptor: ResourceDescriptor, valid: WireRecord, { rule, invalid }: RuleCase): WireRecord {
  const pointers = (rule.params.fields as string[] | undefined)?.map((field) => `/${field.replace(".", "/0/")}`);
  return (pointers ?? [rule.pointer]).reduce(
    (record, pointer) =>
      withValueAt(descriptor, record, pointer, at(invalid, pointer), { seed: "rule", idOf: () => 1 }),
    valid,
  );
}

function at(record: WireRecord, pointer: string): Json | undefined {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], record) as Json | undefined;
}
