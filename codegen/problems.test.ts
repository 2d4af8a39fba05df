import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { buildings, house, messageOf, rooms, site, sourcesOf, sourcesOfTexts } from "./__fixtures__/sources.ts";
import { emitModel, toModel } from "./generate.ts";

type Change = (schema: typeof rooms & Record<string, unknown>) => void;

/** What codegen says about a schema with one thing changed. */
function problemsOf(change: Change): string {
  const schema = structuredClone(rooms) as typeof rooms & Record<string, unknown>;
  change(schema);
  return messageOf(() => toModel(sourcesOf([buildings, schema])));
}

/** What codegen says about the roles with one thing changed. */
function roleProblemsOf(change: (roles: typeof house) => unknown): string {
  const roles = structuredClone(house);
  change(roles);
  return messageOf(() => toModel(sourcesOf([buildings, rooms], roles)));
}

/** What codegen says about the pages with one thing changed. */
function pageProblemsOf(change: (pages: typeof site) => unknown): string {
  const pages = structuredClone(site);
  change(pages);
  return messageOf(() => toModel(sourcesOf([buildings, rooms], house, pages)));
}

/** The rooms with these parts of their pages. */
function tabs(parts: object): Change {
  return (schema) => Object.assign(schema["x-resource"], { tabs: parts });
}

const BROKEN: readonly (readonly [what: string, change: Change, want: RegExp])[] = [
  [
    "an unknown keyword",
    (s) => Object.assign(s.properties.name, { maxLenght: 3 }),
    /rooms\.schema\.json:\d+ #\/properties\/name\/maxLenght: unknown keyword "maxLenght" in properties\.name\n {4}did you mean "maxLength"\?/,
  ],
  [
    "an unknown word in x-field",
    (s) => Object.assign(s.properties.name["x-field"], { uniqe: true }),
    /unknown keyword "uniqe".*\n.*did you mean "unique"\?/,
  ],
  [
    "a type that does not exist",
    (s) => Object.assign(s.properties.seats, { type: "int" }),
    /write one of: string, integer/,
  ],
  [
    "a column of files that is no field",
    (s) => Object.assign(s["x-resource"], { csv: { columns: ["name", "seat"], file: "rooms.csv" } }),
    /"seat" is not a field\n.*did you mean "seats"\?/,
  ],
  [
    "files without a field that every record needs",
    (s) => Object.assign(s["x-resource"], { csv: { columns: ["seats"], file: "rooms.csv" } }),
    /no column has "name", which every record needs/,
  ],
  [
    "lines that name a record by what several can have",
    (s) => Object.assign(s["x-resource"], { csv: { columns: ["building_id.city", "name"], file: "rooms.csv" } }),
    /"building_id\.city" finds no single record/,
  ],
  [
    "files that make records of which they say nothing",
    (s) => Object.assign(s["x-resource"], { csv: { columns: ["name"], creates: ["building_id"], file: "rooms.csv" } }),
    /no column says anything of "building_id"/,
  ],
  [
    "a removal by what is no filter",
    (s) => Object.assign(s["x-resource"], { wire: { deleteBy: "seats" } }),
    /"seats" is not a filter/,
  ],
  ["a missing x-resource.record", (s) => Reflect.deleteProperty(s["x-resource"], "record"), /lacks "record"/],
  [
    "records told apart by what is no field",
    (s) => Object.assign(s["x-resource"], { upsert: ["seat"] }),
    /"seat" is not a field\n.*did you mean "seats"\?/,
  ],
  [
    "a calendar of events that are no field",
    (s) => Object.assign(s["x-resource"], { calendar: { events: "seat", name: "name", file: "file" } }),
    /"seat" is not a field\n.*did you mean "seats"\?/,
  ],
  [
    "a field set with the status that is none",
    (s) => Object.assign(s["x-resource"], { status: { field: "name", sets: ["seat"] } }),
    /"seat" is not a field\n.*did you mean "seats"\?/,
  ],
  [
    "a status that reaches a resource which is none",
    (s) => Object.assign(s["x-resource"], { status: { field: "name", reaches: ["building"] } }),
    /"building" is described by no schema\n.*did you mean "buildings"\?/,
  ],
  [
    "a role nobody has",
    (s) => Object.assign(s["x-resource"].access, { boss: "all" }),
    /the name "boss" is not allowed/,
  ],
  [
    "rights nobody knows",
    (s) => Object.assign(s["x-resource"].access, { superuser: "write" }),
    /x-resource\.access\.superuser/,
  ],
  [
    "a list of numbers that are nothing",
    (s) => Object.assign(s.properties, { floors: { type: "array", items: { type: "integer" } } }),
    /nothing can render floors\n.*say what the numbers refer to/,
  ],
  [
    "a reference to nothing",
    (s) => Object.assign(s.properties.building_id["x-field"], { reference: "bildings" }),
    /refers to "bildings", which no schema describes\n.*"buildings"/,
  ],
  [
    "a text for an id in a table",
    (s) => Object.assign(s.properties.id, { type: "string" }),
    /the id is a text\n.*"storage": "computed"/,
  ],
  [
    "computed records that are written",
    (s) => Object.assign(s["x-resource"], { storage: "computed" }),
    /computed records can not be created or changed/,
  ],
  [
    "computed records that an index would have to find",
    (s) => Object.assign(s["x-resource"], { storage: "computed", operations: ["list"], indexes: [["name"]] }),
    /"indexes" needs a table, and this resource has none/,
  ],
  [
    "preferences of nothing to inherit",
    (s) => Object.assign(s["x-resource"], { inheritsPreferences: ["name"] }),
    /"name" refers to nothing that has preferences/,
  ],
  [
    "preferences by what does not refer to the record",
    (s) => Object.assign(s["x-resource"], { preferencesBy: { resource: "rooms", by: "name", parameter: "room" } }),
    /"name" is no reference of rooms/,
  ],
  ["a text without a bound", (s) => Reflect.deleteProperty(s.properties.name, "maxLength"), /name has no maxLength/],
  [
    "an indexed text without a bound, though nobody types it",
    (s) => {
      Object.assign(s.properties, { code: { type: "string", readOnly: true, "x-field": { unique: "platform" } } });
    },
    /code has no maxLength\n.*an index takes no text without a bound/,
  ],
  [
    "a condition on nothing",
    (s) => Object.assign(s.properties.pin["x-field"], { when: { haspin: true } }),
    /condition of pin reads "haspin"/,
  ],
  ["a column that is no field", (s) => s["x-resource"].list.columns.push("naem"), /column "naem" is not a field/],
  [
    "a search that is no filter",
    (s) => Object.assign(s["x-resource"].list, { search: "seats" }),
    /search "seats" is not a filter/,
  ],
  ["a filter nobody declared", (s) => s["x-resource"].list.filters.push("seats"), /"seats" is not a filter/],
  ["a field in no group", (s) => s["x-resource"].groups.base.pop(), /"building_id" stands in no group/],
  [
    "a field in two groups",
    (s) => Object.assign(s["x-resource"].groups, { more: ["name"] }),
    /"name" stands in 2 groups/,
  ],
  [
    "a record template with a wrong name",
    (s) => Object.assign(s["x-resource"], { record: "{title}" }),
    /"title" is not a field/,
  ],
  [
    "a tab of nothing",
    tabs({ all: { shows: "self" }, lamp: { lists: "lamsp" } }),
    /"lamsp" has no schema and is not pending\n.*"lamps"\? Else name its rights in schemas\/roles\.json, pending/,
  ],
  [
    "a tab that says nothing",
    tabs({ all: { shows: "self" }, lamp: { by: "name" } }),
    /the tab "lamp" does not say what is there\n.*one of shows, lists, has/,
  ],
  [
    "a tab that says two things",
    tabs({ all: { shows: "self", lists: "buildings" } }),
    /the tab "all" says shows and lists/,
  ],
  [
    "a tab that follows what is no reference",
    tabs({ all: { shows: "self" }, house: { shows: "bilding_id" } }),
    /"bilding_id" leads to no record\n.*"building_id"/,
  ],
  [
    "a tab of what no filter finds",
    tabs({ all: { shows: "self" }, houses: { lists: "buildings" } }),
    /no filter finds buildings of rooms\n.*"filter": "exact"/,
  ],
  [
    "a tab with an unknown word",
    tabs({ all: { show: "self" } }),
    /unknown keyword "show" in x-resource\.tabs\.all\n.*"shows"/,
  ],
  [
    "a tab with a group that is none",
    tabs({ all: { shows: "self" }, pins: { shows: "self", groups: ["bsae"] } }),
    /the group "bsae" is not one of rooms\n.*"base"/,
  ],
  [
    "a tab that depends on nothing",
    tabs({
      all: { shows: "self" },
      more: { when: { haspin: true }, tabs: { pins: { shows: "self", groups: ["base"] } } },
    }),
    /condition of "pins" reads "haspin"/,
  ],
  [
    "two tabs at one address",
    tabs({ all: { shows: "self" }, house: { shows: "building_id", aliases: ["all"] } }),
    /"all" is the address of another tab/,
  ],
  ["a tab at the journal's address", tabs({ journal: { shows: "self" } }), /"journal" is the address of another tab/],
  [
    "tabs without the record's own fields",
    tabs({ house: { shows: "building_id" } }),
    /no tab of rooms shows its own fields\n.*"shows": "self"/,
  ],
  [
    "a fact that is no field",
    (s) => Object.assign(s["x-resource"], { facts: ["seat"] }),
    /"seat" is not a field\n.*"seats"/,
  ],
  [
    "a fact that nobody has words for",
    (s) => Object.assign(s["x-resource"], { facts: ["building_id.city"] }),
    /"building_id\.city" is no reference\n.*the reference that it lies behind/,
  ],
  ["a list of nothing", (s) => Object.assign(s.properties, { tags: { type: "array" } }), /nothing can render tags/],
];

describe("a wrong schema", () => {
  it("is not what the fixture is", () => {
    expect(problemsOf(() => undefined)).toBe("");
  });

  it.each(BROKEN)("names file, line and remedy for %s", (_what, change, want) => {
    const message = problemsOf(change);
    expect(message).toMatch(want);
    expect(message).toMatch(/^schemas\/entities\/rooms\.schema\.json:\d+ #\/\S+: /);
  });

  it("must be named like its file", () => {
    const text = JSON.stringify({ ...rooms, $id: "halls" });
    const message = messageOf(() =>
      toModel(
        sourcesOfTexts([
          ["buildings", JSON.stringify(buildings)],
          ["rooms", text],
        ]),
      ),
    );
    expect(message).toContain("name the file halls.schema.json");
  });

  it("counts lines from the file, not from the data", () => {
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
    expect(message).toContain(`rooms.schema.json:${line} #/properties/name/maxLenght: `);
  });

  it("that is not JSON is answered with its line", () => {
    expect(messageOf(() => sourcesOfTexts([["rooms", '{\n  "a": 1,\n}']]))).toMatch(/rooms\.schema\.json:3: not JSON/);
  });
});

describe("wrong roles", () => {
  const { access } = house.pending.lamps;

  it.each<[string, Parameters<typeof roleProblemsOf>[0], RegExp]>([
    [
      "a right on a resource that has a schema",
      (roles) => Object.assign(roles.pending, { rooms: { access } }),
      /"rooms" has a schema\n {4}its schema says it now: remove it here and keep its rights in schemas\/entities\/rooms\.schema\.json/,
    ],
    [
      "a page that there is not",
      (roles) => Object.assign(roles.rights.lintercept, { "page.hal": "read" }),
      /the page "page\.hal" is not known\n {4}did you mean "page\.hall"\?/,
    ],
    [
      "rights of a role that there is not",
      (roles) => Object.assign(roles.rights, { superusr: {} }),
      /the role "superusr" is not known\n {4}did you mean "superuser"\?/,
    ],
    [
      "rights that nobody knows",
      (roles) => Object.assign(roles.rights.lintercept, { "page.hall": "see" }),
      /rights\.lintercept\.page\.hall must match/,
    ],
    [
      "a flag that nobody has",
      (roles) => Object.assign(roles.derivation[0] ?? {}, { when: { lawful_intercpt: true } }),
      /the flag "lawful_intercpt" is not known\n {4}did you mean "lawful_intercept"\?/,
    ],
    [
      "a flag that no right can require",
      (roles) => Object.assign(roles.pending.lamps, { requires: { read: "moon_data" } }),
      /write one of: call_data, billing_data/,
    ],
    [
      "an unknown word",
      (roles) => Object.assign(roles.pending.lamps, { acces: access }),
      /unknown keyword "acces" in pending\.lamps\n {4}did you mean "access"\?/,
    ],
  ])("name file, line and remedy for %s", (_what, change, want) => {
    const message = roleProblemsOf(change);
    expect(message).toMatch(want);
    expect(message).toMatch(/^schemas\/roles\.json:\d+ #\/\S+: /);
  });
});

describe("wrong pages", () => {
  it("are not what the fixture has", () => {
    expect(pageProblemsOf(() => undefined)).toBe("");
  });

  it.each<[string, Parameters<typeof pageProblemsOf>[0], RegExp]>([
    [
      "a guard on a resource that there is not",
      (pages) => Object.assign(pages.pages[2] ?? {}, { guard: { resource: "roms" } }),
      /the resource "roms" is not known\n {4}did you mean "rooms"\?/,
    ],
    [
      "a guard on a page that there is not",
      (pages) => Object.assign(pages.pages[1] ?? {}, { guard: { page: "page.hal" } }),
      /the page "page\.hal" is not known\n {4}did you mean "page\.hall"\?/,
    ],
    [
      "a page that anybody could open",
      (pages) => Reflect.deleteProperty(pages.pages[1] ?? {}, "guard"),
      /"\/hall" has a wrong guard/,
    ],
    [
      "a parent that is nowhere",
      (pages) => Object.assign(pages.pages[3] ?? {}, { parent: "/rom" }),
      /the parent "\/rom" is no page\n {4}did you mean "\/room"\?/,
    ],
    [
      "a redirect to nowhere",
      (pages) => Object.assign(pages.redirects, { "/chambre": "/rom" }),
      /the target "\/rom" is no page/,
    ],
    [
      "a redirect in a page's place",
      (pages) => Object.assign(pages.redirects, { "/room": "/hall" }),
      /"\/room" is a page of its own/,
    ],
    [
      "the same address twice",
      (pages) => Object.assign(pages.pages[0] ?? {}, { path: "/hall" }),
      /"\/hall" stands here twice/,
    ],
    [
      "a window that shows nothing",
      (pages) => Reflect.deleteProperty(pages.pages[4] ?? {}, "opens"),
      /"\/ladder" opens nothing/,
    ],
  ])("name file, line and remedy for %s", (_what, change, want) => {
    const message = pageProblemsOf(change);
    expect(message).toMatch(want);
    expect(message).toMatch(/^schemas\/pages\.json:\d+ #\/\S+: /);
  });
});

describe("wrong records for the demonstration", () => {
  const about = (demonstration: Readonly<Record<string, unknown>>) =>
    messageOf(() => toModel(sourcesOf([buildings, rooms], house, undefined, demonstration)));

  it.each<readonly [string, Readonly<Record<string, unknown>>, RegExp]>([
    ["of nothing", { room: [] }, /no schema describes "room"\n.*"rooms"/],
    ["that are no list", { rooms: {} }, /the records are no list/],
    ["without what is required", { rooms: [{ seats: 3 }] }, /record 1 lacks "name"\n.*add "name"/],
    ["with a field that is none", { rooms: [{ name: "a", seat: 3 }] }, /#\/0\/seat: "seat" is not a field\n.*"seats"/],
    ["with an id", { rooms: [{ name: "a", id: 3 }] }, /"id" is set by the platform/],
    ["of the wrong type", { rooms: [{ name: 7 }] }, /name is not of type string/],
    ["with a reference to nothing", { rooms: [{ name: "a", building_id: true }] }, /buildings are found by: its city/],
  ])("%s are named", (_, demonstration, want) => {
    expect(about(demonstration)).toMatch(want);
  });

  it("are not what the fixture has, in the order in which they refer to each other", async () => {
    const model = toModel(
      sourcesOf([rooms, buildings], house, undefined, {
        rooms: [{ name: "a", building_id: "Ulm" }],
        buildings: [{ city: "Ulm" }],
      }),
    );
    const text = (await emitModel(model)).get("demonstration.gen.ts") ?? "";
    expect(text.indexOf('city: "Ulm"')).toBeGreaterThan(0);
    expect(text.indexOf('city: "Ulm"')).toBeLessThan(text.indexOf('building_id: "Ulm"'));
  });
});

describe("the meta-schemas", () => {
  // Codegen itself takes them as they are: checking them would take longer than everything they check.
  it.each(["meta", "roles", "pages"])("are JSON Schema: %s", (name) => {
    const path = new URL(`../schemas/${name}.schema.json`, import.meta.url);
    const ajv = new Ajv2020();
    expect([ajv.validateSchema(JSON.parse(readFileSync(path, "utf8"))), ajv.errorsText()]).toEqual([true, "No errors"]);
  });
});
