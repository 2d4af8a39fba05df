import type { FieldDescriptor, Json, WireRecord } from "../../../../core/schema/descriptor.ts";
import { hasValue } from "../../../../core/schema/valueAt.ts";
import type { CellContext } from "../../../kinds/cell.ts";
import { Value } from "../../../kinds/Value.tsx";

interface VersionProps {
  readonly field: FieldDescriptor;
  readonly value: Json;
  /** The record that the value was read with, including its expanded references. */
  readonly record?: WireRecord;
  readonly context: CellContext;
}

/** One side's value of a field, in full. */
export function Version({ field, value, record, context }: VersionProps) {
  if (!hasValue(value)) return <span className="quiet">{context.translate("conflict.empty")}</span>;
  return (
    <Value
      kind={field.kind}
      value={value}
      source={field.name}
      record={record ?? { [field.name]: value }}
      field={field}
      context={context}
    />
  );
}
