/** What was asked for can not be done; the message says what to write instead. */
export class RefusedInput extends Error {
  override readonly name = "RefusedInput";
}

/** Throws with what is wrong, and with what would be right on a line of its own. */
export function refuse(message: string, hint: string): never {
  throw new RefusedInput(`${message}\n    ${hint}`);
}
