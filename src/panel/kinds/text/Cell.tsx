import type { CellProps } from "../cell.ts";

/** The value as it is, on one line. */
export function TextCell({ value }: CellProps) {
  return String(value);
}
