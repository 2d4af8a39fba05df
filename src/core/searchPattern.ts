/** Shorter texts have no trigram, and only a prefix index helps. */
const fewest = 3;

/**
 * Turns a typed text into a search pattern, where `*` is a wildcard: anywhere in a value; in a large list one or two
 * characters match as a prefix only. The user's own stars are kept. `ada` -> `*ada*`; `43` -> `43*` in a large list.
 */
export function searchPattern(text: string, { large = false }: { readonly large?: boolean }): string {
  if (text.includes("*")) return text;
  return large && text.length < fewest ? `${text}*` : `*${text}*`;
}
