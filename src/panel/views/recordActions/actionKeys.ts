import { withKey } from "../../providers/texts.ts";

/** Single keys of a record's actions, on its page and in the menu of its row. */
export const actionKeys: Readonly<Record<string, string>> = {
  edit: "e",
  preferences: "p",
  forwards: "f",
  password: "w",
  changePassword: "w",
  resetLink: "w",
  "status locked": "l",
  "status active": "u",
  clone: "d",
  copyLink: "y",
  remove: "Delete",
};

/** Returns the letter of an action's key; other keys have different names on each keyboard. */
export const letterOf = (action: string): string | undefined =>
  actionKeys[action]?.length === 1 ? actionKeys[action] : undefined;

/** Returns the key of an action and its tooltip; nothing for actions without one. */
export function keyProps(action: string, label: string) {
  const letter = letterOf(action);
  return { "aria-keyshortcuts": actionKeys[action], title: letter && withKey(label, letter) };
}
