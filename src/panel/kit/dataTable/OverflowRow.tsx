import { hasValue, valueAtPath } from "../../../core/schema/valueAt.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type Column, cellContent } from "./columns.tsx";
import styles from "./table.module.css";

interface OverflowRowProps {
  readonly record: PanelRecord;
  readonly overflow: readonly Column[];
  readonly width: number;
  /** Rows start with a checkbox. */
  readonly hasCheck: boolean;
}

/** Below a row, the values that the table has no room for, each with its name; those that can be filled in, too. */
export function OverflowRow({ record, overflow, width, hasCheck }: OverflowRowProps) {
  const visibleColumns = overflow.filter(
    ({ source = "", isEditable }) => isEditable || hasValue(valueAtPath(record, source)),
  );
  return (
    <tr className={styles.rest} data-rest="">
      {hasCheck && <td className={styles.check} />}
      <td colSpan={hasCheck ? width - 1 : width}>
        <dl className="row pairs middle gap-2 across-24">
          {visibleColumns.map((column) => (
            <div key={column.key}>
              <dt className="text-12">{column.heading}</dt>
              <dd>{cellContent(column, record)}</dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}
