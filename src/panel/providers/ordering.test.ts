import { expect, it } from "vitest";
import { planMove } from "./ordering.ts";

const rows = [
  { id: 1, priority: 10 },
  { id: 2, priority: 20 },
  { id: 3, priority: 30 },
];

it("swaps neighbours through a free value, so that values stay unique", () => {
  expect(planMove(rows, 2, "up", "priority")).toEqual([
    { id: 1, value: 31 },
    { id: 2, value: 10 },
    { id: 1, value: 20 },
  ]);
});

it.each([
  [1, "up"],
  [3, "down"],
  [9, "up"],
] as const)("leaves row %s alone when it cannot go %s", (id, direction) => {
  expect(planMove(rows, id, direction, "priority")).toEqual([]);
});

it("renumbers where rows share a value", () => {
  const tied = [
    { id: 1, priority: 1 },
    { id: 2, priority: 5 },
    { id: 3, priority: 5 },
  ];
  expect(planMove(tied, 3, "up", "priority")).toEqual([
    { id: 3, value: 2 },
    { id: 2, value: 3 },
  ]);
});
