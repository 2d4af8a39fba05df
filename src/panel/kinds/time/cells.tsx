import { formatWireDate } from "../../../core/values/dateTime.ts";
import type { CellProps, Cells } from "../cell.ts";
import { Moment } from "./Moment.tsx";

export const cells = {
  dateTime: { Cell: DateTimeCell, align: "end" },
  date: { Cell: DateCell, align: "end" },
  timeOfDay: { Cell: DateCell, align: "end" },
} satisfies Cells;

/** The instant in the user's time zone; invalid ones are shown as they are. */
function DateTimeCell({ value, context: { zone } }: CellProps) {
  return <Moment at={String(value)} zone={zone} />;
}

/** A date or a time of day, which are in no zone. */
function DateCell({ value }: CellProps) {
  return formatWireDate(String(value));
}
