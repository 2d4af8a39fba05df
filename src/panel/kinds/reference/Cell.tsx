import { isObject } from "../../../core/prepare.ts";
import type { CellProps } from "../cell.ts";
import { ReferenceText } from "./ReferenceText.tsx";

export function ReferenceCell({ value, record, field }: CellProps) {
  const id = Number(value);
  if (!field?.reference) return `#${id}`;
  const expanded = record[`${field.name}_expand`];
  return (
    <ReferenceText
      resource={field.reference.resource}
      id={id}
      expanded={isObject(expanded) ? expanded : undefined}
      link
    />
  );
}
