/**
 * Names that react-admin guesses for resources and fields without a text, in place of the library that it uses for this:
 * all of ours have one (i18n/), and English plurals are no help in six languages.
 */

/** "first_name" as "First name". */
export function humanize(name: string): string {
  return capitalize(name.replace(/[_\s]+/g, " ").trim());
}

/** Stands in for `inflection.transform`: every list of transformations that react-admin passes ends in `humanize`. */
export const transform = humanize;

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the text unchanged: singular and plural are up to its translation. */
export function inflect(text: string): string {
  return text;
}

export { inflect as pluralize, inflect as singularize };
