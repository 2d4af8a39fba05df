import { afterAll, beforeAll, expect, it } from "vitest";
import { messageOf } from "../../codegen/__fixtures__/sources.ts";
import { toModel } from "../../codegen/generate.ts";
import { loadSources, parseSource } from "../../codegen/load.ts";
import { type Client, itemsOf, type TestPlatform } from "../../src/testing/platform.ts";
import { openSchemaPlatform } from "../../src/testing/schemas.ts";

const fleets = {
  $schema: "../meta.schema.json",
  $id: "fleets",
  title: "Fleet",
  type: "object",
  required: ["name", "reseller_id"],
  properties: {
    id: { type: "integer", readOnly: true },
    reseller_id: { type: "integer", "x-field": { reference: "resellers" } },
    name: { type: "string", maxLength: 40, "x-field": { filter: "wildcard" } },
    months_total: { type: "integer", readOnly: true, "x-field": { computed: "sum(rentcars.months)" } },
    income: { type: "number", readOnly: true, "x-field": { computed: "round(sum(rentcars.price) * 0.8, 2)" } },
  },
  "x-resource": {
    route: "/fleet",
    recordRepresentation: "{name}",
    scope: "reseller_id",
    access: { superuser: "all", reseller: "all" },
    preferences: "fleetpreferences",
    list: { columns: ["months_total"], filters: ["name"], searchFilter: "name" },
  },
};

const cars = {
  $schema: "../meta.schema.json",
  $id: "rentcars",
  title: "RentCar",
  type: "object",
  required: ["fleet_id", "price", "months"],
  properties: {
    id: { type: "integer", readOnly: true },
    fleet_id: { type: "integer", "x-field": { reference: "fleets", filter: "exact" } },
    price: { type: "number", minimum: 0, maximum: 1000000 },
    months: { type: "integer", minimum: 1, maximum: 60 },
    total: { type: "number", readOnly: true, "x-field": { computed: "price * months" } },
    length: { type: "string", readOnly: true, "x-field": { computed: "if(months >= 12, 'long', 'short')" } },
  },
  "x-resource": {
    route: "/rentcar",
    recordRepresentation: "{id}",
    unscoped: "cars are the platform's",
    access: { superuser: "all" },
    list: { columns: ["total"] },
  },
};

const definitions = {
  preferences: [
    { attribute: "winter_tyres", group: "internals", data_type: "boolean" },
    { attribute: "colours", group: "internals", data_type: "string", max_occur: 0 },
  ],
};

let platform: TestPlatform;
let admin: Client;
let two: Client;
let fleet: number;

beforeAll(async () => {
  platform = await openSchemaPlatform([fleets, cars], { fleet: definitions });
  [admin, two] = await Promise.all([platform.as("system"), platform.as("resellerTwo")]);
  fleet = await admin.create("fleets", { name: "North", reseller_id: 2 });
});
afterAll(() => platform.close());

it("computes by the expressions of a schema, those of children too", async () => {
  const car = await admin.create("rentcars", { fleet_id: fleet, price: 0.1, months: 3 });
  await admin.create("rentcars", { fleet_id: fleet, price: 0.2, months: 12 });
  expect((await admin.send("GET", `/api/rentcars/${car}`)).body).toMatchObject({ total: 0.3, length: "short" });
  const [record] = itemsOf(await admin.send("GET", "/api/fleets/"), "fleets");
  expect(record).toMatchObject({ months_total: 15, income: 0.24 });
  expect((await two.send("GET", `/api/fleets/${fleet}`)).body).toMatchObject({ months_total: null, income: null });
});

it("serves preferences that a schema declares, by the rights on their owner", async () => {
  const path = `/api/fleetpreferences/${fleet}`;
  expect((await two.send("GET", "/api/fleetpreferencedefs/")).body).toMatchObject({
    winter_tyres: { data_type: "boolean", max_occur: 1, label: "Winter tyres", description: "" },
    colours: { data_type: "string", max_occur: 0 },
  });
  const changed = await two.send("PUT", path, { winter_tyres: true, colours: ["red", "blue"] });
  expect(changed.status).toBe(204);
  expect((await admin.send("GET", path)).body).toMatchObject({
    fleet_id: fleet,
    winter_tyres: true,
    colours: ["red", "blue"],
  });
  const refused = await admin.send("PUT", path, { winter_tyres: "perhaps" });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: "/winter_tyres" }] } });
  expect((await (await platform.as("resellerThree")).send("GET", path)).status).toBe(404);
  const [entry] = itemsOf(await two.send("GET", `${path}/journal/`), "journal");
  expect(entry).toMatchObject({ resource_name: "fleetpreferences", operation: "update" });
});

it("deletes preferences with their owner", async () => {
  const gone = await admin.create("fleets", { name: "South", reseller_id: 2 });
  await admin.send("PUT", `/api/fleetpreferences/${gone}`, { winter_tyres: true });
  expect((await admin.send("DELETE", `/api/fleets/${gone}`)).status).toBe(204);
  const left = platform.database.kysely.selectFrom("preferences").selectAll().where("owner_id", "=", gone);
  expect(await left.where("owner_kind", "=", "fleet").execute()).toEqual([]);
});

it("refuses kinds of preferences that no file defines, no schema declares, or two have", () => {
  const sources = loadSources(".");
  const problems = (schema: object, preferences: readonly string[] = []) =>
    messageOf(() =>
      toModel({
        ...sources,
        entities: [
          ...sources.entities,
          parseSource(JSON.stringify({ ...fleets, ...schema }), "schemas/resources/fleets.schema.json"),
          parseSource(JSON.stringify(cars), "schemas/resources/rentcars.schema.json"),
        ],
        preferences: [
          ...sources.preferences,
          ...preferences.map((kind) => parseSource(JSON.stringify(definitions), `schemas/preferences/${kind}.json`)),
        ],
      }),
    );
  const declares = (preferences: string) => ({ "x-resource": { ...fleets["x-resource"], preferences } });
  expect(problems({}, ["fleet"])).toBe("");
  expect(problems({})).toMatch(
    /fleets\.schema\.json:1: no file defines "fleetpreferences"; expected schemas\/preferences\/fleet\.json/,
  );
  expect(problems(declares("domainpreferences"))).toMatch(/"domainpreferences" are those of /);
  expect(problems({}, ["fleet", "flet"])).toMatch(
    /preferences\/flet\.json:1: "flet" is not a kind .* Did you mean "fleet"\?/,
  );
});
