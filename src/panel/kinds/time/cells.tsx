import { formatWireDate } from "../../../core/dateTime.ts";
import type { CellProps } from "../cell.ts";
import { Moment } from "./Moment.tsx";

/** The instant in the user's time zone; invalid ones are shown as they are. */
export function DateTimeCell({ value, context: { zone } }: CellProps) {
  return <Moment at={String(value)} zone={zone} />;
}

/** A date or a time of day, which are in no zone. */
export function DateCell({ value }: CellProps) {
  return formatWireDate(String(value));
}
