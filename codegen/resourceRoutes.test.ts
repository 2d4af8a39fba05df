import { expect, it } from "vitest";
import { buildings, house, rooms, sourcesOf } from "./__fixtures__/sources.ts";
import { toModel } from "./generate.ts";
import { resourceRoutes } from "./resourceRoutes.ts";

const lamps = {
  $schema: "../meta.schema.json",
  $id: "lamps",
  title: "Lamp",
  type: "object",
  properties: {
    id: { type: "integer", readOnly: true },
    room_id: { type: "integer", "x-field": { reference: "rooms", filter: "exact" } },
    building_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
  },
  "x-resource": {
    route: "/lamp",
    recordRepresentation: "{id}",
    parent: { resource: "rooms", reference: "room_id", path: "lamps" },
    access: { superuser: "all" },
    list: { columns: ["id"] },
  },
};

const owned = {
  ...rooms,
  "x-resource": { ...rooms["x-resource"], parent: { resource: "buildings", reference: "building_id", path: "rooms" } },
};

/** Routes of rooms, children of buildings, or of lamps, children of rooms that buildings list too. */
function pathsOf(resource: string): string[] {
  const tabs = { all: { show: "self" }, lamps: { referenceMany: "lamps" } };
  const listing = { ...buildings, "x-resource": { ...buildings["x-resource"], tabs } };
  const { legacyResources, ...roles } = house;
  const { resources } = toModel(sourcesOf([listing, owned, lamps], { ...roles, legacyResources: {} }));
  return resourceRoutes(resources).flatMap((route) => (route.resource === resource ? [route.path] : []));
}

it("leave out the grandparent in routes of grandchildren", () => {
  expect(pathsOf("lamps")).toContain("/building/rooms/:parentId/details/lamps/:id/edit");
});

it("include a page without the parent for a child with children", () => {
  expect(pathsOf("rooms")).toEqual(
    expect.arrayContaining(["/building/:parentId/details/rooms/:id/details", "/building/rooms/:id/details"]),
  );
});

it("include a form without the parent for a child that is listed elsewhere", () => {
  expect(pathsOf("lamps")).toContain("/building/rooms/lamps/create");
  expect(pathsOf("rooms")).not.toContain("/building/rooms/create");
});
