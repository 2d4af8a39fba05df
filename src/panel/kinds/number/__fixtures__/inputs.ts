import { type FixturesOf, type } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

export const fixtures: FixturesOf<typeof inputs> = {
  integer: { value: 5060, shown: "5060", act: type("5061"), typed: 5061 },
  decimal: { value: 0.25, shown: "0.25", act: type("1.5"), typed: 1.5 },
  money: { value: 10000, shown: "100.00", act: type("12.5"), typed: 1250 },
  percent: { value: 20, shown: "20", act: type("19.6"), typed: 19.6 },
  duration: { value: 5400, shown: "1 hr 30 min", act: type("1.5 h"), typed: 5400 },
};
