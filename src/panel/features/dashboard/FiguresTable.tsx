import type { ReactNode } from "react";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import styles from "./dashboard.module.css";

export interface FiguresRow {
  readonly key: string;
  /** Heading of the row. */
  readonly name: ReactNode;
  readonly figures: readonly ReactNode[];
}

interface FiguresTableProps {
  /** Headings of the columns. */
  readonly headings: readonly string[];
  readonly rows: readonly FiguresRow[];
  /** By default the table is labelled by its first heading. */
  readonly label?: string;
}

const Column = DataTable.Col<FiguresRow>;

/** A table of names and their figures, which scrolls sideways where it is too wide. */
export function FiguresTable({ headings, rows, label = headings[0] }: FiguresTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable.
    <section className={`below-headings ${styles.scroll}`} tabIndex={0} aria-label={label}>
      <DataTable data={rows} className={`table figures ${styles.figures}`}>
        {headings.map((heading, index) => (
          <Column
            key={heading}
            label={heading}
            isTitle={index === 0}
            render={({ name, figures }) => (index === 0 ? name : figures[index - 1])}
          />
        ))}
      </DataTable>
    </section>
  );
}
