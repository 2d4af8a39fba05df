import { expect, it } from "vitest";
import { isNode, literalText, type Node, type Source, sourcesBelow, templateParts, walk } from "./sources.ts";

/** Attributes and properties that people read or are read to. */
const SHOWN =
  /^(?:aria-(?:label|description|placeholder|roledescription|valuetext)|title|placeholder|label|alt|helperText|primary|secondary|message)$/;
const MESSAGE_KEY = /^[a-z]+(?:\.[\w-]+)+$/;

/** How dates are typed is notation, the same in every language of the panel. */
const DATE_PATTERN = /^[YMDHms:. -]+$/;

/** Two letters in a row are a word, unless it is the key of a text. */
function isText(text: string): boolean {
  return /\p{L}{2,}/u.test(text) && !MESSAGE_KEY.test(text) && !DATE_PATTERN.test(text);
}

/** Texts that an expression can result in: its literals, also behind conditions. */
function textsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case "Literal":
      return [literalText(value) ?? ""].filter(isText);
    case "TemplateLiteral":
      return (templateParts(value) ?? []).filter((part) => isText(part) && !/^[a-z]+\./.test(part) && /\s/.test(part));
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
      return textsOf(value.expression);
    case "ConditionalExpression":
      return [...textsOf(value.consequent), ...textsOf(value.alternate)];
    case "LogicalExpression":
      return [...textsOf(value.left), ...textsOf(value.right)];
    case "BinaryExpression":
      return value.operator === "+" ? [...textsOf(value.left), ...textsOf(value.right)] : [];
    default:
      return [];
  }
}

function shownTexts(node: Node): string[] {
  switch (node.type) {
    case "JSXText":
      return [String(node.value)].filter(isText);
    case "JSXElement":
    case "JSXFragment":
      return (node.children as Node[]).filter(({ type }) => type === "JSXExpressionContainer").flatMap(textsOf);
    case "JSXAttribute":
      return SHOWN.test(String((node.name as Node).name)) ? textsOf(node.value) : [];
    case "Property":
      return SHOWN.test(String((node.key as Node).name ?? literalText(node.key))) ? textsOf(node.value) : [];
    default:
      return [];
  }
}

it("the panel shows no text of its own", () => {
  const found = sourcesBelow("src/panel").flatMap((source) =>
    [...walk(source.program)].flatMap(([node]) => shownTexts(node).map((text) => `${source.at(node)} ${text.trim()}`)),
  );
  expect(found).toEqual([]);
});

const ALLOWED = [
  // Answers of the wire that clients compare with: names more than sentences.
  "User not found",
  // A type of the database, and a password that nobody has.
  "double precision",
  "no account has this password",
];

/** What the server writes for operators: exceptions that no request sees, and the lines of its start. */
function isForOperators(around: readonly Node[]): boolean {
  return around.some(({ type, callee }) => {
    const name = isNode(callee) ? String(callee.name ?? "") : "";
    return type === "NewExpression" && /Error$/.test(name) && name !== "PlatformError";
  });
}

/** Sentences in the code: words with blanks between them, outside of SQL. */
function sentencesIn({ program }: Source): (readonly [node: Node, text: string])[] {
  return [...walk(program)].flatMap(([node, around]) => {
    const text = literalText(node) ?? templateParts(node)?.join("%");
    const isSql = around.some(({ type }) => type === "TaggedTemplateExpression");
    if (text === undefined || isSql || isForOperators(around)) return [];
    return /\p{L}{2,} \p{Ll}{2,}/u.test(text) ? [[node, text] as const] : [];
  });
}

/** Parts of the platform that put answers together. */
const ANSWERING = [
  "auth",
  "certificates",
  "entities",
  "http",
  "info",
  "legacy",
  "operations",
  "preferences",
  "query",
  "routes",
  "work",
];

it.each(ANSWERING)("the platform answers with no text of its own: %s", (folder) => {
  const sources = sourcesBelow(`src/platform/${folder}`);
  expect(sources.length).toBeGreaterThan(0);
  const found = sources.flatMap((source) =>
    sentencesIn(source)
      .filter(([, text]) => !ALLOWED.includes(text))
      .map(([node, text]) => `${source.at(node)} ${text}`),
  );
  expect(found).toEqual([]);
});
