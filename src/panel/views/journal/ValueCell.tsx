import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Value } from "../../kinds/Value.tsx";

interface ValueCellProps {
  readonly field: string;
  readonly value: Json;
  readonly fields: readonly FieldDescriptor[];
  readonly context: CellContext;
}

/** A value of the journal, as its field shows it. */
export function ValueCell({ field: name, value, fields, context }: ValueCellProps) {
  const field = fields.find((candidate) => candidate.name === name);
  return (
    <Value
      kind={field?.kind ?? "text"}
      value={field ? value : toPlainText(value)}
      source={name}
      record={{ [name]: value }}
      field={field}
      context={context}
    />
  );
}

/** Returns the text of a value whose field has no schema, such as a preference. */
function toPlainText(value: Json): Json {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
