import { Fragment, type ReactNode, type RefObject, useState } from "react";
import { useListContext, useStore } from "react-admin";
import { useLocation } from "react-router";
import { FieldValue } from "../../kinds/Value.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import { createdIdIn } from "../../navigation/visitHistory.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type Density, densityPreference } from "../../ui/theme/colourMode.ts";
import type { Column } from "./columns.ts";
import { ListRow, type RowParts } from "./ListRow.tsx";
import type { RowOrder } from "./rowOrder.ts";
import type { Selection } from "./selection/useSelection.ts";
import { TableHead } from "./TableHead.tsx";
import styles from "./table.module.css";
import { useFittingColumns } from "./useFittingColumns.ts";
import { useListPreferences } from "./useListState.ts";

/** Rare, so first lists do not wait for it. */
const OverflowRow = lazyPart(() => import("./OverflowRow.tsx"), "OverflowRow");

interface DataTableProps {
  readonly parts: RowParts;
  readonly selection: Selection;
  readonly order: RowOrder;
  readonly caption: string;
  /** The user chose the columns: all of them matter, also on a narrow screen. */
  readonly isChosen: boolean;
  readonly boxRef: RefObject<HTMLDivElement | null>;
  /** Replaces the rows when there are none. */
  readonly children: ReactNode;
}

const MAX_SKELETON_ROWS = 25;

/** The rows of one page. While the next page loads the current one stays, so that nothing jumps. */
export function DataTable({ parts: allParts, selection, order, caption, isChosen, boxRef, children }: DataTableProps) {
  const list = useListContext<PanelRecord>();
  const { data = [], isPending, isFetching, isPlaceholderData, perPage } = list;
  const [density] = useStore<Density>(densityPreference, "comfortable");
  const [{ isUnfolded = false }] = useListPreferences(allParts.descriptor.name);
  const { parts, overflow } = useFittingColumns(boxRef, allParts, { isChosen, data: list.data });
  // The address may change while the list is shown; what was created stays marked.
  const location = useLocation();
  const [createdId] = useState(() => createdIdIn(location.state));
  const { groupBy, positionOf } = order;
  const hasCheck = parts.onSelect !== undefined;
  const width = parts.columns.length + (hasCheck ? 2 : 1);
  return (
    <div
      className={`no-ring ${styles.box}${density === "compact" ? ` ${styles.isCompact}` : ""}`}
      ref={boxRef}
      tabIndex={-1}
      data-keeps-scroll=""
    >
      <table className={`${styles.table}${isChosen ? ` ${styles.isChosen}` : ""}`} aria-busy={isFetching}>
        <caption className="sr-only">{caption}</caption>
        <TableHead parts={parts} selection={selection} overflow={overflow} />
        {isPending && (
          <SkeletonRows count={Math.min(perPage, MAX_SKELETON_ROWS)} columns={parts.columns} hasCheck={hasCheck} />
        )}
        {!isPending && data.length === 0 && (
          <tbody>
            <tr className={styles.isNothing}>
              <td colSpan={width} className={styles.nothing}>
                {children}
              </td>
            </tr>
          </tbody>
        )}
        {groupsOf(data, groupBy).map((rows) => (
          <tbody key={rows[0]?.id} className={isPlaceholderData ? styles.isStale : undefined}>
            {groupBy.length > 0 && rows[0] && (
              <tr className={styles.group}>
                <th colSpan={width} scope="rowgroup" className="note">
                  <GroupName record={rows[0]} groupBy={groupBy} parts={parts} />
                </th>
              </tr>
            )}
            {rows.map((record) => (
              <Fragment key={record.id}>
                <ListRow
                  record={record}
                  isSelected={selection.has(record.id)}
                  isCreated={record.id === createdId}
                  {...positionOf(record)}
                  {...parts}
                />
                {isUnfolded && overflow.length > 0 && <OverflowRow record={record} overflow={overflow} {...parts} />}
              </Fragment>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
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

interface GroupNameProps {
  readonly record: PanelRecord;
  readonly groupBy: readonly string[];
  readonly parts: RowParts;
}

/** "Direction: Inbound · Field: Caller" */
function GroupName({ record, groupBy, parts }: GroupNameProps) {
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
