import Skeleton from "@mui/material/Skeleton";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { Tile, TileNote, TileProblem } from "./Tile.tsx";

interface StatTableProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<readonly T[]>;
  /** Shown instead of an empty table. */
  readonly none: string;
  /** Headings of the columns. */
  readonly head: readonly string[];
  /** What a row is about, and its figures. */
  readonly rowOf: (entry: T) => { readonly key: string; readonly name: ReactNode; readonly figures: readonly string[] };
}

/** A tile with a table of sums. */
export function StatTable<T>({ title, query, none, head, rowOf }: StatTableProps<T>) {
  const translate = useTranslate();
  return (
    <Tile title={title}>
      {query.isPending && <Skeleton variant="rounded" height={120} />}
      {query.isError && <TileProblem error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.length === 0 && <TileNote>{none}</TileNote>}
      {query.data && query.data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable.
        <section className="dash-table" tabIndex={0} aria-label={translate("dashboard.calls.asTable")}>
          <table>
            <thead>
              <tr>
                {head.map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {query.data.map(rowOf).map(({ key, name, figures }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {figures.map((figure, index) => (
                    <td key={head[index + 1]}>{figure}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Tile>
  );
}
