import Link from "@mui/material/Link";
import { useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { RecentChange } from "../../../core/api/dashboardResponse.ts";
import { nameKey } from "../../navigation/labels.ts";
import { pathTo } from "../../navigation/paths.ts";
import { loadFirstRecords, loadRecentChanges, loadUpcoming } from "../../providers/dashboard.ts";
import { useAccess, useStartupData } from "../../providers/StartupDataContext.tsx";
import styles from "./dashboard.module.css";
import { RecordLink, Rows, Tile, TileMoment, useTile } from "./Tile.tsx";

/** Rows of a tile; fewer where each resource has its own. */
const MAX_ROWS = 5;
const MAX_NEWEST_ROWS = 3;

/** The latest changes and their authors. */
export function ChangesTile() {
  const translate = useTranslate();
  const query = useTile(["changes"], (signal) => loadRecentChanges(MAX_ROWS, signal));
  return (
    <Tile title={translate("dashboard.changes.title")}>
      <Rows query={query} rows={MAX_ROWS} empty={translate("dashboard.changes.none")}>
        {(change) => <ChangeRow key={change.id} change={change} />}
      </Rows>
    </Tile>
  );
}

const operations = ["create", "update", "delete"];

function ChangeRow({ change }: { readonly change: RecentChange }) {
  const translate = useTranslate();
  const { resource, record, record_id, operation, username, is_scheduled, timestamp } = change;
  const verb = operations.includes(operation) ? operation : "update";
  return (
    <li className={styles.row}>
      <span className="clip shrink">
        {record ? (
          <RecordLink resource={resource} record={record} />
        ) : (
          `${translate(nameKey(resource), { smart_count: 1 })} #${record_id}`
        )}
      </span>
      <TileMoment at={timestamp} />
      <span className="clip note shrink whole">
        {is_scheduled
          ? translate(`dashboard.changes.scheduled.${verb}`, { name: translate("app.scheduledWork") })
          : translate(`dashboard.changes.${verb}`, { name: username })}
      </span>
    </li>
  );
}

/** The newest records, by resource. */
export function NewestTile({ resources }: { readonly resources: readonly string[] }) {
  const translate = useTranslate();
  return (
    <Tile title={translate("dashboard.newest.title")}>
      {resources.map((resource) => (
        <Newest key={resource} resource={resource} />
      ))}
    </Tile>
  );
}

function Newest({ resource }: { readonly resource: string }) {
  const translate = useTranslate();
  const newestFirst = { order_by: "create_timestamp", order_by_direction: "desc" };
  const query = useTile(
    ["newest", resource],
    async (signal) => (await loadFirstRecords(resource, newestFirst, MAX_NEWEST_ROWS, signal)).records,
  );
  return (
    <>
      <h3 className="note tight above-8">{translate(nameKey(resource), { smart_count: 2 })}</h3>
      <Rows query={query} rows={MAX_NEWEST_ROWS} empty={translate("dashboard.newest.none")}>
        {({ record }) => (
          <li key={record.id} className={styles.row}>
            <span className="clip shrink">
              <RecordLink resource={resource} record={record} />
            </span>
            {typeof record.create_timestamp === "string" && <TileMoment at={record.create_timestamp} />}
          </li>
        )}
      </Rows>
    </>
  );
}

/** Lists what ends or changes by itself in the next weeks. */
export function UpcomingTile() {
  const translate = useTranslate();
  const query = useTile(["upcoming"], (signal) => loadUpcoming(MAX_ROWS, signal));
  return (
    <Tile title={translate("dashboard.upcoming.title")}>
      <Rows query={query} rows={MAX_ROWS} empty={translate("dashboard.upcoming.none")}>
        {({ kind, at, resource, record }) => (
          <li key={`${kind} ${resource} ${record.id} ${at}`} className={styles.row}>
            <span className="clip shrink">
              <RecordLink resource={resource} record={record} />
            </span>
            <TileMoment at={at} />
            <span className="clip note shrink whole">{translate(`dashboard.upcoming.${kind}`)}</span>
          </li>
        )}
      </Rows>
    </Tile>
  );
}

/** Lists the user's sessions: for roles with little else here. */
export function AccountTile() {
  const translate = useTranslate();
  const { adminId } = useAccess();
  const { admin } = useStartupData();
  const query = useTile(["sessions"], async (signal) => {
    const newestFirst = { admin_id: adminId, order_by: "last_seen_at", order_by_direction: "desc" };
    return (await loadFirstRecords("adminsessions", newestFirst, MAX_ROWS, signal)).records;
  });
  const account = pathTo("admins", "details", { id: adminId }) ?? "/";
  const sessions = pathTo("admins", "details", { id: adminId, tab: "sessions" }) ?? account;
  return (
    <Tile title={translate("dashboard.account.title")} more={{ path: account, label: admin.login }}>
      <h3 className="note tight above-8">{translate("dashboard.account.sessions")}</h3>
      <Rows query={query} rows={MAX_ROWS} empty={translate("dashboard.account.none")}>
        {({ title, record }) => (
          <li key={record.id} className={styles.row}>
            <Link component={RouterLink} to={sessions} className="clip shrink">
              {[record.program, record.system].filter(Boolean).join(" · ") || title}
            </Link>
            {typeof record.last_seen_at === "string" && <TileMoment at={record.last_seen_at} />}
          </li>
        )}
      </Rows>
    </Tile>
  );
}
