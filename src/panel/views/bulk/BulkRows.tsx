import Button from "@mui/material/Button";
import { type ReactNode, useState } from "react";
import { useTranslate } from "react-admin";
import { useCounted } from "../../providers/useCounted.ts";
import styles from "../jobs/bulk.module.css";
import type { PlannedRow } from "./bulkPlan.ts";

interface BulkRowsProps {
  /** Caption of these rows, with their count. */
  readonly title: string;
  readonly rows: readonly PlannedRow[];
  readonly isOpen?: boolean;
  /** Headings for `cells`. */
  readonly columns?: readonly string[];
  /** Cells after the record's name, each a `td`. */
  readonly cells?: (row: PlannedRow) => ReactNode;
  /** Custom rendering of the record's name. */
  readonly renderName?: (row: PlannedRow) => ReactNode;
}

/** Rows rendered at a time: long previews are read from the top, if at all. */
const step = 100;

/** A collapsible group of rows with the same result. Renders nothing when empty. */
export function BulkRows({ title, rows, isOpen = false, columns = [], cells, renderName }: BulkRowsProps): ReactNode {
  const counted = useCounted();
  const translate = useTranslate();
  const [limit, setLimit] = useState(step);
  if (rows.length === 0) return null;
  const more = rows.length - limit;
  return (
    <details className={`card shrink ${styles.rows}`} open={isOpen}>
      <summary className="ring-inside">{title}</summary>
      <table className="table anywhere" aria-label={title}>
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
              <th scope="row">{renderName ? renderName(row) : row.title}</th>
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
