import { isNode, literalText, type Node, sourcesBelow, templateParts, walk } from "./sources.ts";
import { formsOf, placeholdersOf, type TextsByKey } from "./texts.ts";

/** Names of numbers in our texts. */
const NUMBERS = ["smart_count", "count", "calls"];

/**
 * Texts with a count: those with plural forms that show a number, and those that get a `smart_count`, since a language
 * may need plural forms where English does not. Names have plural forms, but show no number.
 */
export function countedKeys(english: TextsByKey): ReadonlySet<string> {
  const counted = new Set(sourcesBelow("src/panel").flatMap(({ program }) => keysCountedIn(program)));
  return new Set(
    [...english].flatMap(([key, text]) => {
      const numbers = placeholdersOf(text).filter((name) => NUMBERS.includes(name));
      const hasForms = formsOf(text).length > 1;
      return numbers.length > 0 && (hasForms || numbers.includes("smart_count") || counted.has(key)) ? [key] : [];
    }),
  );
}

/** First arguments of `counted(key, count)`. */
function keysCountedIn(program: Node): string[] {
  return [...walk(program)].flatMap(([node]) => {
    const isCall = node.type === "CallExpression" && (node.callee as { name?: string }).name === "counted";
    const key = isCall ? literalText((node.arguments as unknown[])[0]) : undefined;
    return key === undefined ? [] : [key];
  });
}

/** Calls such as `translate(nameKey(resource), { smart_count })`, including labels that may be names. */
export function nameLookups(program: Node): { readonly node: Node; readonly isOneOrMany: boolean }[] {
  return [...walk(program)].flatMap(([node]) => {
    if (node.type !== "CallExpression") return [];
    const [key, options] = node.arguments as (Node | undefined)[];
    if (!key || !isName(key)) return [];
    const properties = (options?.properties ?? []) as Node[];
    const count = properties.find(
      (property) => (property.key as { name?: string } | undefined)?.name === "smart_count",
    );
    return [{ node, isOneOrMany: isOneOrTwo(count?.value) }];
  });
}

function isName(node: Node): boolean {
  const text = literalText(node) ?? templateParts(node)?.join("*");
  const callee = node.type === "CallExpression" ? (node.callee as { name?: string }).name : undefined;
  return callee === "nameKey" || text === "resources.*.name";
}

function isOneOrTwo(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === "ConditionalExpression") return isOneOrTwo(value.consequent) && isOneOrTwo(value.alternate);
  return value.type === "Literal" && (value.value === 1 || value.value === 2);
}
