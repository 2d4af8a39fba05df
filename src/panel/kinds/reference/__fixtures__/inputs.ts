import { type FixturesOf, pick } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

export const fixtures: FixturesOf<typeof inputs> = {
  reference: {
    field: { reference: { resource: "domains", search: "domain", expand: true } },
    value: 2,
    shown: "two.example",
    act: pick("one"),
    typed: 1,
  },
  references: {
    field: { reference: { resource: "domains", search: "domain", expand: true } },
    value: [2],
    shown: "two.example",
    act: pick("one"),
    typed: [1],
  },
};
