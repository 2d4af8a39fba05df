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
  "x-resource": { route: "/lamp", record: "{id}", access: { superuser: "all" }, list: { columns: ["watt"] } },
};

/** The tabs of a building, with the schemas of rooms, and of lamps if wanted. */
function tabsOf(tabs: object, further: readonly { readonly $id: string }[] = []) {
  const schema = { ...buildings, "x-resource": { ...buildings["x-resource"], tabs } };
  const { pending, ...roles } = house;
  const known = further.some(({ $id }) => $id === "lamps") ? {} : pending;
  const model = toModel(sourcesOf([schema, rooms, ...further], { ...roles, pending: known }));
  return model.resources.find(({ name }) => name === "buildings")?.tabs;
}

const withRoomFilter = (source: string) => ({
  ...lamps,
  "x-resource": { ...lamps["x-resource"], filters: { place: { source, match: "exact" } } },
});

it("finds what belongs to a record by the filter on its reference", () => {
  expect(tabsOf({ all: { shows: "self" }, rooms: { lists: "rooms" } })?.[1]?.target).toEqual({
    kind: "list",
    resource: "rooms",
    by: "building_id",
    value: "id",
  });
});

it("finds it by another field of the record where no filter takes its id", () => {
  const far = withRoomFilter("room_id.building_id.city");
  expect(tabsOf({ all: { shows: "self" }, lamps: { lists: "lamps" } }, [far])?.[1]?.target).toMatchObject({
    by: "place",
    value: "city",
  });
});

it("leaves a tab pending until the schema of its resource is there", () => {
  const tabs = { all: { shows: "self" }, lamps: { lists: "lamps" } };
  expect(tabsOf(tabs)?.[1]?.target).toEqual({ kind: "pending", resource: "lamps" });
  const near = withRoomFilter("room_id.building_id");
  expect(tabsOf(tabs, [near])?.[1]?.target).toEqual({ kind: "list", resource: "lamps", by: "place", value: "id" });
});

it("says of each tab what its block says", () => {
  const block = { when: { city: "Wien" }, needs: { flag: "rooms" }, tabs: { rooms: { lists: "rooms" } } };
  const tabs = tabsOf({ block, all: { shows: "self" } });
  expect(tabs?.map(({ path }) => path)).toEqual(["rooms", "all"]);
  expect(tabs?.[0]?.given).toMatchObject({ when: { city: "Wien" }, needs: { flag: "rooms" } });
  expect(tabs?.[1]?.given.when).toBeUndefined();
});

it("adds what a record owns after the tabs that are named, unless it is among them", () => {
  const owned = {
    ...lamps,
    properties: {
      ...lamps.properties,
      building_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
    },
    "x-resource": {
      ...lamps["x-resource"],
      route: "/building/{building_id}/details/lights",
      parent: { resource: "buildings", by: "building_id", path: "lights" },
    },
  };
  const pathsOf = (tabs: object) => tabsOf(tabs, [owned])?.map(({ path }) => path);
  expect(pathsOf({ all: { shows: "self" } })).toEqual(["all", "lights"]);
  expect(pathsOf({ lights: { lists: "lamps" }, all: { shows: "self" } })).toEqual(["lights", "all"]);
  expect(messageOf(() => tabsOf({ all: { shows: "self" }, lamps: { lists: "lamps" } }, [owned]))).toMatch(
    /buildings\.schema\.json:\d+ #\/x-resource\/tabs\/\w+: lamps are at "\.\.\.\/details\/lights"\n.*call the tab "lights"/,
  );
});

it("asks which filter is meant where two would do", () => {
  const twice = {
    ...lamps,
    properties: {
      ...lamps.properties,
      from_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
      to_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
    },
  };
  expect(messageOf(() => tabsOf({ all: { shows: "self" }, lamps: { lists: "lamps" } }, [twice]))).toMatch(
    /from_id and to_id both find lamps of buildings\n.*choose one with "by"/,
  );
  const chosen = tabsOf({ all: { shows: "self" }, lamps: { lists: "lamps", by: "to_id" } }, [twice]);
  expect(chosen?.[1]?.target).toMatchObject({ by: "to_id" });
});

it("shows the columns that it names, of those that the list has", () => {
  const withColumns = (columns: string[]) => ({ all: { shows: "self" }, rooms: { lists: "rooms", columns } });
  expect(tabsOf(withColumns(["seats"]))?.[1]?.target).toMatchObject({ columns: ["seats"] });
  expect(messageOf(() => tabsOf(withColumns(["seat"])))).toMatch(/"seat" is not a column of rooms\n.*"seats"/);
});
