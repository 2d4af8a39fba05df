import { HttpError } from "react-admin";
import { describe, expect, it } from "vitest";
import { type RunEnd, readPages, runOneByOne } from "./oneByOne.ts";

interface Run {
  readonly end: RunEnd;
  readonly done: number[];
  readonly failed: number[];
  readonly asked: number[];
  readonly pauses: number[];
  readonly mostAtOnce: number;
}

/** Runs over rows 1 to `count`; `answer` gives the response for a row and attempt number. */
async function run(
  count: number,
  answer: (row: number, time: number) => unknown,
  cancelAfter = Number.POSITIVE_INFINITY,
): Promise<Run> {
  const done: number[] = [];
  const failed: number[] = [];
  const asked: number[] = [];
  const pauses: number[] = [];
  const stop = new AbortController();
  let atOnce = 0;
  let mostAtOnce = 0;
  const rows = Array.from({ length: count }, (_, index) => index + 1);
  const end = await runOneByOne(rows, {
    signal: stop.signal,
    processItem: async (row) => {
      asked.push(row);
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      const refusal = answer(row, asked.filter((one) => one === row).length);
      if (refusal) throw refusal;
    },
    onResult: (row, refusal) => {
      (refusal === undefined ? done : failed).push(row);
      if (done.length + failed.length === cancelAfter) stop.abort();
    },
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  });
  return { end, done, failed, asked, pauses, mostAtOnce };
}

const busy = (retryAfter?: number, status = 429) => Object.assign(new HttpError("busy", status), { retryAfter });

describe("running over rows", () => {
  it("sends each row once, one after the other, and records a refusal for its row only", async () => {
    const { end, done, failed, asked, mostAtOnce } = await run(20, (row) => row === 7 && new HttpError("no", 422));
    expect(end).toBe("complete");
    expect(done).toHaveLength(19);
    expect(failed).toEqual([7]);
    expect(asked).toHaveLength(20);
    expect(mostAtOnce).toBe(1);
  });

  it("stops when cancelled, after the row in flight, with its result", async () => {
    const { end, done, asked } = await run(100, () => undefined, 10);
    expect(end).toBe("cancelled");
    expect([done.length, asked.length]).toEqual([10, 10]);
  });

  it("is complete when cancelled during its last row", async () => {
    expect((await run(5, () => undefined, 5)).end).toBe("complete");
  });

  it.each([
    ["429 as long as Retry-After says", busy(3), 3000],
    ["503 with Retry-After", busy(2, 503), 2000],
    ["429 without a word half a second at first", busy(), 500],
  ])("waits at %s and then asks again", async (_, refusal, milliseconds) => {
    const { end, done, pauses } = await run(1, (_row, time) => time === 1 && refusal);
    expect([end, done]).toEqual(["complete", [1]]);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThan(milliseconds - 100);
    expect(pauses[0]).toBeLessThanOrEqual(milliseconds);
  });

  it("does not retry a 503 without Retry-After, nor a 429 forever", async () => {
    expect((await run(1, () => busy(undefined, 503))).asked).toEqual([1]);
    const patient = await run(1, () => busy(1));
    expect(patient.failed).toEqual([1]);
    expect(patient.asked).toHaveLength(6);
  });

  it("gives up on a platform that does not respond, and skips the rest", async () => {
    const { end, failed, asked } = await run(100, () => new HttpError("errors.network", 0));
    expect(end).toBe("unreachable");
    expect([asked, failed]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it("does not try a busy row again after a stop", async () => {
    const stop = new AbortController();
    const asked: number[] = [];
    const refused: number[] = [];
    const end = await runOneByOne([1, 2], {
      signal: stop.signal,
      processItem: async (row) => {
        asked.push(row);
        throw busy(600);
      },
      onResult: (row) => refused.push(row),
      pause: async () => stop.abort(),
    });
    expect([end, asked, refused]).toEqual(["cancelled", [1], [1]]);
  });
});

it("reading pages ends with the last page, and with the first refusal", async () => {
  const { signal } = new AbortController();
  const read: number[] = [];
  const readUpTo = (last: number) => async (page: number) => {
    read.push(page);
    if (page === 4) throw new HttpError("no", 422);
    return page < last;
  };
  await readPages(readUpTo(3), signal);
  expect(read).toEqual([1, 2, 3]);
  await expect(readPages(readUpTo(9), signal)).rejects.toThrow("no");
  expect(read).toEqual([1, 2, 3, 1, 2, 3, 4]);
});
