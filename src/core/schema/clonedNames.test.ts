import { expect, it } from "vitest";
import { clonedNames } from "./clonedNames.ts";
import type { FieldDescriptor, ResourceDescriptor } from "./descriptor.ts";

const text = (name: string, maxLength?: number): FieldDescriptor => ({ name, kind: "text", required: true, maxLength });
const descriptor = {
  clone: { uniqueFields: ["name", "handle"], suffix: "_clone", children: [] },
  fields: [text("name"), text("handle", 10)],
} as unknown as ResourceDescriptor;

it.each([
  ["four", "four_clone"],
  ["fours", "four_clone"],
  ["🙂🙂🙂🙂🙂", "🙂🙂🙂🙂_clone"],
])("gives %j a suffix within the length of its field", (handle, cloned) => {
  expect(clonedNames(descriptor, { name: "Any", handle })).toEqual({ name: "Any_clone", handle: cloned });
});
