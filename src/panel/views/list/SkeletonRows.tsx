import type { Column } from "./columns.ts";

interface SkeletonRowsProps {
  readonly count: number;
  readonly columns: readonly Column[];
  /** Rows begin with a box to mark them. */
  readonly hasCheck: boolean;
}

/** Rows in the shape of what comes. The table says that it is busy; these say nothing. */
export function SkeletonRows({ count, columns, hasCheck }: SkeletonRowsProps) {
  const rows = Array.from({ length: count }, (_, row) => `row ${row}`);
  return (
    <tbody aria-hidden="true">
      {rows.map((row) => (
        <tr key={row}>
          {hasCheck && <td className="list-check" />}
          {columns.map(({ source }) => (
            <td key={source}>
              <span className="list-skeleton" />
            </td>
          ))}
          <td className="list-actions" />
        </tr>
      ))}
    </tbody>
  );
}
