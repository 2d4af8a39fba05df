import { afterAll, expect, it } from "vitest";
import { MIN_FOUND_PERCENT, type Mutant, MutationBench, mutantsOf } from "../../scripts/rules/mutate.ts";
import { bookedResources, moduleOf } from "../../scripts/rules/verify/book.ts";
import { sample } from "../../scripts/rules/verify/sample.ts";

/** Faults to plant, of every kind; `npm run rules -- mutate` plants more. */
const COUNT = 40;

const bench = new MutationBench();
afterAll(() => bench.close());

it("finds nothing where nothing is planted", async () => {
  const [resource = ""] = ["ncossets", ...bookedResources()].filter((name) => bookedResources().includes(name));
  const nothing: Mutant = {
    kind: "rule dropped",
    resource,
    pointer: "",
    planted: "nothing",
    module: moduleOf(resource),
  };
  expect(await bench.findCase(nothing)).toBeUndefined();
});

it("finds a sample of the faults that can be planted", async () => {
  const chosen = sample(bookedResources().flatMap(mutantsOf), COUNT, 2, ({ kind }) => kind);
  const missed: string[] = [];
  for (const mutant of chosen) {
    if ((await bench.findCase(mutant)) === undefined)
      missed.push(`${mutant.resource} ${mutant.pointer} ${mutant.planted}`);
  }
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual((chosen.length * (100 - MIN_FOUND_PERCENT)) / 100);
});
