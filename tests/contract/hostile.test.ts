import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResourceDescriptor } from "../../src/core/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import { type Database, openDatabase } from "../../src/platform/db/engine.ts";
import { accountOf } from "../support/accounts.ts";
import { type Answer, Api, idFromLocation } from "../support/api.ts";
import { fingerprint } from "../support/fingerprint.ts";
import {
  bodyWith,
  HOSTILE_TEXTS,
  IMPOSSIBLE_TEXTS,
  isText,
  OVERSIZE,
  type Place,
  writablePlaces,
  wrongValuesOf,
} from "../support/hostile.ts";
import { preparePlatform, TEST_RESELLER } from "../support/platform.ts";
import { World } from "../support/world.ts";

let database: Database;
let app: FastifyInstance;
let api: Api;
let world: World;

beforeAll(async () => {
  database = await openDatabase({});
  await preparePlatform(database);
  app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  const { login, password } = accountOf("superuserMaster");
  api = await Api.login(app, login, password);
  world = new World(api, TEST_RESELLER);
}, 120_000);

afterAll(async () => {
  await app.close();
  await database.close();
});

/** Runs requests that must leave every row of every table as it was. */
async function changesNothing(run: () => Promise<void>): Promise<void> {
  const before = await fingerprint(database.kysely);
  await run();
  expect(await fingerprint(database.kysely)).toEqual(before);
}

/** A refusal as the wire has it: `{code, message}` and no trace of what happened inside. */
function expectRefusal(answer: Answer, statuses: readonly number[], what: string): void {
  expect(statuses, `${what}: ${answer.text.slice(0, 600)}`).toContain(answer.status);
  expect(answer.body?.code, what).toBe(answer.status);
  expect(String(answer.body?.message), what).not.toBe("");
  expect(answer.text.length, `${what}: length of the answer`).toBeLessThan(20_000);
  expect(answer.text, what).not.toMatch(/select |insert |relation "|at .*\.ts:|node_modules/);
}

/** 422 that names the field, for programs in `errors` and for people in `message`. */
function expectNamed(answer: Answer, { pointer }: Place, what: string): void {
  expectRefusal(answer, [422], what);
  const errors = (answer.body?.errors ?? []) as { pointer: string }[];
  const isNamed = errors.some((error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`));
  expect(isNamed, `${what}: ${answer.text.slice(0, 600)}`).toBe(true);
  expect(String(answer.body?.message), what).toContain(`field='${pointer.split("/")[1]}`);
}

const writable = Object.values(resources).filter(({ descriptor }) => descriptor.operations.includes("create"));

for (const { descriptor } of writable) {
  const { name } = descriptor;
  const places = writablePlaces(descriptor);
  const post = (raw: string) => api.request("POST", `/api/${name}/`, undefined, { raw });

  describe(`bodies for ${name}`, () => {
    it.each(places)("refuses every wrong type at $pointer", async (place) => {
      const valid = await world.valid(name, place.outer.when);
      await changesNothing(async () => {
        for (const json of wrongValuesOf(place.field)) {
          const answer = await post(bodyWith(descriptor, valid, place.pointer, json));
          expectNamed(answer, place, `${place.pointer} = ${json}`);
        }
      });
    });

    it.each(places.filter(({ field }) => isText(field)))("refuses texts that can not be kept at $pointer", async (place) => {
      const valid = await world.valid(name, place.outer.when);
      await changesNothing(async () => {
        for (const json of [OVERSIZE, ...IMPOSSIBLE_TEXTS]) {
          const answer = await post(bodyWith(descriptor, valid, place.pointer, json));
          expectNamed(answer, place, `${place.pointer} = ${json.slice(0, 20)}`);
        }
      });
    });

    it("keeps hostile texts as they are, or refuses them by name", async () => {
      for (const place of places.filter(({ field, pointer }) => isText(field) && pointer.split("/").length === 2)) {
        for (const text of HOSTILE_TEXTS) await storesOrRefuses(descriptor, place, text);
      }
    });
  });
}

async function storesOrRefuses(descriptor: ResourceDescriptor, place: Place, hostile: string): Promise<void> {
  const { name } = descriptor;
  const { field } = place;
  const text = field.unique ? `${world.next()}${hostile}`.slice(0, field.maxLength) : hostile;
  const valid = await world.valid(name, place.outer.when);
  const answer = await api.request("POST", `/api/${name}/`, { ...valid, [field.name]: text });
  const what = `${field.name} = ${JSON.stringify(text)}`;
  if (answer.status !== 201) return expectNamed(answer, place, what);
  const stored = await api.read(name, idFromLocation(answer));
  expect(stored.status, what).toBe(200);
  if (!field.computed) expect(stored.body?.[field.name], what).toBe(text);
}
