import { expect, it } from "vitest";
import { modulesOf } from "./deviceKeys.ts";

const model = (name: string, ...groups: string[]) => ({
  name,
  linerange: groups.map((group) => ({ name: group, keys: [1, 2] })),
});
const phone = model("phone", "Line keys", "Shared name");
const small = model("small", "Small keys", "Shared name");
const large = model("large", "Large keys", "Shared name");
const line = (linerange: string, extension_unit?: number | null) => ({ linerange, extension_unit });

/** Which modules there are, and the module's number for each line; 0: the phone. */
function placed(...lines: ReturnType<typeof line>[]) {
  const { modules, moduleOf } = modulesOf(phone, [small, large], lines);
  return [
    modules.map((module) => `${module.number} ${module.model?.name}`),
    lines.map((one) => moduleOf(one)?.number ?? 0),
  ];
}

it.each([
  ["the phone's keys only", [line("Line keys"), line("Shared name", 0), line("Shared name", null)], [], [0, 0, 0]],
  ["a module each", [line("Small keys", 1), line("Large keys", 2)], ["1 small", "2 large"], [1, 2]],
  ["two of one kind", [line("Small keys", 2), line("Small keys", 1)], ["1 small", "2 small"], [2, 1]],
  ["a module after one without lines", [line("Small keys", 3)], ["3 small"], [3]],
  ["units from 0", [line("Small keys", 0), line("Small keys", 1)], ["1 small", "2 small"], [1, 2]],
  ["a name that both have, on the module", [line("Shared name", 1)], ["1 small"], [1]],
  ["all names of a module", [line("Shared name", 1), line("Large keys", 1)], ["1 large"], [1, 1]],
  ["a unit for the phone's own keys", [line("Line keys", 2)], [], [0]],
  ["a group that nothing has", [line("Other", 1), line("Other")], [], [0, 0]],
  ["keys of two modules in one unit", [line("Small keys", 1), line("Large keys", 1)], ["1 undefined"], [1, 1]],
])("finds %s", (_, lines, modules, numbers) => {
  expect(placed(...lines)).toEqual([modules, numbers]);
});
