import { afterEach, expect, it, vi } from "vitest";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { measureRoomIn } from "./diskRoom.ts";

afterEach(() => void vi.useRealTimers());

it("asks the file system once a second while there is plenty of room, and before each statement when there is not", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let free = 4096 * MEGABYTE;
  const ask = vi.fn(() => free);
  const room = measureRoomIn("/data", ask);
  for (let count = 0; count < 100; count++) expect(room.takes(false)).toBe(true);
  expect(ask).toHaveBeenCalledOnce();
  free = 40 * MEGABYTE;
  vi.advanceTimersByTime(1000);
  expect(room.takes(false)).toBe(true);
  free = 31 * MEGABYTE;
  expect(room.takes(false)).toBe(false);
  free = 4096 * MEGABYTE;
  expect(room.takes(false)).toBe(true);
});
