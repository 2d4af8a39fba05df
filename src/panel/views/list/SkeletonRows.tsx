import type { Column } from "./columns.ts";

interface SkeletonRowsProps {
  readonly count: number;
  readonly columns: readonly Column[];
}

/** Rows in the shape of what comes. The table says that it is busy; these say nothing. */
export function SkeletonRows({ count, columns }: SkeletonRowsProps) {
  const rows = Array.from({ length: count }, (_, row) => `row ${row}`);
  return (
    <tbody aria-hidden="true">
      {rows.map((row) => (
        <tr key={row}>
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
