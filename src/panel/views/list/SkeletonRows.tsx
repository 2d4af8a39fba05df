import type { Column } from "./columns.ts";

interface SkeletonRowsProps {
  readonly count: number;
  readonly columns: readonly Column[];
  /** Rows start with a checkbox. */
  readonly hasCheck: boolean;
}

/** Skeleton rows. The table is marked busy, so these are hidden from screen readers. */
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
