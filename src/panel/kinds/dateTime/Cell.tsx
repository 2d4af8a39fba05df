import { formatDateTime, parseWireInstant } from "../../../core/dateTime.ts";
import type { CellProps } from "../cell.ts";

/** The instant on the reader's clock; what is no instant is shown as it came. */
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
