import { screen } from "@testing-library/react";
import type { FieldDescriptor } from "../../../../core/schema/descriptor.ts";
import type { FixturesOf } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

const parts: FieldDescriptor[] = [
  { name: "weight", kind: "integer", required: true },
  { name: "note", kind: "text", required: false },
];

export const fixtures: FixturesOf<typeof inputs> = {
  object: {
    field: { fields: parts },
    value: { weight: 3, note: "x" },
    shown: "3",
    act: (user) => user.type(document.getElementById("field-weight") as HTMLElement, "7"),
    typed: { weight: 7 },
  },
  list: {
    field: { fields: parts },
    value: [{ weight: 3, note: "x" }],
    shown: "3",
    act: async (user) => {
      await user.click(screen.getByRole("button", { name: "Add to Field" }));
      await user.keyboard("7");
    },
    typed: [{ weight: 7, note: null }],
  },
};
