/**
 * Names that react-admin guesses for resources and fields without a text, in place of the library that it uses for this:
 * all of ours have one (i18n/), and English plurals are no help in six languages.
 */

/** "first_name" as "First name". */
export function humanize(name: string): string {
  return capitalize(name.replace(/[_\s]+/g, " ").trim());
}

/** Of the transformations that are asked for, all end in this one. */
export const transform = humanize;

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As it is: what would be its singular or plural is for its text to say. */
export function inflect(text: string): string {
  return text;
}

export { inflect as pluralize, inflect as singularize };
