import { expect, it } from "vitest";
import { buildings, house, messageOf, rooms, sourcesOf } from "./__fixtures__/sources.ts";
import { toModel } from "./generate.ts";

const lamps = {
  $schema: "../meta.schema.json",
  $id: "lamps",
  title: "Lamp",
  type: "object",
  properties: {
    id: { type: "integer", readOnly: true },
    watt: { type: "integer" },
    room_id: { type: "integer", "x-field": { reference: "rooms", filter: "exact" } },
  },
  "x-resource": {
    route: "/lamp",
    recordRepresentation: "{id}",
    access: { superuser: "all" },
    list: { columns: ["watt"] },
  },
};

/** The tabs of a building, with the schemas of rooms, and of lamps if given. */
function tabsOf(tabs: object, further: readonly { readonly $id: string }[] = []) {
  const schema = { ...buildings, "x-resource": { ...buildings["x-resource"], tabs } };
  const { legacyResources, ...roles } = house;
  const known = further.some(({ $id }) => $id === "lamps") ? {} : legacyResources;
  const model = toModel(sourcesOf([schema, rooms, ...further], { ...roles, legacyResources: known }));
  return model.resources.find(({ name }) => name === "buildings")?.tabs;
}

const withRoomFilter = (source: string) => ({
  ...lamps,
  "x-resource": { ...lamps["x-resource"], filters: { place: { source, match: "exact" } } },
});

it("lists referring records by the filter on their reference", () => {
  expect(tabsOf({ all: { show: "self" }, rooms: { referenceMany: "rooms" } })?.[1]?.target).toEqual({
    kind: "list",
    resource: "rooms",
    target: "building_id",
    source: "id",
  });
});

it("lists them by another field of the record if no filter takes its id", () => {
  const far = withRoomFilter("room_id.building_id.city");
  expect(tabsOf({ all: { show: "self" }, lamps: { referenceMany: "lamps" } }, [far])?.[1]?.target).toMatchObject({
    target: "place",
    source: "city",
  });
});

it("leaves a tab to the legacy panel until its resource has a schema", () => {
  const tabs = { all: { show: "self" }, lamps: { referenceMany: "lamps" } };
  expect(tabsOf(tabs)?.[1]?.target).toEqual({ kind: "legacy", resource: "lamps" });
  const near = withRoomFilter("room_id.building_id");
  expect(tabsOf(tabs, [near])?.[1]?.target).toEqual({ kind: "list", resource: "lamps", target: "place", source: "id" });
});

it("creates the records of a tab by the variant whose preset is its filter", () => {
  const variants = { small: { path: "small/create", preset: { watt: 5 } } };
  const properties = {
    ...lamps.properties,
    watt: { type: "integer", "x-field": { filter: "exact" } },
    room_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
  };
  const varied = { ...lamps, properties, "x-resource": { ...lamps["x-resource"], variants } };
  const variantFor = (filter: object) =>
    tabsOf({ all: { show: "self" }, lamps: { referenceMany: "lamps", filter } }, [varied])?.[1]?.target;
  expect(variantFor({ watt: 5 })).toMatchObject({ createVariant: "small" });
  expect(variantFor({ watt: 6 })).not.toHaveProperty("createVariant");
});

it("adds children without a tab after the declared tabs", () => {
  const owned = {
    ...lamps,
    properties: {
      ...lamps.properties,
      building_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
    },
    "x-resource": {
      ...lamps["x-resource"],
      route: "/building/{building_id}/details/lights",
      parent: { resource: "buildings", reference: "building_id", path: "lights" },
    },
  };
  const pathsOf = (tabs: object) => tabsOf(tabs, [owned])?.map(({ path }) => path);
  expect(pathsOf({ all: { show: "self" } })).toEqual(["all", "lights"]);
  expect(pathsOf({ lights: { referenceMany: "lamps" }, all: { show: "self" } })).toEqual(["lights", "all"]);
  expect(messageOf(() => tabsOf({ all: { show: "self" }, lamps: { referenceMany: "lamps" } }, [owned]))).toMatch(
    /buildings\.schema\.json:\d+: tab path "lamps" is not the x-resource.parent.path of lamps; expected "lights"/,
  );
});

it("requires the filter if several match", () => {
  const twice = {
    ...lamps,
    properties: {
      ...lamps.properties,
      from_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
      to_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
    },
  };
  expect(messageOf(() => tabsOf({ all: { show: "self" }, lamps: { referenceMany: "lamps" } }, [twice]))).toMatch(
    /"lamps" has several filters for buildings; expected "target" with one of from_id, to_id/,
  );
  const chosen = tabsOf({ all: { show: "self" }, lamps: { referenceMany: "lamps", target: "to_id" } }, [twice]);
  expect(chosen?.[1]?.target).toMatchObject({ target: "to_id" });
});

it("shows the columns of a tab, which must be columns of the list", () => {
  const withColumns = (columns: string[]) => ({ all: { show: "self" }, rooms: { referenceMany: "rooms", columns } });
  expect(tabsOf(withColumns(["seats"]))?.[1]?.target).toMatchObject({ columns: ["seats"] });
  expect(messageOf(() => tabsOf(withColumns(["seat"])))).toMatch(
    /"seat" is not a column of rooms.*Did you mean "seats"/,
  );
});
