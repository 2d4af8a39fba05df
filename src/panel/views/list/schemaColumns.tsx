import { useMemo } from "react";
import { useListContext } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { statusObstacle } from "../../../core/validation/transitions.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Dial } from "../../kinds/phoneNumber/Dial.tsx";
import { NumberPattern } from "../../kinds/phoneNumber/NumberPattern.tsx";
import { NumberText } from "../../kinds/phoneNumber/NumberText.tsx";
import { cells, Value } from "../../kinds/Value.tsx";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type Access, useAccess } from "../../providers/StartupDataContext.tsx";
import { canChangeField } from "../recordActions/recordActions.ts";
import { usePatchField } from "../recordActions/usePatchField.ts";
import { useCellContext } from "../useCellContext.ts";
import { type Column, columnDigits } from "./columns.ts";
import { InlineCell } from "./InlineCell.tsx";

/** Rare, so first lists do not wait for it. */
const Secret = lazyPart(() => import("../Secret.tsx"), "Secret");

interface CellParts {
  readonly descriptor: ResourceDescriptor;
  readonly context: CellContext;
  readonly access: Access;
  readonly onPatch: (record: PanelRecord, field: string, value: Json) => Promise<void>;
}

/** Columns of the schema as those of a table; the same across renders, so that memoized rows do not render again. */
export function useSchemaColumns(descriptor: ResourceDescriptor, columns: readonly Column[]) {
  const { data = [] } = useListContext<PanelRecord>();
  const access = useAccess();
  const context = useCellContext(descriptor.name, "list");
  const onPatch = usePatchField(descriptor);
  // As a text, which is the same while the rows need the same.
  const digits = columnDigits(columns, data).join(" ");
  return useMemo(() => {
    const counts = digits.split(" ");
    const exact = columns.map((column, index) =>
      counts[index] ? { ...column, digits: Number(counts[index]) } : column,
    );
    return tableColumns(exact, { descriptor, access, context, onPatch });
  }, [descriptor, columns, digits, access, context, onPatch]);
}

function tableColumns(columns: readonly Column[], parts: CellParts) {
  const { dialTemplate, remove, hiddenWhen } = parts.descriptor;
  const status = remove.by === "status" ? remove.field : hiddenWhen?.field;
  return columns.map((column) => {
    const { source, kind, labelKey, sortBy, isTitle, isInline } = column;
    const Cell = isTitle ? Name : CellValue;
    return (
      <DataTable.Col
        key={source}
        source={source}
        label={labelKey}
        disableSort={sortBy === undefined}
        sortBy={sortBy}
        align={isTitle ? undefined : cells[kind].align}
        className={source === "id" ? "quiet" : undefined}
        isTitle={isTitle}
        isFixed={source === status}
        isEditable={isInline}
        render={(record) => <Cell column={column} record={record} {...parts} />}
        aside={dialTemplate === undefined ? undefined : (record) => <Dial number={recordTitle(dialTemplate, record)} />}
      />
    );
  });
}

interface CellProps extends CellParts {
  readonly column: Column;
  readonly record: PanelRecord;
}

/** The name of a record; the numbers in it in groups. */
function Name({ column, record, descriptor, context }: CellProps) {
  const title = recordTitle(descriptor.recordRepresentation, record);
  const { pattern } = column;
  if (pattern) return <NumberPattern text={title} field={pattern} record={record} context={context} />;
  if (!column.isNumber) return title;
  const words = title.split(/( )/);
  // biome-ignore lint/suspicious/noArrayIndexKey: words have no other key
  return words.map((word, index) => <NumberText key={index} text={word} isInside={index < words.length - 1} />);
}

/** The column with the values that its field may get from here: a status may have transitions. */
function withAllowedValues(
  descriptor: ResourceDescriptor,
  record: PanelRecord,
  column: Column,
  access: Access,
): Column {
  const { field } = column;
  if (!field?.enum || descriptor.statusTransitions?.field !== field.name) return column;
  const isAllowed = (value: string) => !statusObstacle(descriptor, record, value, access.can);
  const values = field.enum.filter((value) => value === record[field.name] || isAllowed(String(value)));
  return { ...column, field: { ...field, enum: values } };
}

/** A record's value of a column, to be changed in place where it may be, unless its cell is the resource's own. */
function CellValue({ column: declared, record, descriptor, context, access, onPatch }: CellProps) {
  const { source, kind } = declared;
  const Custom = context.cells?.[source];
  if (Custom && !declared.field?.secret) return <Custom record={record} context={context} />;
  const column = withAllowedValues(descriptor, record, declared, access);
  const { field } = column;
  if (column.isInline && field && cells[kind].isInline && canChangeField(descriptor, access, record, field)) {
    return (
      <InlineCell
        column={column}
        record={record}
        title={recordTitle(descriptor.recordRepresentation, record)}
        context={context}
        onSave={(changed) => onPatch(record, source, changed)}
      />
    );
  }
  if (field?.secret) {
    return <Secret field={field} record={record} context={context} />;
  }
  const value = valueAtPath(record, source);
  const { digits } = column;
  return <Value {...{ kind, value, source, record, field, context, digits }} />;
}
