import { isValid as isEmail } from "./email.ts";

/** Comma-separated addresses; whitespace around them and trailing commas are ignored. */
export function isValid(value: string): boolean {
  const items = value.split(",").map((item) => item.trim());
  while (items.at(-1) === "") items.pop();
  return items.length > 0 && items.every(isEmail);
}
