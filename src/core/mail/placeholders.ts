/** A piece of a template, as written. */
interface Part {
  /** `name`: a placeholder; `code`: another directive; `open`: a directive without an end. */
  readonly kind: "text" | "name" | "code" | "open";
  readonly text: string;
}

const OPEN = "[%";
const CLOSE = "%]";
const name = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i;

/** The pieces of a template in order. Takes linear time, however many brackets there are. */
function partsOf(template: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < template.length) {
    const start = template.indexOf(OPEN, at);
    if (start !== at) parts.push({ kind: "text", text: template.slice(at, start < 0 ? undefined : start) });
    if (start < 0) break;
    const end = template.indexOf(CLOSE, start + OPEN.length);
    if (end < 0) {
      parts.push({ kind: "open", text: template.slice(start) });
      break;
    }
    const text = template.slice(start + OPEN.length, end).trim();
    parts.push({ kind: name.test(text) ? "name" : "code", text });
    at = end + CLOSE.length;
  }
  return parts;
}

/** `[% url %]` for `url`. */
export function toPlaceholder(placeholder: string): string {
  return `${OPEN} ${placeholder} ${CLOSE}`;
}

/** Whether a text is one placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  const [only, ...others] = partsOf(text);
  return only?.kind === "name" && others.length === 0;
}

/** What cannot be filled in. */
export type PlaceholderFault =
  | { readonly kind: "unknown"; readonly name: string }
  /** A condition, loop, function or comment, or a bracket without its end. */
  | { readonly kind: "code" };

/** The first thing in a template that these placeholders do not cover. */
export function findFault(template: string, known: (placeholder: string) => boolean): PlaceholderFault | undefined {
  for (const { kind, text } of partsOf(template)) {
    if (kind === "code" || kind === "open") return { kind: "code" };
    if (kind === "name" && !known(text)) return { kind: "unknown", name: text };
  }
  return undefined;
}

/**
 * Replaces placeholders by their values. Values are plain text: placeholders in them stay as they are. Placeholders
 * without a value and other directives disappear.
 */
export function fillPlaceholders(template: string, values: Readonly<Record<string, string>>): string {
  const filled = partsOf(template).map(({ kind, text }) => {
    if (kind === "name") return Object.hasOwn(values, text) ? values[text] : "";
    return kind === "code" ? "" : text;
  });
  return filled.join("");
}
