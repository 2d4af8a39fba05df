import { screen } from "@testing-library/react";
import { type FixturesOf, pick } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

export const fixtures: FixturesOf<typeof inputs> = {
  boolean: { value: true, shown: "on", act: (user) => user.click(screen.getByRole("switch")), typed: true },
  enum: {
    field: { enum: ["active", "locked"] },
    value: "locked",
    shown: "locked",
    act: (user) => user.selectOptions(screen.getByRole("combobox"), "active"),
    typed: "active",
  },
  country: { value: "AT", shown: "Austria", act: pick("austria"), typed: "AT" },
  timezone: { value: "Europe/Vienna", shown: "Europe/Vienna", act: pick("new york"), typed: "America/New_York" },
};
