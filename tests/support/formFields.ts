import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Fields that can be filled in, as other elements have labels too. */
export const inputs = { selector: "input, select, textarea" };

/** Matches a label with or without the mark of a required field. */
export function labelled(label: string): RegExp {
  return new RegExp(`^${label}( \\*)?$`);
}

export function field(label: string): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>(labelled(label), inputs);
}

export async function retype(user: UserEvent, label: string, text: string): Promise<void> {
  await user.clear(await field(label));
  await user.type(await field(label), text);
}
