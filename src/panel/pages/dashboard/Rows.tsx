import Skeleton from "@mui/material/Skeleton";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TileNote, TileProblem } from "./Tile.tsx";

interface RowsProps<T> {
  readonly query: UseQueryResult<readonly T[]>;
  /** Rows it has at most: as many are sketched while they load. */
  readonly rows: number;
  /** Said where there are none. */
  readonly empty: string;
  readonly children: (item: T) => ReactNode;
}

/** Lines of a tile, each a list item that the caller makes; their sketch, or why there are none. */
export function Rows<T>({ query, rows, empty, children }: RowsProps<T>) {
  if (query.isPending) return <SketchedRows rows={rows} />;
  if (query.isError) return <TileProblem error={query.error} onRetry={() => query.refetch()} />;
  if (query.data.length === 0) return <TileNote>{empty}</TileNote>;
  return <ul className="dash-rows">{query.data.slice(0, rows).map(children)}</ul>;
}

export function SketchedRows({ rows }: { readonly rows: number }) {
  return (
    <ul className="dash-rows" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <li key={index} className="dash-row">
          <Skeleton width={`${75 - ((index * 17) % 40)}%`} />
        </li>
      ))}
    </ul>
  );
}
