import { useListContext } from "react-admin";
import { cells } from "../../kinds/Value.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Column } from "./columns.ts";
import type { RowParts } from "./ListRow.tsx";
import listStyles from "./list.module.css";
import { SelectPage } from "./selection/SelectCells.tsx";
import type { Selection } from "./selection/useSelection.ts";
import styles from "./table.module.css";
import { useListPreferences } from "./useListState.ts";

interface TableHeadProps {
  readonly parts: RowParts;
  readonly selection: Selection;
  /** Columns that the table has no room for. */
  readonly overflow: readonly Column[];
}

/** The headings of a list's columns, which sort it. */
export function TableHead({ parts, selection, overflow }: TableHeadProps) {
  const { data = [] } = useListContext<PanelRecord>();
  const { columns, context, onSelect } = parts;
  const marked = data.filter(({ id }) => selection.has(id)).length;
  return (
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
          />
        ))}
        <th scope="col" className={styles.actions}>
          <span className="sr-only">{context.translate("views.list.actions")}</span>
          {overflow.length > 0 && <FoldButton parts={parts} overflow={overflow} />}
        </th>
      </tr>
    </thead>
  );
}

interface HeaderCellProps {
  readonly column: Column;
  readonly label: string;
}

/** A heading that sorts by its column, and reverses on a second click. */
function HeaderCell({ column, label }: HeaderCellProps) {
  const { sort, setSort } = useListContext();
  const { sortBy } = column;
  const isSorted = sortBy !== undefined && sort.field === sortBy;
  const direction = sort.order === "DESC" ? "descending" : "ascending";
  const order = isSorted && sort.order === "ASC" ? "DESC" : "ASC";
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
        <button
          type="button"
          className={`flat inline middle gap-4 ${styles.sort}`}
          onClick={() => setSort({ field: sortBy, order })}
        >
          {label}
          <span className={`${styles.arrow}${isSorted ? ` ${styles[direction]}` : ""}`} aria-hidden="true" />
        </button>
      )}
    </th>
  );
}

/** Shows the columns that the table has no room for below each row, or hides them. */
function FoldButton({ parts: { descriptor, context }, overflow }: Pick<TableHeadProps, "parts" | "overflow">) {
  const [{ isUnfolded = false }, setPreferences] = useListPreferences(descriptor.name);
  const label = context.translate("views.list.moreColumns", {
    smart_count: overflow.length,
    names: overflow.map(({ labelKey }) => context.translate(labelKey, { smart_count: 1 })).join(", "),
  });
  return (
    <button
      type="button"
      className={listStyles.icon}
      aria-expanded={isUnfolded}
      title={label}
      aria-label={label}
      onClick={() => setPreferences({ isUnfolded: !isUnfolded })}
    >
      +{overflow.length}
    </button>
  );
}
