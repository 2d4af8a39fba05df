import { expect, it } from "vitest";
import { groupsOf, keysOf, seatsAlone } from "./PbxTab.tsx";

const pilot = { id: 1, is_pbx_pilot: true, is_pbx_group: false, pbx_extension: null };
const sales = { id: 2, is_pbx_group: true, pbx_extension: "100", pbx_groupmember_ids: [5, 4, 99] };
const support = { id: 3, is_pbx_group: true, pbx_extension: "91", pbx_groupmember_ids: null };
const ada = { id: 4, is_pbx_group: false, pbx_extension: "10" };
const ben = { id: 5, is_pbx_group: false, pbx_extension: "11" };
const cleo = { id: 6, is_pbx_group: false, pbx_extension: "12" };
const all = [pilot, sales, support, ada, ben, cleo];

it("lists groups by extension as a number, with members in the order in which they ring", () => {
  const groups = groupsOf(all);
  expect(groups.map(({ record, members, unknown }) => [record.id, members.map(({ id }) => id), unknown])).toEqual([
    [3, [], 0],
    [2, [5, 4], 1],
  ]);
  expect(seatsAlone(all, groups)).toEqual([cleo]);
});

it("orders keys as a phone does, and finds whom their extensions reach", () => {
  const slots = [
    { slot: "default", destination: "10" },
    { slot: "0", destination: "442079460999" },
    { slot: "2", destination: "100" },
  ];
  expect(keysOf(slots, all).map(({ name, target }) => [name, target?.id])).toEqual([
    ["2", 2],
    ["0", undefined],
    ["default", 4],
  ]);
  expect(keysOf(undefined, all)).toEqual([]);
});
