import Link from "@mui/material/Link";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { Json } from "../../../core/descriptor.ts";
import { isDroppedResource } from "../../../core/droppedRecords.ts";
import { Value } from "../../kinds/Value.tsx";
import type { ListedEntry } from "../../providers/journal.ts";
import { nameKey } from "../../resource/labels.ts";
import { authorOf } from "../../views/details/authorOf.ts";
import styles from "../../views/history/history.module.css";
import { useCellContext } from "../../views/useCellContext.ts";

/** Whether the entry tells of many records that were dropped after their time: it is about none of them. */
export function isDropped({ resource, recordId, isScheduled }: ListedEntry): boolean {
  return isScheduled && recordId === 0 && isDroppedResource(resource);
}

/** What was dropped, how much of it, and from when. */
export function DroppedItem({ entry }: { readonly entry: ListedEntry }) {
  const { id, resource, timestamp, changes } = entry;
  const translate = useTranslate();
  const locale = useLocale();
  const context = useCellContext("calls", "details");
  const before = (name: string) => changes.find(({ field }) => field === name)?.before ?? null;
  const time = (value: Json) => (
    <Value kind="dateTime" value={value} source="timestamp" record={{ timestamp: value }} context={context} />
  );
  const from = before("from");
  return (
    <li>
      <p className={`below-4 ${styles.head}`}>
        <strong>{translate("views.journal.operation.delete")}</strong>{" "}
        <span className="quiet">
          {resource === "calls" ? translate(nameKey(resource), { smart_count: 2 }) : translate("history.entries")}
        </span>
        {" · "}
        {authorOf(entry, translate)}{" "}
        <span className="quiet">
          <Link component={RouterLink} to={`/journal?entry=${id}`} color="inherit">
            {time(timestamp)}
          </Link>
        </span>
      </p>
      <dl className="stack facts gap-2 above-8">
        <div>
          <dt>{translate("history.dropped.records")}</dt>
          <dd>{Number(before("records")).toLocaleString(locale)}</dd>
        </div>
        {from !== null && (
          <div>
            <dt>{translate("history.filters.from")}</dt>
            <dd>{time(from)}</dd>
          </div>
        )}
        <div>
          <dt>{translate("history.filters.to")}</dt>
          <dd>{time(before("until"))}</dd>
        </div>
      </dl>
    </li>
  );
}
