import { expect, it } from "vitest";
import type { RecordOf } from "../../providers/rest.ts";
import { attendantKeysOf, pbxGroupsOf, ungroupedSeats } from "./PbxTab.tsx";

const subscriber = (id: number, values: Partial<RecordOf<"subscribers">>): RecordOf<"subscribers"> => ({
  ...{ id, customer_id: 1, domain_id: 1, username: `line${id}` },
  ...values,
});
const pilot = subscriber(1, { is_pbx_pilot: true, is_pbx_group: false, pbx_extension: null });
const sales = subscriber(2, { is_pbx_group: true, pbx_extension: "100", pbx_groupmember_ids: [5, 4, 99] });
const support = subscriber(3, { is_pbx_group: true, pbx_extension: "91", pbx_groupmember_ids: null });
const ada = subscriber(4, { is_pbx_group: false, pbx_extension: "10" });
const ben = subscriber(5, { is_pbx_group: false, pbx_extension: "11" });
const cleo = subscriber(6, { is_pbx_group: false, pbx_extension: "12" });
const all = [pilot, sales, support, ada, ben, cleo];

it("lists groups by extension as a number, with members in the order in which they ring", () => {
  const groups = pbxGroupsOf(all);
  expect(groups.map(({ record, members, unknown }) => [record.id, members.map(({ id }) => id), unknown])).toEqual([
    [3, [], 0],
    [2, [5, 4], 1],
  ]);
  expect(ungroupedSeats(all, groups)).toEqual([cleo]);
});

it("orders keys as a phone does, and finds whom their extensions reach", () => {
  const slots = [
    { slot: "default", destination: "10" },
    { slot: "0", destination: "442079460999" },
    { slot: "2", destination: "100" },
  ] as const;
  expect(attendantKeysOf(slots, all).map(({ name, target }) => [name, target?.id])).toEqual([
    ["2", 2],
    ["0", undefined],
    ["default", 4],
  ]);
  expect(attendantKeysOf([], all)).toEqual([]);
});
