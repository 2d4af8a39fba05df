import { isObject } from "../../../core/prepare.ts";
import type { CellProps } from "../cell.ts";
import { ReferenceText } from "../reference/ReferenceText.tsx";
import { Several } from "../Several.tsx";

export function ReferencesCell({ value, record, field, context }: CellProps) {
  const ids = (Array.isArray(value) ? value : [value]).map(Number);
  const target = field?.reference?.resource;
  const expanded = record[`${field?.name}_expand`];
  const known = Array.isArray(expanded) ? expanded.filter(isObject) : [];
  return (
    <Several context={context}>
      {ids.map((id) =>
        target ? (
          <ReferenceText key={id} resource={target} id={id} expanded={known.find((one) => one.id === id)} link />
        ) : (
          `#${id}`
        ),
      )}
    </Several>
  );
}
