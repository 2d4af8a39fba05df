/** One part of a wildcard pattern: any run of characters, or a test of a single one, which may be missing. */
type PatternPart = "any" | { readonly accepts: (character: string) => boolean; readonly isOptional: boolean };

const written = /\[(!?)([^\]]+)\]|[\s\S]/g;

/**
 * Whether a pattern as in shells (`*`, `?`, `[0-4]`) matches the whole text. `optional`: of `?`, as in lists of allowed
 * numbers. Takes time in proportion to both lengths only, whatever the pattern.
 */
export function matchesWildcards(pattern: string, text: string, { optional = false } = {}): boolean {
  const parts = [...pattern.matchAll(written)].map((match) => readPart(match, optional));
  let indexes = new Set(reachable(parts, [0]));
  for (const character of text) {
    const next: number[] = [];
    for (const index of indexes) {
      const part = parts[index];
      if (part === "any") next.push(index);
      else if (part?.accepts(character)) next.push(index + 1);
    }
    indexes = new Set(reachable(parts, next));
    if (indexes.size === 0) return false;
  }
  return indexes.has(parts.length);
}

function readPart([text, not, set]: RegExpMatchArray, optional: boolean): PatternPart {
  if (text === "*") return "any";
  if (text === "?") return { accepts: () => true, isOptional: optional };
  if (set === undefined) return { accepts: (character) => character === text, isOptional: false };
  const accepts = acceptsOf(set);
  return { accepts: not ? (character) => !accepts(character) : accepts, isOptional: false };
}

/** `0-49`: single characters and ranges. */
function acceptsOf(set: string): (character: string) => boolean {
  const ranges = [...set.matchAll(/([\s\S])-([\s\S])|([\s\S])/g)].map(([, from, to, single = ""]) => [
    from ?? single,
    to ?? single,
  ]);
  return (character) => ranges.some(([from = "", to = ""]) => from <= character && character <= to);
}

/** With the places behind parts that may be missing. */
function reachable(parts: readonly PatternPart[], indexes: readonly number[]): number[] {
  const reached: number[] = [];
  for (let index of indexes) {
    reached.push(index);
    for (let part = parts[index]; part !== undefined && (part === "any" || part.isOptional); part = parts[index]) {
      index += 1;
      reached.push(index);
    }
  }
  return reached;
}
