import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import { type ReactNode, useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import { countryCodes } from "../../../core/validation/formats/iso-3166-alpha2.ts";
import { enumKey } from "../../navigation/labels.ts";
import { ChoiceInput } from "../controls/ChoiceInput.tsx";
import { notesOf } from "../controls/FieldNotes.tsx";
import type { InputProps, Inputs } from "../controls/InputProps.ts";
import { LocalPicker } from "../controls/LocalPicker.tsx";

export const inputs = {
  boolean: BooleanInput,
  enum: EnumInput,
  country: CountryInput,
  timezone: TimezoneInput,
} satisfies Inputs;

/** A switch. */
export function BooleanInput({ id, label, help, value, onChange, onBlur, readOnly, errors }: InputProps): ReactNode {
  const error = errors[""];
  const notes = notesOf(error, help);
  const notesId = `${id}-notes`;
  return (
    <FormControl error={error !== undefined}>
      <FormControlLabel
        label={label}
        disabled={readOnly}
        // Aligns the switch with the edges of other inputs.
        className="outdent"
        control={
          <Switch
            id={id}
            checked={value === true || value === 1}
            onChange={(_, checked) => onChange(checked)}
            onBlur={onBlur}
            slotProps={{
              input: {
                role: "switch",
                "aria-describedby": notes ? notesId : undefined,
                "aria-invalid": error !== undefined || undefined,
              },
            }}
          />
        }
      />
      {notes && <FormHelperText id={notesId}>{notes}</FormHelperText>}
    </FormControl>
  );
}

/** One of the schema's values. */
function EnumInput(props: InputProps): ReactNode {
  const translate = useTranslate();
  const { resource, path, field } = props;
  const choices = (field.enum ?? []).map((value) => ({
    value,
    label: translate(enumKey(resource, path, value), { _: String(value) }),
  }));
  return <ChoiceInput {...props} choices={choices} />;
}

/** A country by its localized name; its two-letter code finds it too. */
function CountryInput(props: InputProps): ReactNode {
  const locale = useLocale();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "region" });
    return countryCodes
      .map((code) => ({ value: code, label: names.of(code) ?? code }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
  }, [locale]);
  return <LocalPicker {...props} options={options} />;
}

/** A time zone by name. */
function TimezoneInput(props: InputProps): ReactNode {
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
