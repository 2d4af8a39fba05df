import { expect, it } from "vitest";
import { buildings, house, rooms, sourcesOf } from "./__fixtures__/sources.ts";
import { toModel } from "./generate.ts";
import { statusDependentsOf } from "./statusDependents.ts";

const status = { field: "state", terminated: "closed", deletesDependents: true };
const closable = {
  ...buildings,
  properties: { ...buildings.properties, state: { type: "string", enum: ["open", "closed"] } },
  "x-resource": { ...buildings["x-resource"], status },
};

const inBuilding = (name: string, onDelete: string | undefined, further: object = {}, x: object = {}) => ({
  ...buildings,
  $id: name,
  title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  properties: {
    ...buildings.properties,
    building_id: { type: "integer", "x-field": { reference: { resource: "buildings", onDelete } } },
    ...further,
  },
  "x-resource": { ...buildings["x-resource"], route: `/${name}`, ...x },
});

/** What is deleted when a building gets its final status. */
function erased(...others: readonly (typeof buildings)[]): string[] {
  const { legacyResources, ...roles } = house;
  const model = toModel(sourcesOf([closable, rooms, ...others], { ...roles, legacyResources: {} }));
  const owner = model.resources.find(({ name }) => name === "buildings");
  return owner
    ? statusDependentsOf(owner, model.resources).map(({ resource, reference }) => `${resource} by ${reference}`)
    : [];
}

it("a final status deletes what deleting the record would, except records with a status of their own", () => {
  const alive = { field: "mood", terminated: "sad" };
  const mood = { mood: { type: "string", enum: ["glad", "sad"] } };
  const kept = [inBuilding("guests", "cascade", mood, { status: alive }), inBuilding("letters", "setNull")];
  expect(erased(inBuilding("chairs", "cascade"), ...kept)).toEqual(["chairs by building_id"]);
});

it("a record that refers to another one is deleted first", () => {
  const holds = { chair_id: { type: "integer", "x-field": { reference: "chairs" } } };
  const both = [inBuilding("chairs", "cascade"), inBuilding("tenants", "cascade", holds)];
  expect(erased(...both)).toEqual(["tenants by building_id", "chairs by building_id"]);
  const lets = { chair_id: { type: "integer", "x-field": { reference: { resource: "chairs", onDelete: "setNull" } } } };
  expect(erased(inBuilding("chairs", "cascade"), inBuilding("tenants", "cascade", lets))[0]).toContain("chairs");
});
