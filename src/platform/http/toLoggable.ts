/** As libraries put them into their messages. */
const mailAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/** Classes of PostgreSQL's errors whose messages quote values: refused data, and what functions raise. */
const quotesValues = /^(?:22|P0)[0-9A-Z]{3}$/;

/**
 * Returns the part of an error that may be logged: database drivers attach values of parameters to their errors and
 * quote them in their messages, mail servers quote addresses, and those may be secrets or say something about a person.
 */
export function toLoggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const { name } = error;
  const { code, constraint, table, column, routine }: Error & Details = error;
  const isQuoting = typeof code === "string" && quotesValues.test(code) && typeof routine === "string";
  const message = isQuoting ? `${code} (${String(routine)})` : withoutAddresses(error.message);
  const calls = error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    name,
    message,
    stack: calls.join("\n"),
    code,
    constraint,
    table,
    column,
    ...(error.cause === undefined ? {} : { cause: toLoggable(error.cause) }),
  };
}

interface Details {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly routine?: unknown;
}

export function withoutAddresses(text: string): string {
  return text.replaceAll(mailAddress, "<address>");
}
