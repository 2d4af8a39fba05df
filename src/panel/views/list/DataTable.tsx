import { type ReactNode, type RefObject, useMemo, useState } from "react";
import { useLocation } from "react-router";
import { cells, FieldValue } from "../../kinds/Value.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import { createdIdIn } from "../../navigation/visitHistory.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { RowParts } from "./CellValue.tsx";
import { type Column, columnDigits } from "./columns.ts";
import { ListRow, type RowPosition } from "./ListRow.tsx";
import listStyles from "./list.module.css";
import { SelectPage } from "./selection/SelectCells.tsx";
import type { Selection } from "./selection/useSelection.ts";
import styles from "./table.module.css";
import { useFittingColumns } from "./useFittingColumns.ts";
import { useListPreferences } from "./useListPreferences.ts";
import type { ListState } from "./useListState.ts";

interface DataTableProps {
  readonly list: ListState;
  readonly parts: RowParts;
  readonly selection: Selection;
  readonly positionOf: (record: PanelRecord) => RowPosition;
  /** Rows with equal values of these fields are grouped under a heading that names the values. */
  readonly groupBy: readonly string[];
  readonly caption: string;
  readonly isCompact: boolean;
  /** The user chose the columns: all of them matter, also on a narrow screen. */
  readonly isChosen: boolean;
  readonly boxRef: RefObject<HTMLDivElement | null>;
  /** Replaces the rows when there are none. */
  readonly children: ReactNode;
}

const MAX_SKELETON_ROWS = 25;

/** The rows of one page. While the next page loads the current one stays, so that nothing jumps. */
export function DataTable(props: DataTableProps) {
  const { list, parts: rowParts, selection, positionOf, groupBy } = props;
  const { caption, isCompact, isChosen, boxRef, children } = props;
  const { descriptor, context, onSelect } = rowParts;
  const { name, remove } = descriptor;
  const [{ isUnfolded = false }, setPreferences] = useListPreferences(name);
  const status = remove.by === "status" ? remove.field : descriptor.hiddenWhen?.field;
  const { columns, overflow } = useFittingColumns(boxRef, {
    columns: rowParts.columns,
    name,
    status,
    isChosen,
    data: list.data,
  });
  const isMore = overflow.length > 0;
  // As a text, which is the same while the rows need the same.
  const digits = columnDigits(columns, list.data ?? []).join(" ");
  const parts = useMemo(() => {
    const counts = digits.split(" ");
    const aligned = columns.map((column, index) =>
      counts[index] ? { ...column, digits: Number(counts[index]) } : column,
    );
    return { ...rowParts, columns: aligned, overflow: isUnfolded && isMore ? overflow : undefined };
  }, [rowParts, columns, digits, overflow, isUnfolded, isMore]);
  // The address may change while the list is shown; what was created stays marked.
  const location = useLocation();
  const [createdId] = useState(() => createdIdIn(location.state));
  const { data = [], isPending, isFetching, perPage } = list;
  const isEmpty = !isPending && data.length === 0;
  const width = columns.length + (onSelect ? 2 : 1);
  const marked = data.filter(({ id }) => selection.has(id)).length;
  return (
    <div
      className={`no-ring ${styles.box}${isCompact ? ` ${styles.isCompact}` : ""}`}
      ref={boxRef}
      tabIndex={-1}
      data-keeps-scroll=""
    >
      <table className={`${styles.table}${isChosen ? ` ${styles.isChosen}` : ""}`} aria-busy={isFetching}>
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
            <th scope="col" className={styles.actions}>
              <span className="sr-only">{context.translate("views.list.actions")}</span>
              {isMore && (
                <button
                  type="button"
                  className={listStyles.icon}
                  aria-expanded={isUnfolded}
                  {...labelled(
                    context.translate("views.list.moreColumns", {
                      smart_count: overflow.length,
                      names: overflow.map(({ labelKey }) => context.translate(labelKey, { smart_count: 1 })).join(", "),
                    }),
                  )}
                  onClick={() => setPreferences({ isUnfolded: !isUnfolded })}
                >
                  +{overflow.length}
                </button>
              )}
            </th>
          </tr>
        </thead>
        {isPending && (
          <SkeletonRows
            count={Math.min(perPage, MAX_SKELETON_ROWS)}
            columns={columns}
            hasCheck={onSelect !== undefined}
          />
        )}
        {isEmpty && (
          <tbody>
            <tr className={styles.isNothing}>
              <td colSpan={width} className={styles.nothing}>
                {children}
              </td>
            </tr>
          </tbody>
        )}
        {groupsOf(data, groupBy).map((rows) => (
          <tbody key={rows[0]?.id} className={list.isPlaceholderData ? styles.isStale : undefined}>
            {groupBy.length > 0 && rows[0] && (
              <tr className={styles.group}>
                <th colSpan={width} scope="rowgroup" className="note">
                  <GroupName record={rows[0]} groupBy={groupBy} parts={parts} />
                </th>
              </tr>
            )}
            {rows.map((record) => (
              <ListRow
                key={record.id}
                record={record}
                isSelected={selection.has(record.id)}
                isCreated={record.id === createdId}
                {...positionOf(record)}
                {...parts}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** A name for a control that shows less, also as its tooltip. */
function labelled(label: string) {
  return { title: label, "aria-label": label };
}

/** Runs of rows with equal values of all these fields. */
function groupsOf(rows: readonly PanelRecord[], groupBy: readonly string[]): PanelRecord[][] {
  const groups: PanelRecord[][] = [];
  for (const row of rows) {
    const open = groups.at(-1);
    if (open && groupBy.every((name) => open[0]?.[name] === row[name])) open.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** "Direction: Inbound · Field: Caller" */
function GroupName({ record, groupBy, parts }: Pick<DataTableProps, "groupBy" | "parts"> & { record: PanelRecord }) {
  const { descriptor, context } = parts;
  return groupBy.map((name, index) => {
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    if (!field) return null;
    return (
      <span key={name}>
        {index > 0 && " · "}
        {context.translate("views.value.named", {
          field: context.translate(fieldKey(descriptor.name, name), { smart_count: 1 }),
        })}{" "}
        <FieldValue field={field} record={record} context={context} />
      </span>
    );
  });
}

function nextOrder(sort: ListState["sort"], field: string): "ASC" | "DESC" {
  return sort.field === field && sort.order === "ASC" ? "DESC" : "ASC";
}

interface HeaderCellProps {
  readonly column: Column;
  readonly label: string;
  readonly sort: ListState["sort"];
  readonly onSort: (field: string) => void;
}

/** A heading that sorts by its column, and reverses on a second click. */
function HeaderCell({ column, label, sort, onSort }: HeaderCellProps) {
  const { sortBy } = column;
  const isSorted = sortBy !== undefined && sort.field === sortBy;
  const direction = sort.order === "DESC" ? "descending" : "ascending";
  return (
    <th
      scope="col"
      data-source={column.source}
      data-align={cells[column.kind].align}
      aria-sort={isSorted ? direction : undefined}
    >
      {sortBy === undefined ? (
        <span className={`inline middle gap-4 ${styles.sort}`}>{label}</span>
      ) : (
        <button type="button" className={`flat inline middle gap-4 ${styles.sort}`} onClick={() => onSort(sortBy)}>
          {label}
          <span className={`${styles.arrow}${isSorted ? ` ${styles[direction]}` : ""}`} aria-hidden="true" />
        </button>
      )}
    </th>
  );
}

interface SkeletonRowsProps {
  readonly count: number;
  readonly columns: readonly Column[];
  /** Rows start with a checkbox. */
  readonly hasCheck: boolean;
}

/** Skeleton rows. The table is marked busy, so these are hidden from screen readers. */
function SkeletonRows({ count, columns, hasCheck }: SkeletonRowsProps) {
  const rows = Array.from({ length: count }, (_, row) => `row ${row}`);
  return (
    <tbody aria-hidden="true">
      {rows.map((row) => (
        <tr key={row}>
          {hasCheck && <td className={styles.check} />}
          {columns.map(({ source }) => (
            <td key={source}>
              <span className={`block sunken ${styles.skeleton}`} />
            </td>
          ))}
          <td className={styles.actions} />
        </tr>
      ))}
    </tbody>
  );
}
