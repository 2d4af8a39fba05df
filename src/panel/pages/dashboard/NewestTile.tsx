import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { readFew, type TitledRecord } from "../../providers/dashboard.ts";
import { nameKey } from "../../resource/labels.ts";
import { RecordLink } from "./RecordLink.tsx";
import { Rows } from "./Rows.tsx";
import { Tile } from "./Tile.tsx";
import { useTile } from "./useTile.ts";
import { When } from "./When.tsx";

const rows = 3;

/** The records that were made last, by resource. */
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
    async (signal) => (await readFew(resource, newestFirst, rows, signal)).records,
  );
  return (
    <>
      <h3 className="dash-group">{translate(nameKey(resource), { smart_count: 2 })}</h3>
      <Rows
        query={query as UseQueryResult<readonly TitledRecord[]>}
        rows={rows}
        empty={translate("dashboard.newest.none")}
      >
        {({ record }) => (
          <li key={record.id} className="dash-row">
            <span className="dash-main">
              <RecordLink resource={resource} record={record} />
            </span>
            {typeof record.create_timestamp === "string" && <When at={record.create_timestamp} />}
          </li>
        )}
      </Rows>
    </>
  );
}
