import { hasValue, valueAtPath } from "../../../core/schema/valueAt.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import type { Column } from "./columns.ts";
import { CellValue, type RowProps } from "./ListRow.tsx";
import styles from "./table.module.css";

interface OverflowRowProps extends RowProps {
  readonly overflow: readonly Column[];
}

/** Below a row, the values that the table has no room for, each with its name; those that can be filled in, too. */
export function OverflowRow({ overflow, ...parts }: OverflowRowProps) {
  const { record, columns, context, onSelect } = parts;
  const visibleColumns = overflow.filter(({ source, isInline }) => isInline || hasValue(valueAtPath(record, source)));
  const title = recordTitle(parts.descriptor.recordRepresentation, record);
  return (
    <tr className={styles.rest} data-rest="">
      {onSelect && <td className={styles.check} />}
      <td colSpan={columns.length + 1}>
        <dl className="row pairs middle gap-2 across-24">
          {visibleColumns.map((column) => (
            <div key={column.source}>
              <dt className="text-12">{context.translate(column.labelKey, { smart_count: 1 })}</dt>
              <dd>
                <CellValue column={column} title={title} {...parts} />
              </dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}
