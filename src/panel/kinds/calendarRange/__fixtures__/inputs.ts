import { screen } from "@testing-library/react";
import type { FixturesOf } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

export const fixtures: FixturesOf<typeof inputs> = {
  calendarRange: {
    field: { format: "weekday-range" },
    value: "2-6",
    shown: "Monday",
    act: (user) => user.selectOptions(screen.getByRole("combobox", { name: /^Field$/ }), "Sunday"),
    typed: "1",
  },
};
