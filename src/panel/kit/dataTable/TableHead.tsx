import { useListContext, useTranslate } from "react-admin";
import type { PanelRecord } from "../../providers/rest.ts";
import paginationStyles from "../list/pagination.module.css";
import { useListPreferences } from "../list/useListState.ts";
import type { Selection } from "../list/useSelection.ts";
import type { Column } from "./columns.tsx";
import { SelectPage } from "./SelectCells.tsx";
import styles from "./table.module.css";

interface TableHeadProps {
  readonly columns: readonly Column[];
  /** Absent: rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly hasActions: boolean;
  /** Columns that the table has no room for. */
  readonly overflow: readonly Column[];
}

/** The headings of a list's columns, which sort it. */
export function TableHead({ columns, selection, hasActions, overflow }: TableHeadProps) {
  const { data = [] } = useListContext<PanelRecord>();
  const translate = useTranslate();
  const marked = selection ? data.filter(({ id }) => selection.has(id)).length : 0;
  return (
    <thead>
      <tr>
        {selection && (
          <SelectPage
            label={translate("views.list.selectPage")}
            isSelected={marked > 0 && marked === data.length}
            isPartly={marked > 0 && marked < data.length}
            onToggle={selection.togglePage}
          />
        )}
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} />
        ))}
        <th scope="col" className={styles.actions}>
          {hasActions && <span className="sr-only">{translate("views.list.actions")}</span>}
          {overflow.length > 0 && <FoldButton overflow={overflow} />}
        </th>
      </tr>
    </thead>
  );
}

/** A heading that sorts by its column, and reverses on a second click. */
function HeaderCell({ column }: { readonly column: Column }) {
  const { sort, setSort } = useListContext();
  const { source, heading, align, disableSort, sortBy = source } = column;
  const isSorted = sort.field === sortBy;
  const direction = sort.order === "DESC" ? "descending" : "ascending";
  const order = isSorted && sort.order === "ASC" ? "DESC" : "ASC";
  const canSort = !disableSort && sortBy !== undefined;
  return (
    <th scope="col" data-source={column.key} data-align={align} aria-sort={canSort && isSorted ? direction : undefined}>
      {canSort ? (
        <button
          type="button"
          className={`flat inline middle gap-4 ${styles.sort}`}
          onClick={() => setSort({ field: sortBy, order })}
        >
          {heading}
          <span className={`${styles.arrow}${isSorted ? ` ${styles[direction]}` : ""}`} aria-hidden="true" />
        </button>
      ) : (
        <span className={`inline middle gap-4 ${styles.sort}`}>{heading}</span>
      )}
    </th>
  );
}

/** Shows the columns that the table has no room for below each row, or hides them. */
function FoldButton({ overflow }: Pick<TableHeadProps, "overflow">) {
  const { resource } = useListContext();
  const translate = useTranslate();
  const [{ isUnfolded = false }, setPreferences] = useListPreferences(resource);
  const label = translate("views.list.moreColumns", {
    smart_count: overflow.length,
    names: overflow.map(({ heading }) => heading).join(", "),
  });
  return (
    <button
      type="button"
      className={paginationStyles.icon}
      aria-expanded={isUnfolded}
      title={label}
      aria-label={label}
      onClick={() => setPreferences({ isUnfolded: !isUnfolded })}
    >
      +{overflow.length}
    </button>
  );
}
