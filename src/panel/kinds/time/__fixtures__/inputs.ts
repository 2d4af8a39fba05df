import { formatInput } from "../../../../core/values/dateTime.ts";
import { type FixturesOf, type } from "../../__fixtures__/inputs.ts";
import { browserZone } from "../browserZone.ts";
import type { inputs } from "../inputs.tsx";

const someInstant = new Date("2031-02-03T04:05:00Z");

export const fixtures: FixturesOf<typeof inputs> = {
  dateTime: {
    value: "2031-02-03T04:05:00Z",
    shown: formatInput(someInstant, browserZone()),
    act: (user) => type(formatInput(someInstant, browserZone()))(user),
    typed: "2031-02-03T04:05:00Z",
  },
  date: { value: "2026-01-31", shown: "2026-01-31", act: type("2026-2-1"), typed: "2026-02-01" },
  timeOfDay: { value: "08:30", shown: "08:30", act: type("9.15"), typed: "09:15" },
};
