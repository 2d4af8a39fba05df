/** `[% url %]` for `url`. */
export function toPlaceholder(name: string): string {
  return `[% ${name} %]`;
}

/** Whether a directive says nothing but the name of a value. */
export function isVariableName(directive: string): boolean {
  return /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i.test(directive);
}

/** Whether a text is one placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  return text.startsWith("[%") && text.endsWith("%]") && isVariableName(text.slice(2, -2).trim());
}

/** The first sign of a template that is none of its directives: `<` of markup. A byte order mark may be before it. */
export function firstTextSignOf(text: string): string | undefined {
  return /^(?:\ufeff|\xef\xbb\xbf)?(?:\s|\[%[\s\S]*?%\])*(\S)/.exec(text)?.[1];
}
