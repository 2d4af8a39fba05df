import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { formatInput, parseInputInstant, parseWireInstant, toRfc3339 } from "../../../core/dateTime.ts";
import type { Json } from "../../../core/descriptor.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { browserZone } from "./browserZone.ts";
import { MomentControl } from "./MomentControl.tsx";

/** A date with time in the zone of this browser. */
export function DateTimeInput(props: InputProps): ReactNode {
  const translate = useTranslate();
  const zone = browserZone();
  return (
    <MomentControl
      {...props}
      extra={translate("forms.dateTime.zone", { zone })}
      format={(value) => toInputText(value, zone)}
      parse={(typed) => fromInputText(typed, zone)}
    />
  );
}

function toInputText(value: Json, zone: string): string {
  const instant = typeof value === "string" ? parseWireInstant(value, zone) : null;
  return instant ? formatInput(instant, zone) : String(value);
}

function fromInputText(typed: string, zone: string): Json {
  const instant = parseInputInstant(typed, zone);
  return instant ? toRfc3339(instant) : null;
}
