import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { FieldDescriptor, FieldKind, Json } from "../../../core/schema/descriptor.ts";

/** What the tests of every input enter and expect; those of a folder's kinds are in its own `__fixtures__/inputs.ts`. */
export interface InputFixture {
  readonly field?: Partial<FieldDescriptor>;
  /** A value on the wire, and the text shown for it. */
  readonly value: Json;
  readonly shown: string;
  /** User input into an empty field, and the resulting value. */
  readonly act: (user: UserEvent) => Promise<void>;
  readonly typed: Json;
}

/** One for each input of a folder. */
export type FixturesOf<Inputs> = Readonly<Record<keyof Inputs & FieldKind, InputFixture>>;

export const type =
  (text: string, label: string | RegExp = "Field") =>
  async (user: UserEvent) => {
    await user.type(screen.getByLabelText(label), text);
  };

export const pick = (text: string) => async (user: UserEvent) => {
  await user.type(screen.getByRole("combobox"), text);
  await user.click((await screen.findAllByRole("option"))[0] as HTMLElement);
};
