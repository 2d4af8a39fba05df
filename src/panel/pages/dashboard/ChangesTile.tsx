import { useTranslate } from "ra-core";
import type { Change } from "../../../core/dashboardAnswers.ts";
import { readChanges } from "../../providers/dashboard.ts";
import { nameKey } from "../../resource/labels.ts";
import { RecordLink } from "./RecordLink.tsx";
import { Rows } from "./Rows.tsx";
import { Tile } from "./Tile.tsx";
import { useTile } from "./useTile.ts";
import { When } from "./When.tsx";

const rows = 5;

/** What was changed last, by whom. */
export function ChangesTile() {
  const translate = useTranslate();
  const query = useTile(["changes"], (signal) => readChanges(rows, signal));
  return (
    <Tile title={translate("dashboard.changes.title")}>
      <Rows query={query} rows={rows} empty={translate("dashboard.changes.none")}>
        {(change) => <ChangeRow key={change.id} change={change} />}
      </Rows>
    </Tile>
  );
}

const operations = ["create", "update", "delete"];

function ChangeRow({ change }: { readonly change: Change }) {
  const translate = useTranslate();
  const { resource, record, record_id, operation, username, timestamp } = change;
  const verb = operations.includes(operation) ? operation : "update";
  return (
    <li className="dash-row">
      <span className="dash-main">
        {record ? (
          <RecordLink resource={resource} record={record} />
        ) : (
          `${translate(nameKey(resource), { smart_count: 1 })} #${record_id}`
        )}
      </span>
      <When at={timestamp} />
      <span className="dash-quiet dash-below">{translate(`dashboard.changes.${verb}`, { name: username })}</span>
    </li>
  );
}
