import { expect, it } from "vitest";
import { isMultipleOf } from "./isMultipleOf.ts";

it.each([
  [0.3, 0.1, true],
  [1.1, 0.1, true],
  [-4.35, 0.01, true],
  [1234567890.13, 0.01, true],
  [1e21, 1, true],
  [5e-7, 1e-7, true],
  [0, 0.5, true],
  [0.35, 0.1, false],
  [1234567890.135, 0.01, false],
  [7, 2, false],
])("%d in steps of %d: %s", (value, step, expected) => expect(isMultipleOf(value, step)).toBe(expected));
