import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { Moment } from "../../kinds/time/Moment.tsx";
import { recordPagePath } from "../../navigation/recordPath.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import styles from "./dashboard.module.css";

interface TileProps {
  readonly title: string;
  /** Link to the full list. */
  readonly more?: { readonly path: string; readonly label: string };
  /** Rendered at the end of the title's line. */
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A titled tile of the dashboard. Its size does not depend on its content, so nothing shifts. */
export function Tile({ title, more, actions, className = "", children }: TileProps) {
  const id = useId();
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      className={`shrink pad-12-16 ${styles.tile} ${className}`}
    >
      <div className={`row gap-4 across-16 middle below-4 ${styles.head}`}>
        <Typography variant="h2" id={id} className="pull">
          {title}
        </Typography>
        {actions}
        {more && (
          <Link component={RouterLink} to={more.path} className="tall">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </Paper>
  );
}

interface TileErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Why a tile failed; the others are not affected. */
export function TileError({ error, onRetry }: TileErrorProps) {
  const translate = useTranslate();
  return (
    <div className={`row gap-4 across-16 middle pad-8-12 anywhere round-8 ${styles.error}`} role="alert">
      <span>{translate("dashboard.failed", { reason: requestErrorText(translate, error) })}</span>
      <Button size="small" onClick={onRetry}>
        {translate("dashboard.retry")}
      </Button>
    </div>
  );
}

export function TileNote({ children }: { readonly children: ReactNode }) {
  return <p className="quiet above-8 below-8">{children}</p>;
}

interface RowsProps<T> {
  readonly query: UseQueryResult<readonly T[]>;
  /** Most rows: the skeleton has as many. */
  readonly rows: number;
  /** Text of the empty state. */
  readonly empty: string;
  readonly children: (item: T) => ReactNode;
}

/** A tile's lines, each a list item from the caller; or their skeleton or empty state. */
export function Rows<T>({ query, rows, empty, children }: RowsProps<T>) {
  if (query.isPending) return <SketchedRows rows={rows} />;
  if (query.isError) return <TileError error={query.error} onRetry={() => query.refetch()} />;
  if (query.data.length === 0) return <TileNote>{empty}</TileNote>;
  return <ul className="divided">{query.data.slice(0, rows).map(children)}</ul>;
}

export function SketchedRows({ rows }: { readonly rows: number }) {
  return (
    <ul aria-hidden="true" className="divided">
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <li key={index} className={styles.row}>
          <Skeleton width={`${75 - ((index * 17) % 40)}%`} />
        </li>
      ))}
    </ul>
  );
}

/** An instant in the user's time zone, muted. */
export function TileMoment({ at }: { readonly at: string }) {
  return <Moment at={at} className="note unbroken" />;
}

interface RecordLinkProps {
  readonly resource: string;
  readonly record: WireRecord;
  readonly tab?: string;
}

/** A record's title, linked to its default page if any. */
export function RecordLink({ resource, record, tab }: RecordLinkProps) {
  const title = recordTitle(summaryOf(resource).recordRepresentation, record);
  const path = recordPagePath(resource, record, tab);
  if (!path) return <span>{title}</span>;
  return (
    <Link component={RouterLink} to={path}>
      {title}
    </Link>
  );
}

/** A dashboard may stay open all day. */
const refreshMs = 5 * 60_000;

/** The key of a tile's query. */
export const dashboardKey = (key: readonly (string | number)[]): readonly (string | number)[] => ["dashboard", ...key];

/** A tile's own query: tiles load in parallel and fail independently. */
export function useTile<T>(
  key: readonly (string | number)[],
  read: (signal: AbortSignal) => Promise<T>,
): UseQueryResult<T> {
  return useQuery({
    queryKey: dashboardKey(key),
    queryFn: ({ signal }) => read(signal),
    refetchInterval: refreshMs,
  });
}
