import { useTranslate } from "ra-core";
import { readUpcoming } from "../../providers/dashboard.ts";
import { RecordLink } from "./RecordLink.tsx";
import { Rows } from "./Rows.tsx";
import { Tile } from "./Tile.tsx";
import { useTile } from "./useTile.ts";
import { When } from "./When.tsx";

const rows = 5;

/** What ends or changes by itself in the next weeks. */
export function UpcomingTile() {
  const translate = useTranslate();
  const query = useTile(["upcoming"], (signal) => readUpcoming(rows, signal));
  return (
    <Tile title={translate("dashboard.upcoming.title")}>
      <Rows query={query} rows={rows} empty={translate("dashboard.upcoming.none")}>
        {({ kind, at, resource, record }) => (
          <li key={`${kind} ${resource} ${record.id} ${at}`} className="dash-row">
            <span className="dash-main">
              <RecordLink resource={resource} record={record} />
            </span>
            <When at={at} />
            <span className="dash-quiet dash-below">{translate(`dashboard.upcoming.${kind}`)}</span>
          </li>
        )}
      </Rows>
    </Tile>
  );
}
