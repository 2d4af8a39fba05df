import type { Json } from "../../core/schema/descriptor.ts";
import type { FilterProps, FilterValue } from "./filter.ts";
import { KindInput } from "./KindInput.tsx";

/** A filter that uses the form's input, without the field's rules: any value may be searched for. */
export function InputFilter({ filter, error, onChange, ...input }: FilterProps) {
  return (
    <KindInput
      {...input}
      path={filter.source}
      onChange={(changed) => onChange(toFilterValue(changed))}
      {...(error === undefined ? {} : { errors: { "": error } })}
    />
  );
}

/** Filters compare with single values. */
function toFilterValue(value: Json): FilterValue | undefined {
  return value === null || value === "" || typeof value === "object" ? undefined : value;
}
