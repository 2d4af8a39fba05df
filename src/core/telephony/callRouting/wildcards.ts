/** One part of a wildcard pattern: any run of characters, or a test of a single one, which may be missing. */
type PatternPart = "any" | { readonly accepts: (character: string) => boolean; readonly isOptional: boolean };

const written = /\[(!?)([^\]]+)\]|[\s\S]/g;

/**
 * Whether a pattern as in shells (`*`, `?`, `[0-4]`) matches the whole text. `optional`: of `?`, as in lists of allowed
 * numbers. Takes time in proportion to both lengths only, whatever the pattern.
 */
export function matchesWildcards(pattern: string, text: string, { optional = false } = {}): boolean {
  const parts = [...pattern.matchAll(written)].map((match) => readPart(match, optional));
  let places = new Set(reachable(parts, [0]));
  for (const character of text) {
    const next: number[] = [];
    for (const place of places) {
      const part = parts[place];
      if (part === "any") next.push(place);
      else if (part?.accepts(character)) next.push(place + 1);
    }
    places = new Set(reachable(parts, next));
    if (places.size === 0) return false;
  }
  return places.has(parts.length);
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
function reachable(parts: readonly PatternPart[], places: readonly number[]): number[] {
  const found: number[] = [];
  for (let place of places) {
    found.push(place);
    for (let part = parts[place]; part !== undefined && (part === "any" || part.isOptional); part = parts[place]) {
      place += 1;
      found.push(place);
    }
  }
  return found;
}
