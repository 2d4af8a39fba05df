/** Invalid input; the message includes a hint. */
export class RefusedInput extends Error {
  override readonly name = "RefusedInput";
}

/** Throws the error, with a hint on its own line. */
export function refuse(message: string, hint: string): never {
  throw new RefusedInput(`${message}\n    ${hint}`);
}
