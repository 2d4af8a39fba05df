import Link from "@mui/material/Link";
import { use, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { nameKey } from "../../navigation/labels.ts";
import { recordPagePath, recordPath } from "../../navigation/recordPath.ts";
import { send } from "../../providers/http.ts";
import type { ListedEntry } from "../../providers/journal.ts";
import { fromPreferenceDefs, toPreferenceDefsRequest } from "../../providers/preferences.ts";
import { describeResource, toUsable } from "../../providers/resources.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { ownerOfPreferences, summaryOf } from "../../providers/summaries.ts";
import { isColumnReadable } from "../list/columns.ts";
import { useCellContext } from "../useCellContext.ts";
import { setPreferenceLabels } from "./changeLabel.ts";
import { JournalItem } from "./JournalItem.tsx";
import { RestoreDialog, type RestoreRequest } from "./RestoreDialog.tsx";
import { subjectName } from "./subjectName.ts";

interface ListedItemProps {
  readonly entry: ListedEntry;
  /** Whether the list is about this record, which need not be named then. */
  readonly isOwn?: boolean;
  /** Whether the journal of all records can be opened. */
  readonly hasPage?: boolean;
}

/** An entry with its record, which is a link while there is one. Suspends until the resource is loaded. */
export function ListedItem({ entry, isOwn = false, hasPage = true }: ListedItemProps) {
  const { resource, recordId, unit, run } = entry;
  const translate = useTranslate();
  const access = useAccess();
  const descriptor = use(describe(resource, useLocale()));
  const context = useCellContext(resource, "details");
  const [restoring, setRestoring] = useState<RestoreRequest | null>(null);
  const readableChanges = entry.changes.filter(({ field }) => isColumnReadable(descriptor, access, field));
  const more = [
    ...(unit === null ? [] : [{ path: `/journal?unit=${unit}`, label: translate("history.together") }]),
    ...(run === null ? [] : [{ path: `/journal?run=${encodeURIComponent(run)}`, label: translate("history.run") }]),
  ];
  return (
    <>
      <JournalItem
        entry={{ ...entry, changes: readableChanges }}
        fields={descriptor.fields}
        context={context}
        subject={isOwn ? undefined : <RecordName entry={entry} />}
        links={
          hasPage &&
          more.map(({ path, label }) => (
            <Link key={path} component={RouterLink} to={path} className="pad-inline-8 unbroken">
              {label}
            </Link>
          ))
        }
        hasPage={hasPage}
        onRestore={setRestoring}
      />
      {restoring && (
        <RestoreDialog descriptor={descriptor} id={recordId} restoring={restoring} onClose={() => setRestoring(null)} />
      )}
    </>
  );
}

const subjects = new Map<string, Promise<ResourceDescriptor>>();

/** Returns the descriptor for a resource's entries; preferences have names, but no fields. */
function describe(resource: string, locale: string): Promise<ResourceDescriptor> {
  const key = `${resource} ${locale}`;
  const cached = subjects.get(key);
  if (cached) return cached;
  const owner = ownerOfPreferences(resource);
  const loading = toUsable(
    owner === undefined ? describeResource(resource) : describePreferences(resource, owner, locale),
  );
  loading.catch(() => subjects.delete(key));
  subjects.set(key, loading);
  return loading;
}

async function describePreferences(resource: string, owner: string, locale: string): Promise<ResourceDescriptor> {
  const [descriptor, defs] = await Promise.all([
    describeResource(owner),
    // Without them they are called as in the API.
    send(toPreferenceDefsRequest(resource, locale)).then(
      (response) => fromPreferenceDefs(resource, response),
      () => [],
    ),
  ]);
  setPreferenceLabels(resource, new Map(defs.map(({ name, label }) => [name, label])));
  return { ...descriptor, name: resource, fields: [] };
}

/** Kind and name of the record: a link to its journal or page, as far as it has one. */
function RecordName({ entry }: { readonly entry: ListedEntry }) {
  const translate = useTranslate();
  const { resource, recordId, parentId, title, exists } = entry;
  const page = ownerOfPreferences(resource) ?? resource;
  const { parent } = summaryOf(page);
  const record = { id: recordId, ...(parent ? { [parent.reference]: parentId } : {}) };
  const path = exists ? (recordPath(page, "details", record, "journal") ?? recordPagePath(page, record)) : null;
  return (
    <>
      <span className="quiet">{subjectName(translate, resource, 1)}</span>{" "}
      {path ? (
        <Link component={RouterLink} to={path}>
          {title}
        </Link>
      ) : recordId === "csv" ? (
        translate("history.csvFile", { name: translate(nameKey(resource), { smart_count: 2 }) })
      ) : (
        title
      )}
      {" · "}
    </>
  );
}
