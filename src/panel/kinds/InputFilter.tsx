import type { Json } from "../../core/schema/descriptor.ts";
import type { FilterProps, FilterValue } from "./filter.ts";
import { KindInput } from "./KindInput.tsx";

/** A filter that uses the form's input, without the field's rules: any value may be searched for. */
export function InputFilter({ filter, problem, onChange, ...input }: FilterProps) {
  return (
    <KindInput
      {...input}
      path={filter.source}
      onChange={(changed) => onChange(toFilterValue(changed))}
      {...(problem === undefined ? {} : { problems: { "": problem } })}
    />
  );
}

/** Filters compare with single values. */
function toFilterValue(value: Json): FilterValue | undefined {
  return value === null || value === "" || typeof value === "object" ? undefined : value;
}
