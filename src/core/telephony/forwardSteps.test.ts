import { expect, it } from "vitest";
import {
  type ForwardSteps,
  fromSteps,
  joinEarlier,
  moveDestination,
  placeAt,
  stepsOf,
  withoutDestination,
} from "./forwardSteps.ts";

const to = (destination: string, priority?: number) => ({
  destination,
  ...(priority === undefined ? {} : { priority }),
});
const namesOf = (steps: ForwardSteps | null) =>
  steps?.map((step) => step.map(({ destination }) => destination).join("+"));

const steps = stepsOf([to("c", 7), to("a"), to("b", 1), to("d", 9)]);

it("orders destinations by priority, those without one first, equal ones together", () => {
  expect(namesOf(steps)).toEqual(["a+b", "c", "d"]);
  expect(stepsOf([])).toEqual([]);
});

it("numbers priorities from 1 and keeps everything else", () => {
  expect(fromSteps([[{ destination: "a", timeout: 20, priority: 7 }], [], [to("b")]])).toEqual([
    { destination: "a", timeout: 20, priority: 1 },
    { destination: "b", priority: 2 },
  ]);
});

it("moves a destination that rings alone past its neighbours", () => {
  expect(namesOf(moveDestination(steps, { step: 1, part: 0 }, -1))).toEqual(["c", "a+b", "d"]);
  expect(namesOf(moveDestination(steps, { step: 1, part: 0 }, 1))).toEqual(["a+b", "d", "c"]);
  expect(moveDestination(steps, { step: 2, part: 0 }, 1)).toBeNull();
});

it("takes a destination out of those it rings with first", () => {
  expect(namesOf(moveDestination(steps, { step: 0, part: 1 }, -1))).toEqual(["b", "a", "c", "d"]);
  expect(namesOf(moveDestination(steps, { step: 0, part: 0 }, 1))).toEqual(["b", "a", "c", "d"]);
});

it("places a dragged destination before any step or at the end", () => {
  expect(namesOf(placeAt(steps, { step: 2, part: 0 }, 0))).toEqual(["d", "a+b", "c"]);
  expect(namesOf(placeAt(steps, { step: 0, part: 0 }, 3))).toEqual(["b", "c", "d", "a"]);
  expect(namesOf(placeAt(steps, { step: 9, part: 0 }, 0))).toEqual(["a+b", "c", "d"]);
});

it("lets a destination ring together with the step before", () => {
  expect(namesOf(joinEarlier(steps, { step: 1, part: 0 }))).toEqual(["a+b+c", "d"]);
  expect(namesOf(joinEarlier(steps, { step: 0, part: 0 }))).toEqual(["a+b", "c", "d"]);
});

it("removes one destination", () => {
  expect(namesOf(withoutDestination(steps, { step: 1, part: 0 }))).toEqual(["a+b", "d"]);
});
