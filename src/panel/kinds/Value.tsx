import type { FieldDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { hasValue } from "../../core/schema/valueAt.ts";
import { byKind } from "./byKind.ts";
import type { CellContext, CellKind, ValueProps } from "./cell.ts";

/** A value rendered by its kind; nothing when empty. */
export function Value({ kind, value: recordValue, ...props }: ValueProps) {
  // A sound is not part of its record: it is fetched by the record's id.
  const value = kind === "file" ? props.record.id : recordValue;
  if (!hasValue(value)) return null;
  const { Cell } = cells[props.field?.secret ? "password" : kind];
  return <Cell {...props} value={value} Part={Value} />;
}

export interface FieldValueProps {
  readonly field: FieldDescriptor;
  readonly record: WireRecord;
  readonly context: CellContext;
}

/** A record's value of one field. */
export function FieldValue({ field, record, context }: FieldValueProps) {
  const { kind, name } = field;
  const Custom = context.cells?.[name];
  if (Custom) return <Custom record={record} context={context} />;
  return <Value kind={kind} value={record[name]} source={name} record={record} field={field} context={context} />;
}

/** The cell of each kind. */
export const cells = byKind<CellKind>(
  Object.values(import.meta.glob("./*/cells.tsx", { eager: true, import: "cells" })),
);
