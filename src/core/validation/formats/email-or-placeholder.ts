import { isPlaceholder } from "../templateDirectives.ts";
import { isValid as isEmail } from "./email.ts";

/** An e-mail address, or a placeholder of a mail template that stands for one. */
export function isValid(value: string): boolean {
  return isEmail(value) || isPlaceholder(value);
}
