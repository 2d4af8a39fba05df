import { expect, it } from "vitest";
import type { Json } from "../../../../core/schema/descriptor.ts";
import { changesOnTop, type MergedField, mergeRecords, undecidedFields } from "./mergeRecords.ts";

const merge = (base: Json | undefined, theirs: Json | undefined, mine: Json | undefined) =>
  mergeRecords(["field"], {
    base: base === undefined ? {} : { field: base },
    theirs: theirs === undefined ? {} : { field: theirs },
    mine: mine === undefined ? {} : { field: mine },
  });

it.each<[what: string, base: Json | undefined, theirs: Json | undefined, mine: Json | undefined, outcome?: string]>([
  ["nobody changed it", 1, 1, 1],
  ["they changed it", 1, 2, 1, "theirs"],
  ["I changed it", 1, 1, 2, "mine"],
  ["both made it the same", 1, 2, 2, "same"],
  ["both made it something else", 1, 2, 3, "conflict"],
  ["they filled it in", null, "x", null, "theirs"],
  ["they emptied it, I changed it", "x", null, "y", "conflict"],
  ["both emptied it, each in a way of its own", "x", null, "", "same"],
  ["absent and empty are the same", undefined, null, ""],
  ["a switch was turned off", true, true, false, "mine"],
  ["zero is not nothing", null, 0, null, "theirs"],
  ["an object's members stand in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1, b: 2 }],
  ["both changed different members of an object", { a: 1, b: 2 }, { a: 9, b: 2 }, { a: 1, b: 8 }, "conflict"],
  ["both added to a list", ["a"], ["a", "b"], ["a", "c"], "conflict"],
  ["I changed the order of a list", ["a", "b"], ["a", "b"], ["b", "a"], "mine"],
  ["they removed an entry of a list of objects", [{ id: 1 }, { id: 2 }], [{ id: 1 }], [{ id: 1 }, { id: 2 }], "theirs"],
  ["a number became a text", 1, 1, "1", "mine"],
])("%s", (_what, base, theirs, mine, outcome) => {
  expect(merge(base, theirs, mine).map((field) => field.outcome)).toEqual(outcome ? [outcome] : []);
});

const versions = {
  base: { a: 1, b: 1, c: 1, d: 1, e: 1 },
  theirs: { a: 2, b: 1, c: 2, d: 2, e: 2 },
  mine: { a: 1, b: 3, c: 3, d: 3, e: 2 },
};
const fields: readonly MergedField[] = mergeRecords(["a", "b", "c", "d", "e"], versions);

it("keeps my own changes and choices, and takes the rest from theirs", () => {
  expect(changesOnTop(fields, { c: "mine", d: "theirs" })).toEqual({ b: 3, c: 3 });
});

it("keeps my value until a choice is made", () => {
  expect(changesOnTop(fields, {})).toEqual({ b: 3, c: 3, d: 3 });
});

it("asks only about conflicts, until each is resolved", () => {
  expect(undecidedFields(fields, {})).toEqual(["c", "d"]);
  expect(undecidedFields(fields, { c: "mine" })).toEqual(["d"]);
  expect(undecidedFields(fields, { c: "mine", d: "theirs" })).toEqual([]);
});

it("compares only the given names, in their order", () => {
  expect(mergeRecords(["d", "a"], versions).map(({ name }) => name)).toEqual(["d", "a"]);
});

it("is idempotent: a merged record has nothing left to merge", () => {
  const result = { ...versions.theirs, ...changesOnTop(fields, { c: "mine", d: "theirs" }) };
  const again = mergeRecords(["a", "b", "c", "d", "e"], {
    base: versions.theirs,
    theirs: versions.theirs,
    mine: result,
  });
  expect(again.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["b", "mine"],
    ["c", "mine"],
  ]);
});
