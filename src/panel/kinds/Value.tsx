import type { FieldDescriptor, WireRecord } from "../../core/descriptor.ts";
import { hasValue } from "../../core/valueAt.ts";
import type { CellContext, ValueProps } from "./cell.ts";
import { cells } from "./cells.ts";
import "./kinds.css";

/** A value by its kind; nothing at all when it is empty. */
export function Value({ kind, value: own, ...props }: ValueProps) {
  // A sound is not in its record: what finds it is the record's id.
  const value = kind === "file" ? props.record.id : own;
  if (!hasValue(value)) return null;
  const { Cell } = cells[kind];
  return <Cell {...props} value={value} Part={Value} />;
}

interface FieldValueProps {
  readonly field: FieldDescriptor;
  readonly record: WireRecord;
  readonly context: CellContext;
}

/** A record's value of one of its fields. */
export function FieldValue({ field, record, context }: FieldValueProps) {
  const { kind, name } = field;
  return <Value kind={kind} value={record[name]} source={name} record={record} field={field} context={context} />;
}
