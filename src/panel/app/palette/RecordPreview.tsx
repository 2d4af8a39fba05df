import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useDataProvider, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { FieldValue, Value } from "../../kinds/Value.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { loadLegacyJournal } from "../../providers/journal.ts";
import { loadResource } from "../../providers/resources.ts";
import { type PanelRecord, readText } from "../../providers/rest.ts";
import { mayUse, useAccess } from "../../providers/StartupDataContext.tsx";
import type { FoundRecord } from "../../providers/search.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { authorText } from "../../views/show/authorText.ts";
import { HeaderFields } from "../../views/show/HeaderFields.tsx";
import { RecordName } from "../../views/show/RecordName.tsx";
import { useCellContext } from "../../views/useCellContext.ts";
import styles from "./palette.module.css";

/** Entries of each block. */
const MAX_BLOCK_ENTRIES = 3;

interface RecordPreviewProps {
  readonly hit: FoundRecord;
  readonly descriptor: ResourceDescriptor;
  /** Its actions. */
  readonly children: ReactNode;
}

/** A record at a glance: whose it is, what is registered, its latest calls and changes, and what can be done with it. */
export function RecordPreview({ hit: { resource, record }, descriptor, children }: RecordPreviewProps) {
  const access = useAccess();
  const owner = ownerOf(resource, record);
  const subscriber = owner?.subscriber_id;
  return (
    <div className={`flex scroll ${styles.sheet}`}>
      <div className={`pad-block-4 ${styles.actions}`}>{children}</div>
      <div className="stack grow pad-12-16 packed">
        <div>
          <RecordName descriptor={descriptor} record={record} heading="h2" />
          <HeaderFields descriptor={descriptor} record={record} />
        </div>
        {subscriber !== undefined && mayUse(access, "subscriberregistrations") && (
          <Registrations subscriber={subscriber} />
        )}
        {owner && mayUse(access, "calllists") && <Calls owner={owner} />}
        {descriptor.journal && <Changes descriptor={descriptor} record={record} />}
      </div>
    </div>
  );
}

/** The owner of a record's calls: a subscriber, or else a customer. */
function ownerOf(resource: string, record: PanelRecord): Readonly<Record<string, number>> | undefined {
  const [subscriber, customer] = [
    resource === "subscribers" ? record.id : record.subscriber_id,
    resource === "customers" ? record.id : record.customer_id,
  ];
  if (typeof subscriber === "number") return { subscriber_id: subscriber };
  return typeof customer === "number" ? { customer_id: customer } : undefined;
}

function Registrations({ subscriber }: { readonly subscriber: number }) {
  const list = useLatest("subscriberregistrations", { subscriber_id: subscriber }, "id");
  return (
    <Block name="registrations" {...list}>
      {({ record, descriptor }) => (
        <>
          {recordTitle(descriptor.recordRepresentation, record)}
          <Fact descriptor={descriptor} record={record} name="user_agent" />
          <Fact descriptor={descriptor} record={record} name="expires" />
        </>
      )}
    </Block>
  );
}

function Calls({ owner }: { readonly owner: Readonly<Record<string, number>> }) {
  const list = useLatest("calllists", owner, "start_time");
  return (
    <Block name="calls" {...list}>
      {({ record, descriptor }) => (
        <>
          {readText(record, "other_cli") ?? "–"}
          {["direction", "start_time", "duration_seconds", "status"].map((name) => (
            <Fact key={name} descriptor={descriptor} record={record} name={name} />
          ))}
        </>
      )}
    </Block>
  );
}

function Changes({ descriptor, record }: { readonly descriptor: ResourceDescriptor; readonly record: PanelRecord }) {
  const { name } = descriptor;
  const context = useCellContext(name, "details");
  const { translate } = context;
  const { data, error, isPending } = useQuery({
    queryKey: [name, "journal", `${record.id}`, "latest"],
    queryFn: () => loadLegacyJournal(name, record.id),
  });
  const rows = data?.entries
    .slice(0, MAX_BLOCK_ENTRIES)
    .map((entry) => ({ record: { id: entry.id }, descriptor, entry }));
  return (
    <Block name="changes" rows={rows} error={error} isPending={isPending}>
      {({ entry }) => (
        <>
          {translate(`views.journal.operation.${entry.operation}`, { _: entry.operation })}
          {entry.changes.length > 0 &&
            ` ${entry.changes.map(({ field }) => translate(fieldKey(name, field), { _: field })).join(", ")}`}
          {`\u00A0· ${authorText(entry, translate)}\u00A0· `}
          <Value
            kind="dateTime"
            value={entry.timestamp}
            source="timestamp"
            record={{ timestamp: entry.timestamp }}
            context={context}
          />
        </>
      )}
    </Block>
  );
}

interface FactProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly name: string;
}

/** A further value of a line; nothing where it is empty. */
function Fact({ descriptor, record, name }: FactProps) {
  const context = useCellContext(descriptor.name, "words");
  const field = descriptor.fields.find((candidate) => candidate.name === name);
  if (!field || record[name] === null || record[name] === undefined || record[name] === "") return null;
  // No line begins with a dot.
  return (
    <>
      {"\u00A0· "}
      <span className="unbroken">
        <FieldValue field={field} record={record} context={context} />
      </span>
    </>
  );
}

interface PreviewLine {
  readonly record: PanelRecord;
  readonly descriptor: ResourceDescriptor;
}

/** The newest rows of a list. */
function useLatest(resource: string, filter: Readonly<Record<string, number>>, field: string) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { data, error, isPending } = useQuery({
    queryKey: [resource, "latest", filter],
    queryFn: async ({ signal }) => {
      const [{ descriptor }, { data: records }] = await Promise.all([
        loadResource(resource),
        dataProvider.getList<PanelRecord>(resource, {
          pagination: { page: 1, perPage: MAX_BLOCK_ENTRIES },
          sort: { field, order: "DESC" },
          filter,
          signal,
        }),
      ]);
      return { data: records, descriptor };
    },
  });
  const rows = data?.data.map((record) => ({ record, descriptor: data.descriptor }));
  return { rows, error, isPending };
}

interface BlockProps<L extends PreviewLine> {
  readonly name: "registrations" | "calls" | "changes";
  readonly rows: readonly L[] | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly children: (line: L) => ReactNode;
}

function Block<L extends PreviewLine>({ name, rows, error, isPending, children }: BlockProps<L>) {
  const translate = useTranslate();
  const quiet = { color: "textSecondary", variant: "body2" } as const;
  return (
    <section>
      <Typography variant="overline" component="h3" color="textSecondary" className="tall">
        {translate(`palette.sheet.${name}`)}
      </Typography>
      {isPending && <Typography {...quiet}>{translate("palette.sheet.loading")}</Typography>}
      {error ? <Typography {...quiet}>{requestErrorText(translate, error)}</Typography> : null}
      {rows?.length === 0 && <Typography {...quiet}>{translate(`palette.sheet.none.${name}`)}</Typography>}
      {rows?.map((line) => (
        <Typography key={line.record.id} variant="body2" className="anywhere">
          {children(line)}
        </Typography>
      ))}
    </section>
  );
}
