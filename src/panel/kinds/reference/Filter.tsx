import { noProblems } from "../controls/InputProps.ts";
import type { FilterProps } from "../filter.ts";
import { ReferencePicker } from "./ReferencePicker.tsx";

/** A record to look for, searched on the server; not narrowed to those that could be chosen for a new record. */
export function ReferenceFilter({ id, field, label, value, onChange }: FilterProps) {
  if (!field.reference) throw new Error(`${field.name} refers to nothing`);
  return (
    <ReferencePicker
      id={id}
      label={label}
      source={field.reference}
      filter={{}}
      value={value}
      onChange={(id) => onChange(typeof id === "number" || typeof id === "string" ? id : undefined)}
      required={false}
      readOnly={false}
      problems={noProblems}
    />
  );
}
