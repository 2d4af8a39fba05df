const WIDTH = 120;

/** Formats JSON in the style of the schemas: values that fit on a line stay on one. */
export function printJson(value: unknown): string {
  return `${print(value, "", 0)}\n`;
}

function print(value: unknown, indent: string, before: number): string {
  const line = toLine(value);
  // Leave room for a trailing comma.
  if (typeof value !== "object" || value === null || before + line.length < WIDTH) return line;
  const inner = `${indent}  `;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${print(item, inner, inner.length)}`)
    : entries.map(([key, member]) => {
        const start = `${inner}${JSON.stringify(key)}: `;
        return `${start}${print(member, inner, start.length)}`;
      });
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

function toLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toLine).join(", ")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  return `{ ${members.map(([key, member]) => `${JSON.stringify(key)}: ${toLine(member)}`).join(", ")} }`;
}
