import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** What can be filled in, among all that a label may belong to. */
export const inputs = { selector: "input, select, textarea" };

/** A label's text, whether or not the field is marked as required. */
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
