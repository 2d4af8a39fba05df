import Skeleton from "@mui/material/Skeleton";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslate } from "react-admin";
import { type FiguresRow, FiguresTable } from "./FiguresTable.tsx";
import { Tile, TileNote, TileProblem } from "./Tile.tsx";

interface StatTableProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<readonly T[]>;
  /** Shown instead of an empty table. */
  readonly none: string;
  /** Headings of the columns. */
  readonly head: readonly string[];
  /** What a row is about, and its figures. */
  readonly rowOf: (entry: T) => FiguresRow;
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
        <FiguresTable label={translate("dashboard.calls.asTable")} head={head} rows={query.data.map(rowOf)} />
      )}
    </Tile>
  );
}
