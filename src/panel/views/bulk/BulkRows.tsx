import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { type ReactNode, useState } from "react";
import type { PlannedRow } from "./plan.ts";
import { useCounted } from "./useCounted.ts";

interface BulkRowsProps {
  /** What is said of these rows, with their number. */
  readonly title: string;
  readonly rows: readonly PlannedRow[];
  readonly isOpen?: boolean;
  /** Headings of what `cells` gives. */
  readonly columns?: readonly string[];
  /** What stands beside the record's name, each in a `td`. */
  readonly cells?: (row: PlannedRow) => ReactNode;
  /** The record's name in another way than as text. */
  readonly head?: (row: PlannedRow) => ReactNode;
}

/** Rows drawn at a time: a preview of thousands is read from its beginning, if at all. */
const step = 100;

/** Rows of one fate under a heading that opens and closes them. Nothing where there are none. */
export function BulkRows({ title, rows, isOpen = false, columns = [], cells, head }: BulkRowsProps): ReactNode {
  const counted = useCounted();
  const translate = useTranslate();
  const [limit, setLimit] = useState(step);
  if (rows.length === 0) return null;
  const more = rows.length - limit;
  return (
    <details className="bulk-rows" open={isOpen}>
      <summary>{title}</summary>
      <table aria-label={title}>
        {columns.length > 0 && (
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{translate("bulk.column.record")}</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <tr key={row.record.id}>
              <th scope="row">{head ? head(row) : row.title}</th>
              {cells?.(row)}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <Button size="small" onClick={() => setLimit(limit + step)}>
          {counted("bulk.more", Math.min(more, step))}
        </Button>
      )}
    </details>
  );
}
