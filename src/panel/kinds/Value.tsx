import { hasValue } from "../../core/valueAt.ts";
import type { ValueProps } from "./cell.ts";
import { cells } from "./cells.ts";
import "./kinds.css";

/** A value by its kind; nothing at all when it is empty. */
export function Value({ kind, value, ...props }: ValueProps) {
  if (!hasValue(value)) return null;
  const { Cell } = cells[kind];
  return <Cell {...props} value={value} Part={Value} />;
}
