import type { ComponentType } from "react";
import type { Json } from "../../core/schema/descriptor.ts";
import { CountryInput, TimezoneInput } from "./choice/inputs.tsx";
import { type InputProps, noErrors } from "./controls/InputProps.ts";
import type { FilterEditor, FilterValue } from "./filter.ts";
import { DecimalInput, DurationInput, IntegerInput, MoneyInput, PercentInput } from "./number/inputs.tsx";
import { DateInput, DateTimeInput } from "./time/inputs.tsx";

/** Filters that use the form's input: dates, amounts and durations are entered the same way everywhere. */
export const inputFilters = {
  integer: inputFilter(IntegerInput),
  decimal: inputFilter(DecimalInput),
  money: inputFilter(MoneyInput),
  percent: inputFilter(PercentInput),
  duration: inputFilter(DurationInput),
  dateTime: inputFilter(DateTimeInput),
  date: inputFilter(DateInput),
  country: inputFilter(CountryInput),
  timezone: inputFilter(TimezoneInput),
};

/** A filter that uses the kind's form input, without the field's rules: any value may be searched for. */
function inputFilter(Input: ComponentType<InputProps>): FilterEditor {
  return function InputFilter({ id, resource, filter, field, label, value, problem, onChange }) {
    return (
      <Input
        id={id}
        resource={resource}
        path={filter.source}
        field={field}
        label={label}
        value={value}
        onChange={(changed) => onChange(toFilterValue(changed))}
        required={false}
        readOnly={false}
        problems={problem === undefined ? noErrors : { "": problem }}
        Part={NoPart}
      />
    );
  };
}

/** Filters compare with single values: their inputs have no parts. */
function NoPart() {
  return null;
}

function toFilterValue(value: Json): FilterValue | undefined {
  return value === null || value === "" || typeof value === "object" ? undefined : value;
}
