import { useLocale, useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { formatDuration, parseDuration } from "../../../core/duration.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { NumberInput } from "../controls/NumberInput.tsx";

/** A span of time: typed in words such as "1 h 30 min" or as a number of seconds, kept in seconds. */
export function DurationInput(props: InputProps): ReactNode {
  const locale = useLocale();
  const translate = useTranslate();
  return (
    <NumberInput
      {...props}
      inputMode="text"
      width={24}
      placeholder={translate("forms.duration.example")}
      format={(seconds) => formatDuration(seconds, locale)}
      parse={(text) => parseDuration(text, locale)}
    />
  );
}
