import { expect, it } from "vitest";
import { type ProfileState, profileChanges } from "./profileChanges.ts";

const told = (before?: ProfileState, after?: ProfileState) =>
  profileChanges(before, after).map(({ type, alias, from, to }) => [type, alias, from, to].join(" "));

it("tells of aliases that stay, then of those that came, then of those that left", () => {
  const [before, after] = [
    { profile: 1, aliases: ["A", "B"] },
    { profile: 2, aliases: ["B", "C"] },
  ];
  expect(told(before, after)).toEqual(["update_profile B 1 2", "start_profile C  2", "end_profile A 1 "]);
  expect(told(before, before)).toEqual([]);
});

it("tells of a subscriber without aliases once", () => {
  expect(told(undefined, { profile: 1, aliases: [] })).toEqual(["start_profile   1"]);
  expect(told({ profile: 1, aliases: [] }, { profile: 2, aliases: [] })).toEqual(["update_profile  1 2"]);
  expect(told({ profile: 1, aliases: [] }, undefined)).toEqual(["end_profile  1 "]);
});

it("tells nothing of subscribers without a profile", () => {
  expect(told(undefined, { profile: null, aliases: ["A"] })).toEqual([]);
  expect(told({ profile: null, aliases: ["A"] }, { profile: null, aliases: [] })).toEqual([]);
  expect(told({ profile: null, aliases: ["A"] }, { profile: 1, aliases: ["A"] })).toEqual(["start_profile A  1"]);
  expect(told({ profile: 1, aliases: ["A"] }, { profile: null, aliases: ["A"] })).toEqual(["end_profile A 1 "]);
});
