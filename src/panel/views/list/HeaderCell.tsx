import { cells } from "../../kinds/Value.tsx";
import type { Column } from "./columns.ts";
import type { ListState } from "./useListState.ts";

interface HeaderCellProps {
  readonly column: Column;
  readonly label: string;
  readonly sort: ListState["sort"];
  readonly onSort: (field: string) => void;
}

/** A heading that sorts by its column, and reverses on a second click. */
export function HeaderCell({ column, label, sort, onSort }: HeaderCellProps) {
  const { sortBy } = column;
  const isSorted = sortBy !== undefined && sort.field === sortBy;
  const direction = sort.order === "DESC" ? "descending" : "ascending";
  return (
    <th
      scope="col"
      data-source={column.source}
      className={cells[column.kind].align === "end" ? "is-end" : undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      {sortBy === undefined ? (
        <span className="list-sort">{label}</span>
      ) : (
        <button type="button" className="list-sort" onClick={() => onSort(sortBy)}>
          {label}
          <span className={`list-arrow${isSorted ? ` is-${direction}` : ""}`} aria-hidden="true" />
        </button>
      )}
    </th>
  );
}
