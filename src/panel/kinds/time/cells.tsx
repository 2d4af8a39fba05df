import { formatDateTime, parseWireInstant } from "../../../core/dateTime.ts";
import type { CellProps } from "../cell.ts";

/** The instant in the user's time zone; invalid ones are shown as they are. */
export function DateTimeCell({ value, context }: CellProps) {
  const text = String(value);
  const instant = parseWireInstant(text, context.zone);
  if (!instant) return text;
  return (
    <time dateTime={instant.toISOString()} title={formatDateTime(instant, context.zone, { seconds: true })}>
      {formatDateTime(instant, context.zone)}
    </time>
  );
}
