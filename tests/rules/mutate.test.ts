import { afterAll, expect, it } from "vitest";
import { allMutants } from "../../scripts/rules/mutate/allMutants.ts";
import { Bench } from "../../scripts/rules/mutate/bench.ts";
import { judge, mutantText } from "../../scripts/rules/mutate/score.ts";
import { bookedResources, moduleOf } from "../../scripts/rules/verify/book.ts";
import { sample } from "../../scripts/rules/verify/sample.ts";

/** Faults to plant, of every kind; `npm run rules -- mutate` plants a thousand. */
const COUNT = 40;

const all = allMutants();
const bench = new Bench();
afterAll(() => bench.close());

it("names each fault once", () => {
  expect(all.length - new Set(all.map(({ id }) => id)).size).toBe(0);
});

it("finds nothing where nothing is planted", async () => {
  const [resource = ""] = ["ncossets", ...bookedResources()].filter((name) => bookedResources().includes(name));
  const { descriptor } = moduleOf(resource);
  const fault = { descriptors: [{ ...descriptor }] };
  const nothing = { id: "nothing", kind: "rules dropped", resource, pointer: "", planted: "nothing", fault } as const;
  expect(await bench.try(nothing)).toEqual({ id: "nothing", found: undefined });
});

it("finds a sample of the faults that can be planted", async () => {
  const judged = [];
  for (const mutant of sample(all, COUNT, 2, ({ kind }) => kind)) judged.push(judge(mutant, await bench.try(mutant)));
  const missed = judged.filter(({ result }) => result === "survived" || result === "untried");
  expect(missed.map(({ mutant, reason = "" }) => `${mutantText(mutant)} ${reason}`)).toEqual([]);
  expect(judged.filter(({ result }) => result === "found").length).toBeGreaterThan(judged.length * 0.8);
});
