import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { cells, Value } from "../../kinds/Value.tsx";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { type CommandName, canChangeField } from "../recordActions/recordActions.ts";
import type { Column } from "./columns.ts";
import { InlineCell } from "./InlineCell.tsx";

/** Rare, so first lists do not wait for it. */
const Secret = lazyPart(() => import("../Secret.tsx"), "Secret");

/** Props that all rows of a list share; a stable object across renders, so that memoized rows do not re-render. */
export interface RowParts {
  readonly descriptor: ResourceDescriptor;
  readonly columns: readonly Column[];
  /** Columns that the table has no room for, shown below each row. */
  readonly overflow?: readonly Column[];
  readonly context: CellContext;
  readonly access: Access;
  /** The list is in the order that moving changes. */
  readonly canMove: boolean;
  readonly onMenu: (record: PanelRecord, button: HTMLElement) => void;
  readonly onCommand: (command: CommandName, record: PanelRecord) => void;
  readonly onPatch: (record: PanelRecord, field: string, value: Json) => Promise<void>;
  /** Absent: there are no bulk actions. */
  readonly onSelect?: (record: PanelRecord, isRange: boolean) => void;
}

export interface RowProps extends RowParts {
  readonly record: PanelRecord;
}

export interface CellProps extends RowProps {
  readonly title: string;
}

/** A record's value of a column, to be changed in place where it may be. */
export function CellValue(props: CellProps & { column: Column }) {
  const { column, record, title, descriptor, context, access, onPatch } = props;
  const { source, kind, field } = column;
  if (column.isInline && field && cells[kind].isInline && canChangeField(descriptor, access, record, field)) {
    return (
      <InlineCell
        column={column}
        record={record}
        title={title}
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
