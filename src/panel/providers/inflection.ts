/**
 * Names that react-admin guesses for resources and fields without a text, in place of the library that it uses for this:
 * English plurals are no help in six languages.
 */

import { humanize } from "../../core/schema/humanize.ts";

/** Stands in for `inflection.transform`: every list of transformations that react-admin passes ends in `humanize`. */
export const transform = humanize;

export { humanize };

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the text unchanged: singular and plural are up to its translation. */
export function inflect(text: string): string {
  return text;
}

export { inflect as pluralize, inflect as singularize };
