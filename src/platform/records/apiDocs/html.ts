/** Markup that is safe to embed as it is. */
export interface Html {
  readonly markup: string;
}

type HtmlChild = Html | string | number | undefined | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A fragment of a page: interpolated values are escaped, unless they are fragments themselves, or lists of them. */
export function html(literals: TemplateStringsArray, ...parts: readonly HtmlChild[]): Html {
  const pieces = literals.map((literal, index) => literal + toMarkup(parts[index]));
  return { markup: pieces.join("") };
}

function toMarkup(part: HtmlChild): string {
  if (part === undefined) return "";
  if (typeof part === "object") return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
