import { memo, type ReactNode } from "react";
import { RecordContextProvider } from "react-admin";
import { recordPath, toHref } from "../../navigation/recordPath.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Translate } from "../../providers/texts.ts";
import { type Column, cellContent } from "./columns.tsx";
import { SelectRow } from "./SelectCells.tsx";
import styles from "./table.module.css";

/** The target of a row, as in react-admin: a screen, a path, or none. */
export type RowClick =
  | "show"
  | "edit"
  | false
  | ((id: PanelRecord["id"], resource: string, record: PanelRecord) => string | false);

/** Props that all rows of a list share; the same across renders, so that memoized rows do not render again. */
export interface RowParts {
  readonly resource: string;
  readonly columns: readonly Column[];
  readonly translate: Translate;
  readonly rowClick: RowClick;
  readonly recordRepresentation: (record: PanelRecord) => ReactNode;
  readonly rowActions: ((record: PanelRecord) => ReactNode) | undefined;
  /** Absent: there are no bulk actions. */
  readonly onSelect: ((record: PanelRecord, isRange: boolean) => void) | undefined;
}

interface ListRowProps extends RowParts {
  readonly record: PanelRecord;
  readonly isSelected: boolean;
  /** It was created on the way to this list, and stands out. */
  readonly isCreated: boolean;
}

export const ListRow = memo(function ListRow({ record, isSelected, isCreated, ...parts }: ListRowProps) {
  const { columns, translate, recordRepresentation, rowActions, onSelect } = parts;
  return (
    <RecordContextProvider value={record}>
      <tr data-id={record.id} data-created={isCreated || undefined}>
        {onSelect && (
          <SelectRow
            label={translate("views.list.select", { title: recordRepresentation(record) })}
            isSelected={isSelected}
            onToggle={(isRange) => onSelect(record, isRange)}
          />
        )}
        {columns.map((column) =>
          column.isTitle ? (
            <th key={column.key} scope="row" className={styles.title}>
              <RowLink record={record} {...parts}>
                {cellContent(column, record)}
              </RowLink>
              {column.aside?.(record)}
            </th>
          ) : (
            <td key={column.key} className={column.className} data-align={column.align} data-label={column.heading}>
              {cellContent(column, record)}
            </td>
          ),
        )}
        <td className={styles.actions}>{rowActions?.(record)}</td>
      </tr>
    </RecordContextProvider>
  );
});

interface RowLinkProps extends Pick<RowParts, "resource" | "rowClick"> {
  readonly record: PanelRecord;
  readonly children: ReactNode;
}

/** A link of its own, which can be opened in another tab, in place of a row that reacts to clicks. */
function RowLink({ record, resource, rowClick, children }: RowLinkProps) {
  const view = rowClick === "edit" ? "edit" : "details";
  const path =
    typeof rowClick === "function"
      ? rowClick(record.id, resource, record)
      : rowClick !== false && recordPath(resource, view, record);
  return path ? <a href={toHref(path)}>{children}</a> : children;
}
