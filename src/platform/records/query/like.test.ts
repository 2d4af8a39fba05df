import { expect, it } from "vitest";
import { toLikePattern } from "./like.ts";

it.each([
  ["foo", "foo"],
  ["foo*", "foo%"],
  ["*foo*", "%foo%"],
  ["a\\*b", "a*b"],
  ["50%_*", "50\\%\\_%"],
  ["back\\slash", "back\\\\slash"],
  ["\\\\*", "\\\\*"],
])("makes %s the pattern %s", (text, pattern) => {
  expect(toLikePattern(text)).toBe(pattern);
});
