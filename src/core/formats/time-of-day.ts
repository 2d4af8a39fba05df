const pattern = /^(?:[01]?[0-9]|2[0-3]):[0-5]?[0-9](?::[0-5]?[0-9])?$/;

/** `HH:MM` or `HH:MM:SS`, each part of one or two digits. */
export function isValid(value: string): boolean {
  return pattern.test(value);
}
