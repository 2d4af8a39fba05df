import { describe, expect, it } from "vitest";
import { byHandle, soundOf } from "./soundOf.ts";

const file = (id: number, values: object = {}) => ({
  id,
  set_id: 1,
  handle: "queue_full",
  filename: `${id}.wav`,
  use_parent: false,
  ...values,
});
const level = (name: string, ...files: ReturnType<typeof file>[]) => ({ name, files: byHandle(files) });

describe("the sound of a handle", () => {
  it.each([
    ["is the set's own", [level("own", file(1)), level("parent", file(2))], [1, undefined]],
    ["is the parent's where the set has none", [level("own"), level("parent", file(2))], [2, "parent"]],
    [
      "is the parent's where the file says so",
      [level("own", file(1, { use_parent: true })), level("p", file(2))],
      [2, "p"],
    ],
    ["is the nearest parent's", [level("own"), level("middle"), level("top", file(3))], [3, "top"]],
    ["is the set's own where there is no parent", [level("own", file(1, { use_parent: true }))], [1, undefined]],
  ])("%s", (_, levels, [id, from]) => {
    const sound = soundOf("queue_full", levels);
    expect([sound?.file.id, sound?.from]).toEqual([id, from]);
  });

  it("is none where a set is silent, whatever its parent has", () => {
    expect(
      soundOf("queue_full", [level("own", file(1, { filename: null })), level("parent", file(2))]),
    ).toBeUndefined();
    expect(soundOf("queue_full", [level("own"), level("parent")])).toBeUndefined();
  });
});
