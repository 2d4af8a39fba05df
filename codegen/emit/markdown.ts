import type { NeedsKeyword } from "../schemaTypes.ts";

/** A table with aligned columns, which is readable as plain text. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = " ") =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width, fill)).join(" | ")} |`;
  return [line(header), line([], "-"), ...rows.map((row) => line(row))].join("\n");
}

/** A table without alignment, for sentences. */
export function looseTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Platform features that are required: "flag `voucher`". */
export function needsText(needs: NeedsKeyword | undefined): string {
  return Object.entries(needs ?? {})
    .map(([what, name]) => `${what} ${code(name)}`)
    .join(", ");
}
