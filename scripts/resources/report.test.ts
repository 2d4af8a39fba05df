import { describe, expect, it } from "vitest";
import { buildings, house, rooms, sourcesOf } from "../../codegen/__fixtures__/sources.ts";
import { toModel } from "../../codegen/generate.ts";
import { parseSource } from "../../codegen/load.ts";
import { checkBusinessRules } from "./businessRules.ts";
import type { HandWritten } from "./handWritten.ts";
import { checkLeftOut } from "./leftOut.ts";
import { lineCounts } from "./lineCounts.ts";
import { resourceReport } from "./report.ts";

const file = (path: string, ...lines: string[]) => ({ file: path, text: `${lines.join("\n")}\n` });
const list = (name: string, data: object) => parseSource(JSON.stringify(data), `docs/${name}.json`);

const panel = [
  file(
    "src/panel/resources/ownTabs.ts",
    'import { lightTabs } from "./light/tabs.ts";',
    "const tabs = {",
    "  rooms: lightTabs,",
    "  buildings: lightTabs,",
    "};",
  ),
  file("src/panel/resources/light/tabs.ts", '{ path: "lamps" }', "two"),
  file("src/panel/resources/rooms/RoomPlan.tsx", "one", "two", "three"),
];
const platform = [
  file(
    "src/platform/entities/index.ts",
    'import { rooms } from "./rooms.ts";',
    'import { buildings } from "./houses.ts";',
  ),
  file("src/platform/entities/rooms.ts", 'import { floor } from "./floor.ts";'),
  file("src/platform/entities/floor.ts", "one", "two"),
  file("src/platform/entities/houses.ts", 'import { wall } from "./wall.ts";'),
  file("src/platform/entities/wall.ts", 'import { brick } from "./brick.ts";'),
  file("src/platform/entities/brick.ts", "one", "two", "three"),
];
const tests = [
  file("src/platform/entities/rooms.test.ts", 'it("a room has walls", () => {'),
  file("tests/access/matrix.test.ts", "all resources"),
  file("tests/journeys/visit.test.ts", 'open("/api/rooms/4")'),
];
const sources: HandWritten = {
  panel,
  platform,
  tests,
  leftOut: list("resources-left-out", {}),
  businessRules: list("business-rules", {}),
};

const model = toModel(sourcesOf([buildings, rooms], house));
const documentOf = (handWritten: HandWritten) => resourceReport(model, handWritten);
const rowOf = (text: string, name: string) =>
  (text.split("\n").find((line) => line.startsWith(`| [${name}]`)) ?? "").split("|").map((cell) => cell.trim());

describe("hand-written lines", () => {
  it("belong to the folder's resource, or else to those that register it", () => {
    const { own, shared } = lineCounts(model, sources).panel;
    expect([...own]).toEqual([["rooms", 3]]);
    expect(shared.find(({ file: name }) => name.includes("light"))).toMatchObject({
      lines: 2,
      resources: ["buildings", "rooms"],
    });
  });

  it("belong to the resources whose hooks import them", () => {
    expect(Object.fromEntries(lineCounts(model, sources).platform.own)).toEqual({ rooms: 3, buildings: 5 });
  });
});

describe("the resource report", () => {
  it("has a row per resource", () => {
    const row = rowOf(documentOf(sources), "rooms");
    expect(row[2]).toContain("details `/room/:id/details` (lamps)");
    expect(row[3]).toBe("GET POST / GET PUT PATCH DELETE");
    expect(row.slice(6)).toEqual(["1 suite, [2 files](#rooms)", expect.any(String), "3 +", "3", ""]);
    expect(documentOf(sources)).toContain(
      "- tests: `src/platform/entities/rooms.test.ts`, `tests/journeys/visit.test.ts`",
    );
  });

  it("lists cross-record rules with the tests that cover them", () => {
    const businessRules = list("business-rules", {
      "walls stand": { rooms: ["src/platform/entities/rooms.test.ts: a room has walls"] },
    });
    const text = documentOf({ ...sources, businessRules });
    expect(rowOf(text, "rooms")[5]).toContain("[1 across](#rooms)");
    expect(text).toContain("- walls stand: `src/platform/entities/rooms.test.ts: a room has walls`");
  });

  it("lists what is left out and why", () => {
    const leftOut = list("resources-left-out", { rooms: { colour: "not displayed" } });
    expect(documentOf({ ...sources, leftOut })).toContain("| rooms | `colour` | not displayed |");
  });
});

describe("the lists in docs", () => {
  const problemsOf = (lists: Partial<HandWritten>) => {
    const handWritten = { ...sources, ...lists };
    const problems = [
      ...checkLeftOut(handWritten, model.resources),
      ...checkBusinessRules(handWritten, ["buildings", "rooms"]),
    ];
    return problems.map(({ message }) => message).join("\n");
  };

  it("name left-out fields with a reason", () => {
    const leftOut = list("resources-left-out", { rooms: { seats: "too many", "filter:name": "x", colour: " " } });
    const message = problemsOf({ leftOut });
    expect(message).toContain("rooms.seats is listed as left out, but the schema has it");
    expect(message).toContain("rooms.filter:name is listed as left out");
    expect(message).toContain("rooms.colour is left out without a reason");
  });

  it("name existing tests", () => {
    const businessRules = list("business-rules", {
      rule: { rooms: ["src/platform/entities/rooms.test.ts: a room has none", "a.test.ts: b"], caves: [] },
      other: { caves: ["a.test.ts: b"] },
    });
    const message = problemsOf({ businessRules });
    expect(message).toContain('"a room has none" is not a test of src/platform/entities/rooms.test.ts');
    expect(message).toContain('"a.test.ts" is not a test file');
    expect(message).toContain('"caves" is not a resource with a schema');
  });
});
