import { expect, it } from "vitest";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { arrangePreferences, groupsToOpen, toSearchWords } from "./arrangePreferences.ts";

const def = (preference_group: string, name: string, label: string, description = "") =>
  ({ name, label, preference_group, description }) as PreferenceDef;
/** A group whose descriptions all mention calls. */
const chatty = Array.from({ length: 70 }, (_, at) => def("Access", `access_${at}`, `Access ${at}`, "For each call."));
const found = (defs: readonly PreferenceDef[], text: string) =>
  arrangePreferences(defs, { id: 1 }, { words: toSearchWords(text), onlySet: false, locale: "en" });

it("ranks matches in name or label before those in the group, and those before descriptions", () => {
  const defs = [
    def("Codecs", "a_list", "A list", "What a call may use."),
    def("Codecs", "t38", "Fax call"),
    def("Call blocking", "block_in", "Block mode"),
    def("Numbers", "cli", "Shown number", "Of the call."),
  ];
  expect(found(defs, "call").map(({ name, defs }) => [name, defs.map((one) => one.name)])).toEqual([
    ["Codecs", ["t38", "a_list"]],
    ["Call blocking", ["block_in"]],
    ["Numbers", ["cli"]],
  ]);
});

it("is alphabetical without a search", () => {
  const defs = [def("B", "x", "Zebra"), def("B", "y", "Ant"), def("A", "z", "Cat")];
  expect(found(defs, "").map(({ name, defs }) => [name, defs.map(({ label }) => label)])).toEqual([
    ["A", ["Cat"]],
    ["B", ["Ant", "Zebra"]],
  ]);
});

it("opens every group with a match by name, however many match by description", () => {
  const defs = [...chatty, def("Numbers", "call_limit", "Limit"), def("Zones", "zone", "Call zone")];
  const groups = found(defs, "call");
  expect(groups.map(({ name }) => name)).toEqual(["Numbers", "Zones", "Access"]);
  expect([...groupsToOpen(groups)]).toEqual(["Numbers", "Zones"]);
});
