import Link from "@mui/material/Link";
import { useState } from "react";
import { useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { ListedEntry } from "../../providers/journal.ts";
import { useResource } from "../../providers/resources.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { addressOf, pageOf } from "../../resource/addressOf.ts";
import { nameKey } from "../../resource/labels.ts";
import { JournalItem } from "../../views/details/JournalItem.tsx";
import { RestoreDialog, type Restoring } from "../../views/history/RestoreDialog.tsx";
import { isReadable } from "../../views/list/columns.ts";
import { useCellContext } from "../../views/useCellContext.ts";

/** An entry with its record, which is a link while there is one. Suspends until the resource is loaded. */
export function ListedItem({ entry }: { readonly entry: ListedEntry }) {
  const { resource, recordId, unit, run } = entry;
  const translate = useTranslate();
  const access = useAccess();
  const { descriptor } = useResource(resource);
  const context = useCellContext(resource, "details");
  const [restoring, setRestoring] = useState<Restoring | null>(null);
  const readable = entry.changes.filter(({ field }) => isReadable(descriptor, access, field));
  const more = [
    ...(unit === null ? [] : [{ address: `/journal?unit=${unit}`, label: translate("history.together") }]),
    ...(run === null ? [] : [{ address: `/journal?run=${encodeURIComponent(run)}`, label: translate("history.run") }]),
  ];
  return (
    <>
      <JournalItem
        entry={{ ...entry, changes: readable }}
        fields={descriptor.fields}
        context={context}
        of={<RecordName entry={entry} />}
        beside={more.map(({ address, label }) => (
          <Link key={address} component={RouterLink} to={address} className="journal-beside">
            {label}
          </Link>
        ))}
        hasPage
        onRestore={setRestoring}
      />
      {restoring && (
        <RestoreDialog descriptor={descriptor} id={recordId} restoring={restoring} onClose={() => setRestoring(null)} />
      )}
    </>
  );
}

/** Kind and name of the record: a link to its journal or page, as far as it has one. */
function RecordName({ entry }: { readonly entry: ListedEntry }) {
  const translate = useTranslate();
  const { resource, recordId, parentId, title, exists } = entry;
  const { parent } = summaryOf(resource);
  const record = { id: recordId, ...(parent ? { [parent.by]: parentId } : {}) };
  const address = exists ? (addressOf(resource, "details", record, "journal") ?? pageOf(resource, record)) : null;
  return (
    <>
      <span className="cell-quiet">{translate(nameKey(resource), { smart_count: 1 })}</span>{" "}
      {address ? (
        <Link component={RouterLink} to={address}>
          {title}
        </Link>
      ) : (
        title
      )}
      {" · "}
    </>
  );
}
