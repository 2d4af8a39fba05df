/** What has fewer characters has no trigram, and no index but that of beginnings. */
const fewest = 3;

/**
 * What a text that somebody typed is looked for as, where `*` stands for any characters: anywhere in a value, and in a
 * list of very many records one or two characters at its beginning only. Stars of one's own stay as they are.
 * `ada` -> `*ada*`; `43` -> `43*` in a large list.
 */
export function searchPattern(text: string, { large = false }: { readonly large?: boolean }): string {
  if (text.includes("*")) return text;
  return large && text.length < fewest ? `${text}*` : `*${text}*`;
}
