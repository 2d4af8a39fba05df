import type { ReactNode } from "react";

interface TableHeadProps {
  /** False: the table does not have this column now. */
  readonly headings: readonly (string | false)[];
  /** Cells of columns without a heading. */
  readonly children?: ReactNode;
}

/** The headings of a table's columns. */
export function TableHead({ headings, children }: TableHeadProps): ReactNode {
  return (
    <thead>
      <tr>
        {headings.map(
          (heading) =>
            heading !== false && (
              <th key={heading} scope="col">
                {heading}
              </th>
            ),
        )}
        {children}
      </tr>
    </thead>
  );
}
