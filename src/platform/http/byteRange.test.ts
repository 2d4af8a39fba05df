import { describe, expect, it } from "vitest";
import { parseByteRange } from "../records/files/sendUpload.ts";

describe("a part of a file of 100 bytes", () => {
  it.each([
    ["bytes=0-9", { from: 0, to: 9 }],
    ["bytes=90-", { from: 90, to: 99 }],
    ["bytes=-10", { from: 90, to: 99 }],
    ["bytes=-500", { from: 0, to: 99 }],
    ["bytes=95-500", { from: 95, to: 99 }],
    ["bytes=100-", "outside"],
    ["bytes=-0", "outside"],
  ] as const)("is told by %s", (header, range) => {
    expect(parseByteRange(header, 100)).toEqual(range);
  });

  it.each([undefined, "", "bytes=-", "bytes=9-0", "bytes=0-1,5-6", "lines=0-9", "bytes=a-b"])(
    "is the whole file with %s",
    (header) => {
      expect(parseByteRange(header, 100)).toBeUndefined();
    },
  );
});
