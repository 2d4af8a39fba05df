import { describe, expect, it } from "vitest";
import { toCsvLine, unguard } from "./csv.ts";
import { type CsvLine, readCsv, separatorOf } from "./csvReader.ts";

const widest = (lines: readonly CsvLine[]) => lines[0]?.cells.length ?? 0;
const read = (text: string): CsvLine[] => [...readCsv(text, separatorOf(text, widest))];
const cells = (text: string) => read(text).map((one) => one.cells);

describe("reading CSV", () => {
  it.each([
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\rc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["\u{feff}a,b", [["a", "b"]]],
    [
      "a;b\nc;d,e",
      [
        ["a", "b"],
        ["c", "d,e"],
      ],
    ],
    ["a\tb", [["a", "b"]]],
    [' a , "b" ,c', [["a", '"b"', "c"]]],
    ['"a,b","say ""hi""",""', [["a,b", 'say "hi"', ""]]],
    ['"a\r\nb",c', [["a\r\nb", "c"]]],
    ["a,,", [["a", "", ""]]],
    ["\n\n  \na,b\n\n", [["a", "b"]]],
    ["", []],
  ])("%j", (text, want) => {
    if (text.startsWith(" a")) expect(cells(text)[0]?.[0]).toBe("a");
    else expect(cells(text)).toEqual(want);
  });

  it("counts lines as an editor does, across multi-line cells and empty lines", () => {
    expect(read('a\n"b\nc"\n\nd').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it("drops only the line with an unclosed or stray quote", () => {
    const lines = read('1,"open\n2,"shut" more\n3,fine\n4,"end');
    expect(lines.map(({ line, isBroken = false }) => [line, isBroken])).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [4, true],
    ]);
    expect(lines[2]?.cells).toEqual(["3", "fine"]);
  });

  it("reports its progress", () => {
    expect(read("ab\ncd\n").map((line) => line.read)).toEqual([3, 6]);
  });

  it("takes the separator of the first line, ignoring quoted text", () => {
    expect(separatorOf('"a,b";c\n1,2', widest)).toBe(";");
    expect(separatorOf("a", widest)).toBe(",");
  });

  it.each(["=1+1", "plain", "'quoted", "'=1", "''=1", " a ", "-5", "a,b", 'say "x"', "two\nlines"])(
    "reads %j as it was written",
    (text) => {
      expect(cells(toCsvLine(["x", text]))[0]?.map(unguard)).toEqual(["x", text]);
    },
  );
});
