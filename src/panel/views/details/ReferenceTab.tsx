import Button from "@mui/material/Button";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { type Identifier, RecordContextProvider, ResourceContextProvider, useTranslate } from "react-admin";
import type { ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { valueAt } from "../../../core/valueAt.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import { rightsOn } from "../../providers/pending.ts";
import { useResource } from "../../providers/resources.ts";
import { isId } from "../../resource/addressOf.ts";
import { Problem } from "../Problem.tsx";
import { Facts } from "./Facts.tsx";
import { FactsSkeleton } from "./FactsSkeleton.tsx";
import { RelatedHead } from "./RelatedHead.tsx";
import { useRecord } from "./useRecord.ts";

const JournalTab = lazy(async () => {
  const [{ JournalTab }] = await Promise.all([import("./JournalTab.tsx"), addTexts("history")]);
  return { default: JournalTab };
});

interface SettingsJournalProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
}

/** The journal of settings, which have no tabs of their own; loaded on request. */
function SettingsJournal({ descriptor, id }: SettingsJournalProps) {
  const translate = useTranslate();
  const access = useAccess();
  const [isOpen, setOpen] = useState(false);
  const place = useId();
  if (!descriptor.journal || !access.can(rightsOn("journals"), "read")) return null;
  return (
    <>
      <Button size="small" aria-expanded={isOpen} aria-controls={place} onClick={() => setOpen(!isOpen)}>
        {translate("views.details.journal")}
      </Button>
      <div id={place}>
        {isOpen && (
          <Suspense fallback={<FactsSkeleton />}>
            <JournalTab descriptor={descriptor} id={id} />
          </Suspense>
        )}
      </div>
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
  const [name = "", ...rest] = path.split(".");
  const id = valueAt(record, path);
  if (isId(id)) return <RelatedRecord resource={resources.at(-1) ?? ""} id={id} />;
  const next = record[name];
  // Null is known to be empty; undefined lies behind a reference that has not been fetched.
  if (id !== null && rest.length > 0 && isId(next)) {
    return <Further id={next} path={rest.join(".")} resources={resources} />;
  }
  return <p className="quiet">{translate("details.nothing")}</p>;
}

/** Fetches from the first reference on, for platforms that do not expand it. */
function Further({
  id,
  path,
  resources: [resource = "", ...others],
}: Omit<ReferenceTabProps, "record"> & { id: Identifier }) {
  const { descriptor } = useResource(resource);
  const { data, error, refetch } = useRecord(descriptor, String(id));
  if (error) return <RelatedProblem error={error} resource={resource} id={id} onRetry={() => void refetch()} />;
  return data ? <ReferenceTab record={data} path={path} resources={others} /> : <FactsSkeleton />;
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
  const { data, error, refetch } = useRecord(descriptor, String(id));
  if (error) return <RelatedProblem error={error} resource={resource} id={id} onRetry={() => void refetch()} />;
  if (!data) return <FactsSkeleton />;
  const { settingsOf } = descriptor;
  return (
    <ResourceContextProvider value={resource}>
      <RecordContextProvider value={data}>
        <RelatedHead descriptor={descriptor} record={data} actions={actions} />
        <Facts descriptor={descriptor} record={data} {...(settingsOf ? { showsEmpty: true } : { isNested: true })} />
        {settingsOf && <SettingsJournal descriptor={descriptor} id={String(id)} />}
      </RecordContextProvider>
    </ResourceContextProvider>
  );
}

interface RelatedProblemProps {
  readonly error: unknown;
  readonly resource: string;
  readonly id: Identifier;
  readonly onRetry: () => void;
}

function RelatedProblem({ error, resource, id, onRetry }: RelatedProblemProps) {
  return <Problem error={error} question={{ resource, right: "read", record: { id } }} onRetry={onRetry} />;
}
