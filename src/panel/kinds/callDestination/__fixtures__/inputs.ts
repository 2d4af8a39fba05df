import { screen } from "@testing-library/react";
import type { FixturesOf } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

export const fixtures: FixturesOf<typeof inputs> = {
  callDestination: {
    value: "sip:431234@example.org",
    shown: "431234@example.org",
    act: async (user) => user.selectOptions(await screen.findByRole("combobox"), "Voicemail"),
    typed: "voicebox",
  },
};
