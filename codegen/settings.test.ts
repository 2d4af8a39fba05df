import { expect, it } from "vitest";
import { buildings, house, messageOf, rooms, sourcesOf } from "./__fixtures__/sources.ts";
import { emitTables } from "./emit/tables.ts";
import { toModel } from "./generate.ts";
import { resourceRoutes } from "./resourceRoutes.ts";

const heatings = {
  $schema: "../meta.schema.json",
  $id: "heatings",
  title: "Heating",
  type: "object",
  properties: { id: { type: "integer", readOnly: true }, degrees: { type: "integer", default: 20 } },
  "x-resource": {
    route: "/building/{id}/details/heating",
    record: "#{id}",
    settingsOf: "buildings",
    access: { superuser: "read update" },
    list: { columns: ["degrees"] },
  },
};

const inTab = { all: { shows: "self" }, heating: { has: "heatings" } };

/** The model with the settings, their properties and keywords changed, and their owner's tabs. */
function modelOf(
  keywords: object = {},
  { properties = {}, tabs = inTab }: { properties?: object; tabs?: object } = {},
) {
  const owner = { ...buildings, "x-resource": { ...buildings["x-resource"], tabs } };
  const settings = {
    ...heatings,
    properties: { ...heatings.properties, ...properties },
    "x-resource": { ...heatings["x-resource"], ...keywords },
  };
  return toModel(sourcesOf([owner, rooms, settings], house));
}

const heatingOf = (model: ReturnType<typeof modelOf>) => model.resources.find(({ name }) => name === "heatings");
const problem = (...parts: Parameters<typeof modelOf>) => messageOf(() => modelOf(...parts));

it("reads and changes settings, and never makes them", () => {
  expect(heatingOf(modelOf())?.operations).toEqual(["list", "read", "update"]);
  expect(problem({ operations: ["list", "create"] })).toMatch(/settings are never made/);
});

it("has them in a tab of their owner, and their form below it", () => {
  const routes = resourceRoutes(modelOf().resources).filter(({ resource }) => resource === "heatings");
  expect(routes.map(({ path, view }) => [view, path])).toEqual([
    ["list", "/building/:parentId/details/heating"],
    ["edit", "/building/:parentId/details/heating/edit"],
  ]);
  expect(problem({}, { tabs: { all: { shows: "self" } } })).toMatch(/no tab of buildings shows heatings/);
  expect(problem({ route: "/heating" })).toMatch(/heatings are at "\/building\/\{id\}\/details\/heating"/);
});

it("stores them under their owner's id", () => {
  const building_id = { type: "integer", readOnly: true, "x-field": { reference: "buildings", derive: "id" } };
  const [text = ""] = emitTables(modelOf({}, { properties: { building_id } })).values();
  const columns = text.slice(text.indexOf('name: "heatings"'));
  expect(columns).toMatch(/\{ name: "id", type: "integer", notNull: true \}/);
  expect(columns).toMatch(/name: "degrees"/);
  expect(columns).not.toMatch(/building_id/);
});

it("takes from the owner what decides who sees them", () => {
  expect(problem({ scope: "degrees" })).toMatch(/"scope" is not for settings: their owner decides/);
  expect(problem({ settingsOf: "building" })).toMatch(
    /"building" is described by no schema\n.*did you mean "buildings"/,
  );
  const elsewhere = { type: "integer", readOnly: true, "x-field": { reference: "rooms", derive: "id" } };
  expect(problem({}, { properties: { room_id: elsewhere } })).toMatch(/room_id is not whose settings they are/);
});

it("may have another form over the same row, for the API alone", () => {
  const degrees = { type: "integer", "x-field": { computed: true } };
  const form = (table: object, properties: object = { degrees }) => ({
    ...heatings,
    $id: "warmths",
    properties: { id: heatings.properties.id, ...properties },
    "x-resource": { ...heatings["x-resource"], table },
  });
  const withForm = (warmths: { readonly $id: string }) => {
    const owner = { ...buildings, "x-resource": { ...buildings["x-resource"], tabs: inTab } };
    return toModel(sourcesOf([warmths, owner, rooms, heatings], house));
  };
  const model = withForm(form({ name: "heatings" }));
  expect(resourceRoutes(model.resources).filter(({ resource }) => resource === "warmths")).toEqual([]);
  const [text = ""] = emitTables(model).values();
  expect(text).not.toMatch(/name: "warmths"/);
  expect(text).toMatch(/warmths: \{ name: "heatings" \}/);
  expect(text.slice(text.indexOf('name: "heatings"'))).toMatch(/name: "degrees"/);
  expect(messageOf(() => withForm(form({ name: "rooms" })))).toMatch(/"rooms" are no settings of buildings/);
  expect(messageOf(() => withForm(form({ name: "heatings" }, { degrees: { type: "integer" } })))).toMatch(
    /degrees would be stored in a table of other settings/,
  );
});
