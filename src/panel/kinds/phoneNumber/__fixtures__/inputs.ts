import { screen } from "@testing-library/react";
import type { FieldDescriptor } from "../../../../core/schema/descriptor.ts";
import type { FixturesOf } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

const numberParts: FieldDescriptor[] = ["cc", "ac", "sn"].map((name) => ({
  name,
  kind: "text",
  format: "digits",
  required: name !== "ac",
}));

export const fixtures: FixturesOf<typeof inputs> = {
  phoneNumber: {
    field: { fields: numberParts },
    value: { cc: "43", ac: "1", sn: "234567" },
    shown: "234567",
    act: (user) => user.type(document.getElementById("field-cc") as HTMLElement, "43"),
    typed: { cc: "43" },
  },
  phoneNumbers: {
    field: { fields: numberParts },
    value: [{ cc: "43", ac: null, sn: "234567" }],
    shown: "234567",
    act: async (user) => {
      await user.click(screen.getByRole("button", { name: "Add number" }));
      await user.keyboard("44");
    },
    typed: [{ cc: "44", ac: null, sn: null }],
  },
};
