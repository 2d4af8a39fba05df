import { expect, it } from "vitest";
import { buildings, house, messageOf, rooms, sourcesOf } from "./__fixtures__/sources.ts";
import { descriptorOf } from "./emit/descriptors.ts";
import { toModel } from "./generate.ts";

/** The model with requirements of the rooms and of their names. */
function modelOf(requirement: unknown, ofName: unknown) {
  const name = { ...rooms.properties.name, "x-requirement": ofName };
  const changed = { ...rooms, "x-requirement": requirement, properties: { ...rooms.properties, name } };
  return toModel(sourcesOf([buildings, changed], house));
}

it("puts the requirements of a schema and of its fields into the descriptor", () => {
  const model = modelOf("REQ-1", ["REQ-2", "REQ-3"]);
  const room = model.resources.find(({ name }) => name === "rooms");
  const descriptor = room && descriptorOf(room, model);
  expect(descriptor?.requirements).toEqual(["REQ-1"]);
  expect(descriptor?.fields.find(({ name }) => name === "name")?.requirements).toEqual(["REQ-2", "REQ-3"]);
  expect(descriptor?.fields.find(({ name }) => name === "seats")?.requirements).toBeUndefined();
});

it("takes ids without blanks only", () => {
  expect(messageOf(() => modelOf("two words", "REQ-1"))).toMatch(/x-requirement/);
  expect(messageOf(() => modelOf([], "REQ-1"))).toMatch(/x-requirement/);
});
