import { formatDuration } from "../../../core/duration.ts";
import type { CellProps } from "../cell.ts";

/** Seconds in words. */
export function DurationCell({ value, context }: CellProps) {
  return formatDuration(Number(value), context.locale);
}
