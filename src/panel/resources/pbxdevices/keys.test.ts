import { describe, expect, it } from "vitest";
import {
  attachedModules,
  deviceKeysOf,
  fillWithLamps,
  hasTarget,
  type KeyAssignment,
  neighbourOf,
  offeredFunctions,
  placeLines,
  swapAssignments,
  toModel,
  withLineMember,
  withoutModule,
} from "./keys.ts";

/** Two columns of three and two keys. */
const phone = {
  id: 1,
  linerange: [
    {
      name: "Left",
      ...{ can_private: true, can_blf: true, can_transfer: false },
      keys: [60, 94, 128].map((y) => ({ x: 60, y, labelpos: "left" as const })),
    },
    { name: "Right", can_private: true, can_forward: true, keys: [60, 94].map((y) => ({ x: 360, y })) },
    // As older platforms append them.
    { name: "Module", extension_range: 2, keys: [{ x: 10, y: 10 }] },
  ],
};
const keys = deviceKeysOf(phone);

const line = (linerange: string, key_num: number, values: KeyAssignment = {}): KeyAssignment => ({
  ...{ linerange, key_num, type: "blf", subscriber_id: 1 },
  ...values,
});

it("takes the keys of a model by group and number", () => {
  expect(keys.map(({ group, index, labelpos }) => `${group.name} ${index} ${labelpos}`)).toEqual([
    "Left 0 left",
    "Left 1 left",
    "Left 2 left",
    "Right 0 top",
    "Right 1 top",
  ]);
  expect(deviceKeysOf({})).toEqual([]);
});

it("offers what the group can do, and what is stored", () => {
  const [key] = keys;
  if (!key) throw new Error("no key");
  expect(offeredFunctions(key, undefined)).toEqual(["private", "blf"]);
  expect(offeredFunctions(key, line("Left", 0, { type: "transfer" }))).toEqual(["private", "blf", "transfer"]);
});

it("has a number to dial for functions that dial, and where one is stored", () => {
  expect(
    (["blf", "speeddial", "forward", "transfer"] as const).map((type) => hasTarget(line("Left", 0, { type }))),
  ).toEqual([false, true, true, true]);
  expect(hasTarget(line("Left", 0, { target_number: "12" }))).toBe(true);
  expect(hasTarget(undefined)).toBe(false);
});

describe("lines", () => {
  it("are strays without a key of their own", () => {
    const { lineAt, strays } = placeLines(keys, [
      line("Gone", 0),
      line("Right", 1),
      line("Right", 2),
      line("Right", 1),
    ]);
    expect([...lineAt]).toEqual([[4, 1]]);
    expect(strays).toEqual([
      { index: 0, isSecond: false },
      { index: 2, isSecond: false },
      { index: 3, isSecond: true },
    ]);
  });

  it("change where they are, and new ones come last", () => {
    const lines = [line("Right", 0), line("Left", 1)];
    expect(withLineMember(keys, lines, 3, "label", "Desk")).toEqual([line("Right", 0, { label: "Desk" }), lines[1]]);
    expect(withLineMember(keys, lines, 0, "subscriber_id", 7)).toEqual([
      ...lines,
      line("Left", 0, { type: "private", subscriber_id: 7 }),
    ]);
    expect(withLineMember(keys, lines, 0, "subscriber_id", null)).toEqual(lines);
  });

  it("swap their keys and keep their order", () => {
    const lines = [line("Left", 0, { label: "a" }), line("Right", 1, { label: "b" })];
    expect(swapAssignments(keys, lines, 0, 4)).toEqual([
      line("Right", 1, { label: "a" }),
      line("Left", 0, { label: "b" }),
    ]);
    expect(swapAssignments(keys, lines, 0, 1)).toEqual([line("Left", 1, { label: "a" }), lines[1]]);
  });
});

describe("busy lamps", () => {
  const subscriber = (id: number, pbx_extension: string | null, status: "active" | "terminated" = "active") => ({
    id,
    pbx_extension,
    status,
  });

  it("go to free keys that can have them, in the order of extensions", () => {
    const lines = [line("Left", 1, { type: "private", subscriber_id: 3 })];
    const others = [subscriber(1, "100"), subscriber(2, "20"), subscriber(3, "1"), subscriber(4, null)];
    expect(fillWithLamps(keys, lines, others)).toEqual({
      lines: [...lines, line("Left", 0, { subscriber_id: 2 }), line("Left", 2, { subscriber_id: 1 })],
      ...{ placed: 2, unplaced: 0 },
    });
  });

  it("leave out those that have one, and count those without a key", () => {
    const lines = [line("Left", 0, { subscriber_id: 1 }), line("Gone", 0, { subscriber_id: 2 })];
    const others = [1, 2, 3, 4].map((id) => subscriber(id, `${id}`));
    const { lines: filled, ...counts } = fillWithLamps(keys, lines, [...others, subscriber(5, "5", "terminated")]);
    expect(filled.slice(2)).toEqual([line("Left", 1, { subscriber_id: 2 }), line("Left", 2, { subscriber_id: 3 })]);
    expect(counts).toEqual({ placed: 2, unplaced: 1 });
  });
});

it.each([
  [0, "ArrowDown", 1],
  [2, "ArrowDown", 3],
  [0, "ArrowUp", undefined],
  [0, "ArrowRight", 3],
  [4, "ArrowLeft", 1],
  [4, "ArrowRight", undefined],
  [0, "Enter", undefined],
])("leads from key %s with %s to %s on the picture", (from, arrow, to) => {
  expect(neighbourOf(keys, from, arrow, true)).toBe(to);
});

it("leads to the next key where there is no picture", () => {
  expect(neighbourOf(keys, 0, "ArrowRight", false)).toBe(1);
});

describe("extension modules", () => {
  const phoneModel = toModel(phone);
  const module = toModel({
    id: 2,
    linerange: [{ name: "Module", can_blf: true, keys: [10, 20].map((y) => ({ x: 10, y })) }],
  });
  const on = (key_num: number, extension_unit: number) => line("Module", key_num, { extension_unit });
  const attached = (lines: Parameters<typeof attachedModules>[2], added: readonly number[] = []) =>
    attachedModules(
      phoneModel,
      [module],
      lines,
      added.map((number) => ({ number, model: module })),
    );
  const all = (lines: Parameters<typeof attachedModules>[2], added: readonly number[] = []) => [
    ...keys,
    ...attached(lines, added).flatMap((one) => deviceKeysOf(one.model.record, one)),
  ];

  it("are those with lines, and those added", () => {
    const places = (...given: Parameters<typeof attached>) =>
      attached(...given).map(({ number, unit }) => [number, unit]);
    expect(places([on(0, 2)], [1])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(places([on(0, 1)], [1])).toEqual([[1, 1]]);
    expect(places([on(0, 0)], [2])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it("have lines of their own, told apart by their units", () => {
    const lines = [on(1, 2), on(1, 1), line("Left", 0, { extension_unit: 1 })];
    const { lineAt, strays } = placeLines(all(lines), lines);
    expect(Object.fromEntries(lineAt)).toEqual({ 8: 0, 6: 1, 0: 2 });
    expect(strays).toEqual([]);
  });

  it("take lines from the phone and give them back, and lamps come after the phone's", () => {
    const lines = [line("Left", 0)];
    const there = swapAssignments(all(lines, [1]), lines, 0, 5);
    expect(there).toEqual([on(0, 1)]);
    expect(swapAssignments(all(there), there, 5, 1)).toEqual([line("Left", 1, { extension_unit: 0 })]);
    const seats = [1, 2, 3, 4, 5, 6].map((id) => ({ id, pbx_extension: `${id}`, status: "active" as const }));
    const filled = fillWithLamps(all([], [1]), [], seats);
    expect([filled.placed, filled.unplaced]).toEqual([5, 1]);
    expect(filled.lines.slice(3)).toEqual([
      { ...on(0, 1), subscriber_id: 4 },
      { ...on(1, 1), subscriber_id: 5 },
    ]);
  });

  it("go with their lines, and those behind move up", () => {
    const lines = [on(0, 1), line("Left", 0), on(1, 2)];
    expect(withoutModule(phoneModel, [module], lines, 1)).toEqual([line("Left", 0), on(1, 1)]);
    expect(withoutModule(phoneModel, [module], lines, 2)).toEqual([on(0, 1), line("Left", 0)]);
  });

  it("are not left or right of the phone's keys", () => {
    expect(neighbourOf(all([], [1]), 5, "ArrowRight", true)).toBe(6);
  });
});
