/** Deeper structures are no records, and would exhaust the stack of whatever walks them. */
const deepest = 64;

/**
 * Reads JSON as the wire takes it: throws a SyntaxError also where an object names a key twice (which of the two
 * values counts, readers disagree) and where structures are nested deeper than any record.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  checkStructure(text);
  return value;
}

/** Walks a text that is known to be JSON. */
function checkStructure(text: string): void {
  /** Keys seen in each object that is open; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : undefined);
      if (open.length > deepest) throw new SyntaxError("nested too deeply");
    } else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const start = index;
      index = endOfString(text, start);
      if (isKey(text, index)) note(open.at(-1), text.slice(start, index + 1));
    }
  }
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

function isKey(text: string, end: number): boolean {
  let index = end + 1;
  while (/\s/.test(text[index] ?? "")) index++;
  return text[index] === ":";
}

function note(keys: Set<string> | undefined, literal: string): void {
  const key = String(JSON.parse(literal));
  if (keys?.has(key)) throw new SyntaxError(`key ${key.slice(0, 40)} twice`);
  keys?.add(key);
}
