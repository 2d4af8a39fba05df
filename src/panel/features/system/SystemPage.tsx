import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "react-admin";
import type { SystemReport, SystemWarning } from "../../../core/api/systemResponse.ts";
import { fetchObject } from "../../providers/fetchObject.ts";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import { LoadError } from "../../views/LoadError.tsx";
import figuresStyles from "../dashboard/figures.module.css";
import { TileMoment } from "../dashboard/Tile.tsx";
import { BackupsTile, DatabaseTile, InstallationTile, NodesTile, TablesTile, TasksTile } from "./SystemTiles.tsx";
import styles from "./system.module.css";

/** `/system`: what an operator should see to, and the state of nodes, database, scheduled work and backups. */
export function SystemPage() {
  const translate = useTranslate();
  const title = translate("pages.names.system");
  useDocumentTitle([title]);
  const query = useQuery({ queryKey: ["system"], queryFn: ({ signal }) => loadSystem(signal) });
  const { data, error, isFetching, isPending, dataUpdatedAt, refetch } = query;
  return (
    <>
      <div className="row gap-4 across-16 middle">
        <Typography variant="h1" className="pull">
          {title}
        </Typography>
        {data && (
          <span className="note unbroken">
            {translate("system.asOf")} <TileMoment at={new Date(dataUpdatedAt).toISOString()} />
          </span>
        )}
        <Button variant="outlined" loading={isFetching} onClick={() => void refetch()}>
          {translate("system.refresh")}
        </Button>
      </div>
      {isPending && <Loading />}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Warnings warnings={data.warnings} />
          <div className={`tiles above-12 ${figuresStyles.figuresGrid} ${styles.grid}`}>
            <InstallationTile report={data} />
            <DatabaseTile report={data} />
            <TasksTile tasks={data.tasks} />
            <BackupsTile backups={data.backups} />
            <TablesTile tables={data.tables} />
            <NodesTile nodes={data.nodes} />
          </div>
        </>
      )}
    </>
  );
}

/** Services that let others in. */
const graveWarnings: ReadonlySet<SystemWarning["name"]> = new Set([
  "demonstrationPasswords",
  "noTls",
  "diskNearlyFull",
]);

function Warnings({ warnings }: { readonly warnings: readonly SystemWarning[] }) {
  const translate = useTranslate();
  if (warnings.length === 0) return <Alert severity="success">{translate("system.noWarnings")}</Alert>;
  return (
    <ul className="stack gap-8 above-12" aria-label={translate("system.warnings")}>
      {warnings.map(({ name, count = 1 }) => (
        <li key={name}>
          <Alert severity={graveWarnings.has(name) ? "error" : "warning"} role="presentation">
            {translate(`system.warning.${name}`, { smart_count: count })}
          </Alert>
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  const translate = useTranslate();
  return (
    <div
      role="status"
      aria-label={translate("system.loading")}
      className={`tiles above-12 ${figuresStyles.figuresGrid} ${styles.grid}`}
    >
      {[1, 2, 3, 4].map((tile) => (
        <Skeleton key={tile} variant="rounded" height={220} />
      ))}
    </div>
  );
}

/** The state of the installation. Rejects with an HttpError. */
function loadSystem(signal?: AbortSignal): Promise<SystemReport> {
  return fetchObject({ path: "/api/system", signal }, { database: "object", warnings: "array" });
}
