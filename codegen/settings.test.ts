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
    recordRepresentation: "#{id}",
    settingsOf: "buildings",
    access: { superuser: "read update" },
    list: { columns: ["degrees"] },
  },
};

const inTab = { all: { show: "self" }, heating: { referenceOne: "heatings" } };

/** A model with these keywords and properties of the settings, and these tabs of their owner. */
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

it("allows reading and updating settings, but not creating them", () => {
  expect(heatingOf(modelOf())?.operations).toEqual(["list", "read", "update"]);
  expect(problem({ operations: ["list", "create"] })).toMatch(/"create" does not apply to settings/);
});

it("has settings in a tab of their owner, with the form below it", () => {
  const routes = resourceRoutes(modelOf().resources).filter(({ resource }) => resource === "heatings");
  expect(routes.map(({ path, view }) => [view, path])).toEqual([
    ["list", "/building/:parentId/details/heating"],
    ["edit", "/building/:parentId/details/heating/edit"],
  ]);
  expect(problem({}, { tabs: { all: { show: "self" } } })).toMatch(/"buildings" has no tab for heatings/);
  expect(problem({ route: "/heating" })).toMatch(
    /route "\/heating" does not match the tab of heatings; expected \/building\/\{id\}\/details\/heating/,
  );
});

it("stores settings with the id of their owner", () => {
  const building_id = { type: "integer", readOnly: true, "x-field": { reference: "buildings", derive: "id" } };
  const [text = ""] = emitTables(modelOf({}, { properties: { building_id } })).values();
  const columns = text.slice(text.indexOf('name: "heatings"'));
  expect(columns).toMatch(/\{ name: "id", type: "integer", notNull: true \}/);
  expect(columns).toMatch(/name: "degrees"/);
  expect(columns).not.toMatch(/building_id/);
});

it("takes access to settings from their owner", () => {
  expect(problem({ scope: "degrees" })).toMatch(/"scope" does not apply to settings, whose owner defines it/);
  expect(problem({ settingsOf: "building" })).toMatch(
    /"building" is not a stored resource .*expected one of buildings, rooms\. Did you mean "buildings"/,
  );
  const elsewhere = { type: "integer", readOnly: true, "x-field": { reference: "rooms", derive: "id" } };
  expect(problem({}, { properties: { room_id: elsewhere } })).toMatch(
    /"room_id" does not derive from the owner of the settings/,
  );
});

it("allows another form of the same settings for the API only", () => {
  const degrees = { type: "integer", "x-field": { computed: true } };
  const form = (table: object, properties: object = { degrees }) => ({
    ...heatings,
    $id: "warmths",
    title: "Warmth",
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
  expect(messageOf(() => withForm(form({ name: "rooms" })))).toMatch(
    /"rooms" is not the table of other settings of buildings/,
  );
  expect(messageOf(() => withForm(form({ name: "heatings" }, { degrees: { type: "integer" } })))).toMatch(
    /"degrees" cannot be stored in the table of other settings/,
  );
});
