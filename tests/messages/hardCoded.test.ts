import { expect, it } from "vitest";
import {
  ancestorsIn,
  isNode,
  literalText,
  type Node,
  type Source,
  sourcesBelow,
  templateParts,
  walk,
} from "./sources.ts";

/** Attributes and properties that are displayed or read aloud. */
const SHOWN =
  /^(?:aria-(?:label|description|placeholder|roledescription|valuetext)|title|placeholder|label|alt|helperText|primary|secondary|message)$/;
const MESSAGE_KEY = /^[a-z]+(?:\.[\w-]+)+$/;

/** Date patterns are notation and the same in every language. */
const DATE_PATTERN = /^[YMDHms:. -]+$/;

/** Two consecutive letters make a word, unless the text is a message key. */
function isText(text: string): boolean {
  return /\p{L}{2,}/u.test(text) && !MESSAGE_KEY.test(text) && !DATE_PATTERN.test(text);
}

/** Texts that an expression may evaluate to, including both branches of conditions. */
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

it("the panel has no hard-coded text", () => {
  const found = sourcesBelow("src/panel").flatMap((source) =>
    [...walk(source.program)].flatMap(([node]) => shownTexts(node).map((text) => `${source.at(node)} ${text.trim()}`)),
  );
  expect(found).toEqual([]);
});

const ALLOWED = [
  // API messages that clients compare with; they are identifiers rather than sentences.
  "User not found",
  'Basic realm="api_admin_http"',
  // A database type, and the input of a dummy password hash.
  "double precision",
  "no account has this password",
];

/** Words of the query builder: operators, columns and tables with an alias, and statements given as a text. */
const SQL_WORDS = /^(?:is (?:not|distinct from)|not in|[a-z_.]+ as [a-z_]+|(?:insert into|update) .*)$/s;

/** Messages for operators: exceptions outside of requests, and startup output. */
function isForOperators(ancestors: readonly Node[]): boolean {
  return ancestors.some(({ type, callee }) => {
    const name = isNode(callee) ? String(callee.name ?? "") : "";
    return type === "NewExpression" && /Error$/.test(name) && name !== "PlatformError";
  });
}

/** Sentences in the code: several words separated by spaces, outside of SQL. */
function sentencesIn({ program }: Source): (readonly [node: Node, text: string])[] {
  return [...walk(program)].flatMap(([node, around]) => {
    const text = literalText(node) ?? templateParts(node)?.join("%");
    if (text === undefined || SQL_WORDS.test(text) || !/\p{L}{2,} \p{Ll}{2,}/u.test(text)) return [];
    const ancestors = ancestorsIn(around);
    const isSql = ancestors.some(({ type }) => type === "TaggedTemplateExpression");
    return isSql || isForOperators(ancestors) ? [] : [[node, text] as const];
  });
}

/** Folders of the platform that produce responses. */
const RESPONDING = [
  "accounts",
  "features/balances",
  "features/billing",
  "features/bulkJobs",
  "features/passwords",
  "features/userItems",
  "http",
  "preferences",
  "records/legacy",
  "records/operations",
  "records/query",
  "records/unitOfWork",
  "resources",
  "server",
];

it.each(RESPONDING)("the platform has no hard-coded text: %s", (folder) => {
  const sources = sourcesBelow(`src/platform/${folder}`);
  expect(sources.length).toBeGreaterThan(0);
  const found = sources.flatMap((source) =>
    sentencesIn(source)
      .filter(([, text]) => !ALLOWED.includes(text))
      .map(([node, text]) => `${source.at(node)} ${text}`),
  );
  expect(found).toEqual([]);
});
