import { isValid as isEmail } from "./email.ts";

/** Addresses separated by commas; blanks around them and commas at the end do not matter. */
export function isValid(value: string): boolean {
  const items = value.split(",").map((item) => item.trim());
  while (items.at(-1) === "") items.pop();
  return items.length > 0 && items.every(isEmail);
}
