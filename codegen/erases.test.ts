import { expect, it } from "vitest";
import { buildings, house, rooms, sourcesOf } from "./__fixtures__/sources.ts";
import { erasedBy } from "./erases.ts";
import { toModel } from "./generate.ts";

const status = { field: "state", terminated: "closed", erases: true };
const closable = {
  ...buildings,
  properties: { ...buildings.properties, state: { type: "string", enum: ["open", "closed"] } },
  "x-resource": { ...buildings["x-resource"], status },
};

const inBuilding = (name: string, onDelete: string | undefined, further: object = {}, x: object = {}) => ({
  ...buildings,
  $id: name,
  title: "Belonging",
  properties: {
    ...buildings.properties,
    building_id: { type: "integer", "x-field": { reference: { resource: "buildings", onDelete } } },
    ...further,
  },
  "x-resource": { ...buildings["x-resource"], route: `/${name}`, ...x },
});

/** What the end of a building takes along. */
function erased(...others: readonly (typeof buildings)[]): string[] {
  const { pending, ...roles } = house;
  const model = toModel(sourcesOf([closable, rooms, ...others], { ...roles, pending: {} }));
  const owner = model.resources.find(({ name }) => name === "buildings");
  return owner ? erasedBy(owner, model.resources).map(({ resource, by }) => `${resource} by ${by}`) : [];
}

it("the end of a record takes what its deletion would, without what has a status of its own", () => {
  const alive = { field: "mood", terminated: "sad" };
  const mood = { mood: { type: "string", enum: ["glad", "sad"] } };
  const kept = [inBuilding("guests", "cascade", mood, { status: alive }), inBuilding("letters", "clear")];
  expect(erased(inBuilding("chairs", "cascade"), ...kept)).toEqual(["chairs by building_id"]);
});

it("whoever holds on to another goes before it", () => {
  const holds = { chair_id: { type: "integer", "x-field": { reference: "chairs" } } };
  const both = [inBuilding("chairs", "cascade"), inBuilding("tenants", "cascade", holds)];
  expect(erased(...both)).toEqual(["tenants by building_id", "chairs by building_id"]);
  const lets = { chair_id: { type: "integer", "x-field": { reference: { resource: "chairs", onDelete: "clear" } } } };
  expect(erased(inBuilding("chairs", "cascade"), inBuilding("tenants", "cascade", lets))[0]).toContain("chairs");
});
