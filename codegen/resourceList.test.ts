import { describe, expect, it } from "vitest";
import { buildings, house, messageOf, nothingByHand, rooms, sourcesOf } from "./__fixtures__/sources.ts";
import { emitResourceList } from "./emit/resourceList.ts";
import { toModel } from "./generate.ts";
import type { HandWritten } from "./handWritten.ts";
import { lineCounts } from "./lineCounts.ts";
import { parseSource } from "./load.ts";

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
  file("tests/access/matrix.test.ts", "over all of them"),
  file("tests/journeys/visit.test.ts", 'open("/api/rooms/4")'),
];
const byHand: HandWritten = { ...nothingByHand, panel, platform, tests };

const modelOf = (handWritten: HandWritten) => toModel({ ...sourcesOf([buildings, rooms], house), handWritten });
const documentOf = (handWritten: HandWritten) =>
  emitResourceList(modelOf(handWritten)).get("../../docs/resources.md") ?? "";
const rowOf = (text: string, name: string) =>
  (text.split("\n").find((line) => line.startsWith(`| [${name}]`)) ?? "").split("|").map((cell) => cell.trim());

describe("lines written by hand", () => {
  it("belong to the folder's resource, or to those that register it", () => {
    const { own, shared } = lineCounts(modelOf(byHand)).panel;
    expect([...own]).toEqual([["rooms", 3]]);
    expect(shared.find(({ file: name }) => name.includes("light"))).toMatchObject({
      lines: 2,
      resources: ["buildings", "rooms"],
    });
  });

  it("belong to whose hooks need them", () => {
    expect(Object.fromEntries(lineCounts(modelOf(byHand)).platform.own)).toEqual({ rooms: 3, buildings: 5 });
  });
});

describe("the list of resources", () => {
  it("has a row for each, with what was found", () => {
    const row = rowOf(documentOf(byHand), "rooms");
    expect(row[2]).toContain("details `/room/:id/details` (lamps)");
    expect(row[3]).toBe("GET POST / GET PUT PATCH DELETE");
    expect(row.slice(6)).toEqual(["1 suite, [2 files](#rooms)", expect.any(String), "3 +", "3", ""]);
    expect(documentOf(byHand)).toContain(
      "- tests: `src/platform/entities/rooms.test.ts`, `tests/journeys/visit.test.ts`",
    );
  });

  it("names the rules across records with the tests that break them", () => {
    const businessRules = list("business-rules", {
      "walls stand": { rooms: ["src/platform/entities/rooms.test.ts: a room has walls"] },
    });
    const businessBook = '{ rule: "tooHigh", resource: "rooms", pointer: "/seats" }';
    const text = documentOf({ ...byHand, businessRules, businessBook });
    expect(rowOf(text, "rooms")[5]).toContain("[2 across](#rooms)");
    expect(text).toContain("- walls stand: `src/platform/entities/rooms.test.ts: a room has walls`");
    expect(text).toContain("- tooHigh at /seats: `tests/rules/verify.test.ts`");
  });

  it("says what is left out and why", () => {
    const leftOut = list("resources-left-out", { rooms: { colour: "nobody sees it" } });
    expect(documentOf({ ...byHand, leftOut })).toContain("| rooms | `colour` | nobody sees it |");
  });
});

describe("the lists that it is made from", () => {
  const problemsOf = (lists: Partial<HandWritten>) => messageOf(() => modelOf({ ...byHand, ...lists }));

  it("leave out what is not there, with a reason", () => {
    const leftOut = list("resources-left-out", { rooms: { seats: "too many", "filter:name": "x", colour: " " } });
    const message = problemsOf({ leftOut });
    expect(message).toContain("rooms.seats is not left out: the schema has it");
    expect(message).toContain("rooms.filter:name is not left out");
    expect(message).toContain("rooms.colour is left out without a reason");
  });

  it("name tests that there are", () => {
    const businessRules = list("business-rules", {
      rule: { rooms: ["src/platform/entities/rooms.test.ts: a room has none", "a.test.ts: b"], caves: [] },
      other: { caves: ["a.test.ts: b"] },
    });
    const message = problemsOf({ businessRules });
    expect(message).toContain('no test of src/platform/entities/rooms.test.ts is called "a room has none"');
    expect(message).toContain("there is no test file a.test.ts");
    expect(message).toContain('no schema describes "caves"');
  });
});
