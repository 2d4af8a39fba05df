import { Children, type ComponentType, isValidElement, type ReactNode } from "react";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { requireContext } from "../../providers/requireContext.ts";
import type { PanelRecord } from "../../providers/rest.ts";

/** The props of react-admin's `DataTable.Col`, and ours. */
export interface ColumnProps<Row extends object = PanelRecord> {
  /** A field, or a path to it: `contact_id_expand.email`. */
  readonly source?: string;
  /** A text, or the key of a message; absent: the field's. */
  readonly label?: string;
  readonly disableSort?: boolean;
  /** Sorts the list in place of `source`. */
  readonly sortBy?: string;
  /** A field of react-admin's; absent, without `render` and children: the value as it is. */
  readonly field?: ComponentType<{ readonly source: string }>;
  readonly render?: (record: Row) => ReactNode;
  readonly children?: ReactNode;
  readonly align?: "end" | undefined;
  readonly className?: string | undefined;
  /** Heads its row and leads to the record's page, as the first column does if none has it. */
  readonly isTitle?: boolean;
  /** Follows the link of a title. */
  readonly aside?: (record: Row) => ReactNode;
  /** Stays where the table has no room for all columns. */
  readonly isFixed?: boolean;
  /** Shown below the row while empty as well, to be filled in. */
  readonly isEditable?: boolean;
}

/** A column with its key and its heading. */
export interface Column extends ColumnProps {
  readonly key: string;
  readonly heading: string;
}

/** A column of a table, which reads it from here: it renders nothing itself. */
export function Col<Row extends object = PanelRecord>(_: ColumnProps<Row>): ReactNode {
  return requireContext("DataTable.Col", "DataTable, directly", undefined);
}

/** The columns that a table has as its children. */
export function columnsOf<Row extends object>(children: ReactNode): ColumnProps<Row>[] {
  return Children.toArray(children).map((child) => {
    if (isValidElement<ColumnProps<Row>>(child) && child.type === Col) return child.props;
    throw new Error("DataTable has a child that is no DataTable.Col");
  });
}

export function cellContent(column: ColumnProps, record: PanelRecord): ReactNode {
  const { source, field: Field, render, children } = column;
  if (render) return render(record);
  if (children || source === undefined) return children;
  return Field ? <Field source={source} /> : asText(valueAtPath(record, source));
}

/** Nothing where a value is no text of its own. */
export const asText = (value: unknown): ReactNode =>
  typeof value === "string" || typeof value === "number" ? value : null;
