import type { ComponentType } from "react";
import type { Json } from "../../core/descriptor.ts";
import { type InputProps, noProblems } from "./controls/InputProps.ts";
import type { FilterEditor, FilterValue } from "./filter.ts";

/** A filter that is set as a form's field of the kind is: without that field's rules, as any value may be looked for. */
export function inputFilter(Input: ComponentType<InputProps>): FilterEditor {
  return function InputFilter({ id, resource, filter, field, label, value, onChange }) {
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
        problems={noProblems}
        Part={NoPart}
      />
    );
  };
}

/** Filters compare with single values: none of their inputs has parts. */
function NoPart() {
  return null;
}

function toFilterValue(value: Json): FilterValue | undefined {
  return value === null || value === "" || typeof value === "object" ? undefined : value;
}
