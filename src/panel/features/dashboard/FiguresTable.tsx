import { type ReactNode, useId } from "react";
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

/** A table of names and their figures, which scrolls sideways where it is too wide. */
export function FiguresTable({ headings, rows, label }: FiguresTableProps) {
  const id = useId();
  const labelProps = label === undefined ? { "aria-labelledby": id } : { "aria-label": label };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable.
    <section className={`below-headings ${styles.scroll}`} tabIndex={0} {...labelProps}>
      <table className={`table figures ${styles.figures}`}>
        <thead>
          <tr>
            {headings.map((heading, index) => (
              <th key={heading} scope="col" id={index === 0 ? id : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {figures.map((figure, index) => (
                <td key={headings[index + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
