/**
 * A name of several words as it stands in the middle of a text: "Edit auto attendant". German nouns stay as they are,
 * and so does what begins with an abbreviation.
 */
export function inSentence(name: string, locale: string): string {
  const isWord = /^\p{Lu}\p{Ll}/u.test(name);
  return isWord && !locale.startsWith("de") ? name.charAt(0).toLocaleLowerCase(locale) + name.slice(1) : name;
}
