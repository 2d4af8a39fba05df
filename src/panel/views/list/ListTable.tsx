import type { ReactNode, RefObject } from "react";
import { HeaderCell } from "./HeaderCell.tsx";
import { ListRow, type RowParts } from "./ListRow.tsx";
import { SkeletonRows } from "./SkeletonRows.tsx";
import { SelectPage } from "./selection/SelectCells.tsx";
import type { Selection } from "./selection/useSelection.ts";
import type { ListState } from "./useListState.ts";
import "./table.css";
import "./cards.css";

interface ListTableProps {
  readonly list: ListState;
  readonly parts: RowParts;
  readonly selection: Selection;
  readonly caption: string;
  readonly isCompact: boolean;
  /** The person chose the columns: all of them matter, also on a narrow screen. */
  readonly isChosen: boolean;
  readonly boxRef: RefObject<HTMLDivElement | null>;
  /** Stands in place of the rows when there are none. */
  readonly children: ReactNode;
}

const skeletonRowsAtMost = 25;

/** The rows of one page. While the next page is on its way the present one stays, so that nothing jumps. */
export function ListTable({ list, parts, selection, caption, isCompact, isChosen, boxRef, children }: ListTableProps) {
  const { columns, context, onSelect } = parts;
  const { data = [], isPending, isFetching, perPage } = list;
  const isEmpty = !isPending && data.length === 0;
  const marked = data.filter(({ id }) => selection.has(id)).length;
  return (
    <div className={`list-box${isCompact ? " is-compact" : ""}`} ref={boxRef} tabIndex={-1} data-keeps-scroll="">
      <table className={`list-table${isChosen ? " is-chosen" : ""}`} aria-busy={isFetching}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {onSelect && (
              <SelectPage
                label={context.translate("views.list.selectPage")}
                isSelected={marked > 0 && marked === data.length}
                isPartly={marked > 0 && marked < data.length}
                onToggle={selection.togglePage}
              />
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.source}
                column={column}
                label={context.translate(column.labelKey, { smart_count: 1 })}
                sort={list.sort}
                onSort={(field) => list.setSort({ field, order: nextOrder(list.sort, field) })}
              />
            ))}
            <th scope="col" className="list-actions">
              <span className="sr-only">{context.translate("views.list.actions")}</span>
            </th>
          </tr>
        </thead>
        {isPending && (
          <SkeletonRows
            count={Math.min(perPage, skeletonRowsAtMost)}
            columns={columns}
            hasCheck={onSelect !== undefined}
          />
        )}
        <tbody className={list.isPlaceholderData ? "is-stale" : undefined}>
          {data.map((record) => (
            <ListRow key={record.id} record={record} isSelected={selection.has(record.id)} {...parts} />
          ))}
          {isEmpty && (
            <tr className="is-nothing">
              <td colSpan={columns.length + (onSelect ? 2 : 1)} className="list-nothing">
                {children}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function nextOrder(sort: ListState["sort"], field: string): "ASC" | "DESC" {
  return sort.field === field && sort.order === "ASC" ? "DESC" : "ASC";
}
