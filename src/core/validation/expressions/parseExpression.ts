/** The tree of a computed field's expression: operators are calls, as functions are. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "field"; readonly path: string }
  | ExpressionCall;

export interface ExpressionCall {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Expression[];
}

/** An error in an expression, with what is expected instead and the names that would be right. */
export class ExpressionError extends Error {
  readonly expected: string;
  readonly names: readonly string[];

  constructor(message: string, expected: string, names: readonly string[] = []) {
    super(message);
    this.expected = expected;
    this.names = names;
  }
}

/** Binary operators, from those that bind least. */
const OPERATORS = [
  ["==", "!=", "<=", ">=", "<", ">"],
  ["+", "-"],
  ["*", "/"],
];

const TOKEN =
  /\s*(?:(?<number>\d{1,15}(?:\.\d{1,12})?)|'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<path>[a-z_]\w*(?:\.[a-z_]\w*)*)|(?<sign>[=!<>]=|[-+*/<>(),]))/iy;

type Token = Readonly<Record<"number" | "single" | "double" | "path" | "sign", string | undefined>>;

/** Throws ExpressionError if the text is none. */
export function parseExpression(text: string): Expression {
  const tokens = tokensOf(text);
  let next = 0;
  const take = (...signs: readonly string[]) => {
    const sign = tokens[next]?.sign;
    if (sign === undefined || !signs.includes(sign)) return undefined;
    next += 1;
    return sign;
  };
  const need = (sign: string) => {
    if (!take(sign)) throw new ExpressionError(`${found(tokens[next])} is not where it can be`, `"${sign}"`);
  };

  function operation(level = 0): Expression {
    const signs = OPERATORS[level];
    if (!signs) return operand();
    let left = operation(level + 1);
    for (let sign = take(...signs); sign; sign = take(...signs)) left = call(sign, left, operation(level + 1));
    return left;
  }

  function operand(): Expression {
    if (take("-")) return call("-", { kind: "number", value: 0 }, operand());
    if (take("(")) {
      const inside = operation();
      need(")");
      return inside;
    }
    const token = tokens[next];
    next += 1;
    if (token?.number !== undefined) return { kind: "number", value: Number(token.number) };
    const quoted = token?.single ?? token?.double;
    if (quoted !== undefined) return { kind: "text", value: quoted };
    if (token?.path === undefined)
      throw new ExpressionError(
        `${found(token)} is not where it can be`,
        "a number, a text in quotes, a field or a function",
      );
    return take("(") ? call(token.path, ...callArguments()) : { kind: "field", path: token.path };
  }

  function callArguments(): Expression[] {
    const args = [operation()];
    while (take(",")) args.push(operation());
    need(")");
    return args;
  }

  const expression = operation();
  if (next < tokens.length)
    throw new ExpressionError(`${found(tokens[next])} is not where it can be`, "an operator or the end");
  return expression;
}

function tokensOf(text: string): Token[] {
  const pattern = new RegExp(TOKEN);
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const from = pattern.lastIndex;
    const { groups } = pattern.exec(text) ?? {};
    if (!groups)
      throw new ExpressionError(
        `"${text.slice(from).trim()}" cannot be read`,
        "numbers, texts in quotes, fields, functions, + - * / and comparisons",
      );
    tokens.push({
      number: undefined,
      single: undefined,
      double: undefined,
      path: undefined,
      sign: undefined,
      ...groups,
    });
  }
  return tokens;
}

function call(name: string, ...args: readonly Expression[]): ExpressionCall {
  return { kind: "call", name, args };
}

function found(token: Token | undefined): string {
  const text = Object.values(token ?? {}).find((part) => part !== undefined);
  return text === undefined ? "the end" : `"${text}"`;
}

/** The paths of fields in an expression, those in `sum` apart. */
export function fieldPathsIn(expression: Expression): string[] {
  if (expression.kind === "field") return [expression.path];
  if (expression.kind !== "call" || expression.name === "sum") return [];
  return expression.args.flatMap(fieldPathsIn);
}

/** `rentals.price` for `sum(rentals.price)`. */
export function sumPathsIn(expression: Expression): string[] {
  if (expression.kind !== "call") return [];
  const [path] = expression.args;
  return expression.name === "sum" && path?.kind === "field" ? [path.path] : expression.args.flatMap(sumPathsIn);
}
