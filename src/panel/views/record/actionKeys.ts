import { withKey } from "../../texts.ts";

/** Single keys of a record's actions, on its page and in the menu of its row. */
export const actionKeys: Readonly<Record<string, string>> = {
  edit: "e",
  preferences: "p",
  "status locked": "l",
  "status active": "u",
  clone: "d",
  copyLink: "y",
  remove: "Delete",
};

/** The key of an action, and the tooltip that tells it; nothing for actions without one. */
export function keyProps(action: string, label: string) {
  const key = actionKeys[action];
  return key === undefined ? {} : { "aria-keyshortcuts": key, title: withKey(label, key) };
}
