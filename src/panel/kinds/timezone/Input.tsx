import { type ReactNode, useMemo } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { LocalPicker } from "../controls/LocalPicker.tsx";

/** A time zone by its name. */
export function TimezoneInput(props: InputProps): ReactNode {
  const options = useMemo(
    () =>
      ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) => ({
        value: zone,
        label: zone,
        // "new york" finds America/New_York.
        aliases: zone.replaceAll("_", " "),
      })),
    [],
  );
  return <LocalPicker {...props} options={options} />;
}
