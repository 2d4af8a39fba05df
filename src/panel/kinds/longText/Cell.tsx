import type { CellProps } from "../cell.ts";

/** The first line in a list; all lines in details. */
export function LongTextCell({ value, context }: CellProps) {
  const text = String(value);
  return context.place === "list" ? text.split("\n", 1)[0] : <span className="cell-lines">{text}</span>;
}
