import { expect, it } from "vitest";
import { niceScale } from "./StackedBars.tsx";

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [17, [0, 5, 10, 15, 20]],
  [100, [0, 50, 100]],
  [431, [0, 200, 400, 600]],
])("a scale up to %i is marked at %j", (largest, marks) => {
  expect(niceScale(largest)).toEqual(marks);
});
