import { Fragment, type ReactNode, useMemo, useState } from "react";
import { useGetRecordRepresentation, useListContext, useStore, useTranslate } from "react-admin";
import { useLocation } from "react-router";
import { groupRuns } from "../../../core/values/groupBy.ts";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import { createdIdIn } from "../../navigation/visitHistory.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Translate } from "../../providers/texts.ts";
import { type Density, densityPreference } from "../../ui/theme/colourMode.ts";
import { useListParts } from "../list/ListBase.tsx";
import { useListPreferences } from "../list/useListState.ts";
import { type Column, columnsOf } from "./columns.tsx";
import { ListRow, type RowClick, type RowParts } from "./ListRow.tsx";
import { TableHead } from "./TableHead.tsx";
import styles from "./table.module.css";
import { useFittingColumns } from "./useFittingColumns.ts";

/** Rare, so first lists do not wait for them. */
const OverflowRow = lazyPart(() => import("./OverflowRow.tsx"), "OverflowRow");
const BulkActions = lazyPart(() => import("../list/BulkActions.tsx"), "BulkActions", ["bulk"]);

export interface ListTableProps {
  readonly children: ReactNode;
  readonly rowClick?: RowClick;
  /** Absent: rows cannot be selected. `true`: they can, and the buttons are elsewhere. */
  readonly bulkActionButtons?: ReactNode;
  /** Replaces the rows when there are none. */
  readonly empty?: ReactNode;
  /** The end of each row. */
  readonly rowActions?: (record: PanelRecord) => ReactNode;
  /** A record's name; absent: that of its resource. */
  readonly recordRepresentation?: (record: PanelRecord) => string;
  /** Rows with equal values of these fields are grouped under a heading. */
  readonly groupBy?: readonly string[];
  readonly groupHeading?: (record: PanelRecord) => ReactNode;
  /** The user chose the columns: all of them matter, also on a narrow screen. */
  readonly isChosen?: boolean;
}

const MAX_SKELETON_ROWS = 25;

/** The rows of one page. While the next page loads the current one stays, so that nothing jumps. */
export function ListTable({
  children,
  bulkActionButtons = false,
  groupBy = [],
  isChosen = false,
  ...props
}: ListTableProps) {
  const { empty, groupHeading, rowActions, rowClick = "show" } = props;
  const list = useListContext<PanelRecord>();
  const { resource, data = [] } = list;
  const { boxRef, selection } = useListParts("DataTable");
  const translate = useTranslate();
  const [density] = useStore<Density>(densityPreference, "comfortable");
  const [{ isUnfolded = false }] = useListPreferences(resource);
  const columns = useMemo(() => tableColumns(resource, children, translate), [resource, children, translate]);
  const { fitting, overflow } = useFittingColumns(boxRef, columns, { resource, isChosen, data: list.data });
  // The address may change while the list is shown; what was created stays marked.
  const location = useLocation();
  const [createdId] = useState(() => createdIdIn(location.state));
  const usualRepresentation = useGetRecordRepresentation(resource);
  const { recordRepresentation = usualRepresentation } = props;
  const hasCheck = bulkActionButtons !== false;
  const onSelect = hasCheck ? selection.toggle : undefined;
  const parts: RowParts = {
    resource,
    columns: fitting,
    translate,
    rowClick,
    recordRepresentation,
    rowActions,
    onSelect,
  };
  const isAlike = (row: PanelRecord, other: PanelRecord) => groupBy.every((name) => row[name] === other[name]);
  const groups = groupRuns(data, isAlike);
  const width = fitting.length + (hasCheck ? 2 : 1);
  return (
    <>
      {hasCheck && bulkActionButtons !== true && (selection.wasUsed || !selection.isEmpty) && (
        <BulkActions>{bulkActionButtons}</BulkActions>
      )}
      <div
        className={`no-ring ${styles.box}${density === "compact" ? ` ${styles.isCompact}` : ""}`}
        ref={boxRef}
        tabIndex={-1}
        data-keeps-scroll=""
      >
        <table className={`${styles.table}${isChosen ? ` ${styles.isChosen}` : ""}`} aria-busy={list.isFetching}>
          <caption className="sr-only">{translate(nameKey(resource), { smart_count: 2 })}</caption>
          <TableHead
            columns={fitting}
            selection={hasCheck ? selection : undefined}
            hasActions={rowActions !== undefined}
            overflow={overflow}
          />
          {list.isPending && (
            <SkeletonRows count={Math.min(list.perPage, MAX_SKELETON_ROWS)} columns={fitting} hasCheck={hasCheck} />
          )}
          {!list.isPending && data.length === 0 && (
            <tbody>
              <tr className={styles.isNothing}>
                <td colSpan={width} className={styles.nothing}>
                  {empty}
                </td>
              </tr>
            </tbody>
          )}
          {groups.map((rows) => (
            <tbody key={rows[0]?.id} className={list.isPlaceholderData ? styles.isStale : undefined}>
              {groupBy.length > 0 && rows[0] && (
                <tr className={styles.group}>
                  <th colSpan={width} scope="rowgroup" className="note">
                    {groupHeading?.(rows[0])}
                  </th>
                </tr>
              )}
              {rows.map((record) => (
                <Fragment key={record.id}>
                  <ListRow
                    record={record}
                    isSelected={selection.has(record.id)}
                    isCreated={record.id === createdId}
                    {...parts}
                  />
                  {isUnfolded && overflow.length > 0 && <OverflowRow {...{ record, overflow, width, hasCheck }} />}
                </Fragment>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}

/** The first column heads each row, unless another does. */
function tableColumns(resource: string, children: ReactNode, translate: Translate): Column[] {
  const columns = columnsOf<PanelRecord>(children);
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0];
  return columns.map((column) => {
    const { source = "", label = fieldKey(resource, source) } = column;
    const heading = translate(label, { smart_count: 1, _: label });
    return { ...column, key: column.source ?? label, heading, isTitle: column === title };
  });
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
          {columns.map(({ key }) => (
            <td key={key}>
              <span className={`block sunken ${styles.skeleton}`} />
            </td>
          ))}
          <td className={styles.actions} />
        </tr>
      ))}
    </tbody>
  );
}
