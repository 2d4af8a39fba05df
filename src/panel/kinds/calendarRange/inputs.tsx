import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { useLocale, useTranslate } from "react-admin";
import { calendarBounds, formatRange, parseRange } from "../../../core/values/calendarRange.ts";
import styles from "../controls/controls.module.css";
import { notesOf } from "../controls/FieldNotes.tsx";
import type { InputProps, Inputs } from "../controls/InputProps.ts";
import { NativeChoice } from "../controls/NativeChoice.tsx";
import { PlainTextInput } from "../controls/TextControl.tsx";
import { calendarWord, formatOf } from "./Cell.tsx";

export const inputs = { calendarRange: CalendarRangeInput } satisfies Inputs;

/** A range of weekdays, months or hours, each end selected by name; years are typed. */
function CalendarRangeInput(props: InputProps): ReactNode {
  const { id, label, help, value, onChange, onBlur, required, readOnly, errors, field } = props;
  const locale = useLocale();
  const translate = useTranslate();
  const format = formatOf(field);
  const text = typeof value === "string" ? value : "";
  const range = parseRange(text);
  // A thousand years are too many to select from, and an invalid range is shown as it is.
  if (format === "year-range" || (text !== "" && range === null)) return <PlainTextInput {...props} width={12} />;
  const [lowest, highest] = calendarBounds[format];
  const choices = Array.from({ length: highest - lowest + 1 }, (_, index) => {
    const choice = lowest + index;
    return [choice, calendarWord(format, choice, locale)] as const;
  });
  const notes = notesOf(errors[""], help);
  const common = {
    fullWidth: true,
    required,
    onBlur,
    error: errors[""] !== undefined,
    disabled: readOnly,
  };
  return (
    <div className={styles.range}>
      <Stack direction="row" spacing={1}>
        <NativeChoice
          {...common}
          id={id}
          label={label}
          value={range?.from ?? ""}
          options={[["", translate("forms.range.any")], ...choices]}
          onChange={(chosen) => {
            const from = Number(chosen);
            onChange(chosen === "" ? null : formatRange({ from, to: isSpan(range) ? range.to : from }));
          }}
          aria={{ "aria-describedby": notes ? `${id}-notes` : undefined }}
        />
        <NativeChoice
          {...common}
          id={`${id}-to`}
          label={translate("forms.range.to")}
          value={isSpan(range) ? range.to : ""}
          disabled={readOnly || range === null}
          options={[["", "–"], ...choices]}
          onChange={(chosen) => {
            if (range) onChange(formatRange({ ...range, to: chosen === "" ? range.from : Number(chosen) }));
          }}
          aria={{ "aria-label": translate("forms.range.until", { field: label }) }}
        />
      </Stack>
      {notes && (
        <FormHelperText id={`${id}-notes`} error={errors[""] !== undefined}>
          {notes}
        </FormHelperText>
      )}
    </div>
  );
}

function isSpan(range: ReturnType<typeof parseRange>): range is NonNullable<typeof range> {
  return range !== null && range.from !== range.to;
}
