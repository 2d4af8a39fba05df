import type { ReactNode } from "react";
import { parseInputInstant } from "../../../../core/dateTime.ts";
import type { Json } from "../../../../core/descriptor.ts";
import { readMoment, writeMoment } from "../../../../core/events/readEvent.ts";
import type { InputProps } from "../../controls/InputProps.ts";
import { MomentControl } from "../../dateTime/MomentControl.tsx";

/** A time as the clock on the wall shows it, in no zone; one that was given in UTC stays so. */
export function WallTimeInput(props: Omit<InputProps, "Part">): ReactNode {
  const isUtc = readMoment(props.value)?.isUtc ?? false;
  return (
    <MomentControl
      {...props}
      extra={isUtc ? "UTC" : undefined}
      format={toInputText}
      parse={(typed) => {
        const instant = parseInputInstant(typed, "UTC");
        return instant ? writeMoment({ time: instant.getTime(), isUtc }) : null;
      }}
    />
  );
}

function toInputText(value: Json): string {
  const moment = readMoment(value);
  if (!moment) return String(value);
  return writeMoment({ ...moment, isUtc: false }).replace(/:00$/, "");
}
