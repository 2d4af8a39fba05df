import Button from "@mui/material/Button";
import { type ReactNode, useId, useState } from "react";
import { type Identifier, RecordContextProvider, ResourceContextProvider, useLocale, useTranslate } from "react-admin";
import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { isRecordId } from "../../../core/schema/ids.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import { nameKey } from "../../navigation/labels.ts";
import { toHref } from "../../navigation/recordPath.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { rightsOn } from "../../providers/legacyResources.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { toInlineName } from "../../providers/texts.ts";
import { LoadState } from "../LoadError.tsx";
import { recordActions } from "../recordActions/recordActions.ts";
import styles from "./details.module.css";
import { RecordName } from "./RecordName.tsx";
import { ShowFields } from "./ShowFields.tsx";
import { useRecord } from "./useRecord.ts";

const JournalTab = lazyPart(() => import("../journal/JournalTab.tsx"), "JournalTab", ["history"], <FactsSkeleton />);

interface SettingsJournalProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
}

/** The journal of settings, which have no tabs of their own; loaded on request. */
function SettingsJournal({ descriptor, id }: SettingsJournalProps) {
  const translate = useTranslate();
  const access = useAccess();
  const [isOpen, setOpen] = useState(false);
  const journalId = useId();
  if (!descriptor.journal || !access.can(rightsOn("journals"), "read")) return null;
  return (
    <>
      <Button size="small" aria-expanded={isOpen} aria-controls={journalId} onClick={() => setOpen(!isOpen)}>
        {translate("views.details.journal")}
      </Button>
      <div id={journalId}>{isOpen && <JournalTab descriptor={descriptor} id={id} />}</div>
    </>
  );
}

interface ReferenceTabProps {
  readonly record: WireRecord;
  /** References to follow, `contract_id.contact_id`. */
  readonly path: string;
  /** The resource that each leads to. */
  readonly resources: readonly string[];
}

/** The facts of a record that this one references, directly or indirectly. */
export function ReferenceTab({ record, path, resources }: ReferenceTabProps) {
  const translate = useTranslate();
  const [name = "", ...segments] = path.split(".");
  const id = valueAtPath(record, path);
  if (isRecordId(id)) return <RelatedRecord resource={resources.at(-1) ?? ""} id={id} />;
  const next = record[name];
  // Null is known to be empty; undefined lies behind a reference that has not been fetched.
  if (id !== null && segments.length > 0 && isRecordId(next)) {
    return <Further id={next} path={segments.join(".")} resources={resources} />;
  }
  return <p className="quiet">{translate("details.nothing")}</p>;
}

/** Fetches from the first reference on, for platforms that do not expand it. */
function Further({
  id,
  path,
  resources: [resource = "", ...otherResources],
}: Omit<ReferenceTabProps, "record"> & { id: Identifier }) {
  const { descriptor } = useResource(resource);
  const query = useRecord(descriptor, String(id));
  if (query.error || !query.data) return <LoadState query={query} question={toQuestion(resource, id)} />;
  return <ReferenceTab record={query.data} path={path} resources={otherResources} />;
}

interface RelatedRecordProps {
  readonly resource: string;
  readonly id: Identifier;
  /** More buttons, after those of the record. */
  readonly actions?: ReactNode;
}

/** All facts of another record, with links to its page and form. */
export function RelatedRecord({ resource, id, actions }: RelatedRecordProps) {
  const { descriptor } = useResource(resource);
  const query = useRecord(descriptor, String(id));
  if (query.error || !query.data) return <LoadState query={query} question={toQuestion(resource, id)} />;
  const { data } = query;
  const { settingsOf } = descriptor;
  return (
    <ResourceContextProvider value={resource}>
      <RecordContextProvider value={data}>
        <RelatedHead descriptor={descriptor} record={data} actions={actions} />
        <ShowFields
          descriptor={descriptor}
          record={data}
          {...(settingsOf ? { showsEmpty: true } : { isNested: true })}
        />
        {settingsOf && <SettingsJournal descriptor={descriptor} id={String(id)} />}
      </RecordContextProvider>
    </ResourceContextProvider>
  );
}

const toQuestion = (resource: string, id: Identifier) => ({ resource, right: "read", record: { id } }) as const;

interface RelatedHeadProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly actions?: ReactNode;
}

/** Another record's name, with links to its page and form. Settings get only the form link: the tab names them. */
function RelatedHead({ descriptor, record, actions }: RelatedHeadProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const { settingsOf, name: resource } = descriptor;
  const title = settingsOf
    ? toInlineName(translate(nameKey(resource), { smart_count: 2 }), locale)
    : recordTitle(descriptor.recordRepresentation, record);
  const pages = recordActions(descriptor, access, record).flatMap((action) =>
    "path" in action && action.name !== "preferences" && !(settingsOf && action.name === "details") ? [action] : [],
  );
  return (
    <header className="row across-24 end below-12">
      <div className={styles.name}>
        {!settingsOf && <RecordName descriptor={descriptor} record={record} heading="h2" />}
      </div>
      <div className="row">
        {pages.map(({ name, path }) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            href={toHref(path)}
            aria-label={translate(`details.related.${name}`, { title })}
          >
            {settingsOf
              ? // The head of the page has an "Edit" as well, which is the owner's.
                translate("details.related.edit", { title })
              : translate(name === "details" ? "details.related.open" : "views.record.menu.edit")}
          </Button>
        ))}
        {actions}
      </div>
    </header>
  );
}
