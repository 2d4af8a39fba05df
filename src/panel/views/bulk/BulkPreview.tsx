import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { type ReactNode, useMemo, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { BulkJobPreview } from "../../../core/api/jobs.ts";
import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { toNumericId } from "../../../core/schema/ids.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { withScheduledValue } from "../../../core/validation/scheduledValues.ts";
import { formatWireTime } from "../../../core/values/dateTime.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { Value } from "../../kinds/Value.tsx";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import { hasJobs } from "../../providers/jobs.ts";
import { readText } from "../../providers/rest.ts";
import { formatList, toInlineName } from "../../providers/texts.ts";
import { finalStatusOf } from "../form/finalStatus.ts";
import styles from "../jobs/bulk.module.css";
import { useCounted } from "../recordActions/actionTexts.ts";
import { dependentText, useDependents } from "../recordActions/useDependents.ts";
import { useCellContext } from "../useCellContext.ts";
import type { PlannedRow } from "./bulkPlan.ts";
import type { BulkChange, BulkPlan } from "./useBulkPlan.ts";

interface BulkPreviewProps {
  readonly descriptor: ResourceDescriptor;
  readonly plan: readonly PlannedRow[];
  /** Changes that the platform predicts, as far as it was asked. */
  readonly preview: BulkPlan["preview"];
  /** Null: the records are removed. */
  readonly change: BulkChange | null;
  /** A status change, which may cascade. */
  readonly isStatus: boolean;
}

/** Preview of what an action will do to each record. */
export function BulkPreview({ descriptor, plan, preview, change, isStatus }: BulkPreviewProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const context = useCellContext(descriptor.name, "list");
  const { toDo, same, refused } = useMemo(() => {
    const rowsOf = (state: PlannedRow["state"]) => plan.filter((row) => row.state === state);
    return { toDo: rowsOf("change"), same: rowsOf("same"), refused: rowsOf("refused") };
  }, [plan]);
  const isJob = hasJobs(descriptor);
  const manner = finalStatusOf(descriptor) ? "terminate" : "delete";
  const reached = isStatus ? cascadedResources(descriptor, preview?.along) : [];
  const name = toInlineName(
    translate(nameKey(descriptor.name), { smart_count: toDo.length === 1 ? 1 : 2 }),
    context.locale,
  );
  const names = formatList(
    reached.map(([resource, count]) =>
      count === undefined
        ? translate(nameKey(resource), { smart_count: 2 })
        : dependentText(resource, count, translate, context.locale),
    ),
    context.locale,
  );
  const show = (field: FieldDescriptor, record: PlannedRow["record"], { [field.name]: value }: WireRecord = record) =>
    hasValue(value) ? (
      <Value kind={field.kind} value={value} source={field.name} record={record} field={field} context={context} />
    ) : (
      translate("bulk.none")
    );
  // The record expands what it refers to now, which is not what it will refer to.
  const later = (field: FieldDescriptor, value: Json | undefined, record: PlannedRow["record"]) =>
    show(field, { ...record, [`${field.name}_expand`]: undefined }, { [field.name]: value });
  const planned =
    change?.from !== undefined && change.field.schedule
      ? { descriptor, later: change.field.schedule, context }
      : undefined;
  const removed = useMemo(() => (change ? [] : toDo.map(({ record }) => record)), [change, toDo]);
  const isCounted = removed.length <= MAX_COUNTED_RECORDS;
  const { texts: belongings, tried } = useDependents(descriptor, isCounted ? removed : []);
  // Terminated records are shown field by field; deleted ones are all gone.
  const terminated = manner === "terminate" || descriptor.softDelete ? (tried?.records ?? []) : [];
  const changedRecords = change ? (preview?.records ?? []) : terminated;
  const cells = ({ record }: PlannedRow) => {
    const changes = changedRecords.find(({ id }) => id === toNumericId(record.id))?.changes ?? {};
    const otherChanges = findOtherChanges(descriptor, change?.values ?? {}, changes);
    const labelled = (field: FieldDescriptor, content: ReactNode) => (
      <div key={field.name} className="text-12">
        <span className="quiet">{translate(fieldKey(descriptor.name, field.name))}</span> {content}
      </div>
    );
    if (!change) {
      return (
        <>
          <td>{otherChanges.map(({ field, before }) => labelled(field, later(field, before, record)))}</td>
          <td>{otherChanges.map(({ field, after }) => labelled(field, later(field, after, record)))}</td>
        </>
      );
    }
    return (
      <>
        <td>
          {show(change.field, record)}
          {planned && <ScheduledValues {...planned} entries={record[planned.later.list]} />}
          {otherChanges.map(({ field, before }) => labelled(field, later(field, before, record)))}
        </td>
        <td>
          {planned ? (
            <>
              {show(change.field, record)}
              <ScheduledValues
                {...planned}
                entries={withScheduledValue(descriptor, record, change.values, browserZone())[planned.later.list]}
                from={change.from}
              />
            </>
          ) : (
            later(change.field, change.value, record)
          )}
          {otherChanges.map(({ field, after }) => labelled(field, later(field, after, record)))}
        </td>
      </>
    );
  };
  const ready = change
    ? counted("bulk.ready", toDo.length, { name })
    : counted(`bulk.${isJob ? "jobs.readyRemove" : "readyRemove"}.${manner}`, toDo.length, { name });
  const summary = isStatus && change ? counted(`bulk.readyTo.${change.value}`, toDo.length, { name, _: ready }) : ready;
  return (
    <>
      <p>{toDo.length === 0 ? translate("bulk.nothing") : summary}</p>
      {toDo.length > 0 && names !== "" && (
        <Alert severity="info">{translate(isJob ? "bulk.jobs.reaches" : "bulk.reaches", { names })}</Alert>
      )}
      {!change && <BulkBelongings descriptor={descriptor} counts={isCounted ? belongings : undefined} />}
      <BulkRows
        isOpen
        title={counted("bulk.group.refused", refused.length)}
        rows={refused}
        cells={({ reason }) => <td>{reason && translate(reason.key, { ...reason.params })}</td>}
      />
      <BulkRows title={counted("bulk.group.same", same.length)} rows={same} />
      <BulkRows
        isOpen
        title={counted(`bulk.group.${change ? "change" : "remove"}`, toDo.length)}
        rows={toDo}
        columns={change || terminated.length > 0 ? [translate("bulk.column.now"), translate("bulk.column.after")] : []}
        {...(change || terminated.length > 0 ? { cells } : {})}
      />
    </>
  );
}

/** Returns the resources that a status cascades to, with the number of records that change where it is known. */
function cascadedResources(
  { statusCascadesTo = [] }: ResourceDescriptor,
  along: BulkJobPreview["along"] | undefined,
): readonly (readonly [resource: string, count?: number])[] {
  return along && statusCascadesTo.length > 0
    ? Object.entries(along)
    : statusCascadesTo.map((resource) => [resource] as const);
}

/** Fields that change along with what was asked for, such as the lock level with the status. */
function findOtherChanges(
  { fields }: ResourceDescriptor,
  values: BulkChange["values"],
  changes: BulkJobPreview["records"][number]["changes"],
): { readonly field: FieldDescriptor; readonly before: Json; readonly after: Json }[] {
  return Object.entries(changes).flatMap(([name, change]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field && !(name in values) && !field.apiOnly ? [{ field, ...change }] : [];
  });
}

/** Counting takes a request per record and kind: beyond this many records only the kinds are named. */
const MAX_COUNTED_RECORDS = 20;

interface BulkBelongingsProps {
  readonly descriptor: ResourceDescriptor;
  /** Counts by kind, as text; undefined if not counted. */
  readonly counts: readonly string[] | undefined;
}

/** Names the records that are removed along with these. */
function BulkBelongings({ descriptor, counts }: BulkBelongingsProps): ReactNode {
  const translate = useTranslate();
  const locale = useLocale();
  const kinds = descriptor.dependents.map(({ resource }) => translate(nameKey(resource), { smart_count: 2 }));
  const names = counts ?? kinds;
  if (names.length === 0) return null;
  return <Alert severity="warning">{translate("bulk.belongings", { names: formatList(names, locale) })}</Alert>;
}

interface BulkRowsProps {
  /** Caption of these rows, with their count. */
  readonly title: string;
  readonly rows: readonly PlannedRow[];
  readonly isOpen?: boolean;
  /** Headings for `cells`. */
  readonly columns?: readonly string[];
  /** Cells after the record's name, each a `td`. */
  readonly cells?: (row: PlannedRow) => ReactNode;
  /** Custom rendering of the record's name. */
  readonly renderName?: (row: PlannedRow) => ReactNode;
}

/** Rows rendered at a time: long previews are read from the top, if at all. */
const step = 100;

/** A collapsible group of rows with the same result. Renders nothing when empty. */
export function BulkRows({ title, rows, isOpen = false, columns = [], cells, renderName }: BulkRowsProps): ReactNode {
  const counted = useCounted();
  const translate = useTranslate();
  const [limit, setLimit] = useState(step);
  if (rows.length === 0) return null;
  const more = rows.length - limit;
  return (
    <details className={`card shrink ${styles.rows}`} open={isOpen}>
      <summary className="ring-inside">{title}</summary>
      <table className="table anywhere" aria-label={title}>
        {columns.length > 0 && (
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{translate("bulk.column.record")}</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <tr key={row.record.id}>
              <th scope="row">{renderName ? renderName(row) : row.title}</th>
              {cells?.(row)}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <Button size="small" onClick={() => setLimit(limit + step)}>
          {counted("bulk.more", Math.min(more, step))}
        </Button>
      )}
    </details>
  );
}

interface ScheduledValuesProps {
  readonly descriptor: ResourceDescriptor;
  readonly later: NonNullable<FieldDescriptor["schedule"]>;
  /** The list of values to come. */
  readonly entries: Json | undefined;
  /** Start of the new value, which stands out. */
  readonly from?: Json;
  readonly context: CellContext;
}

/** The future values of a field with their starts, a line each. */
function ScheduledValues({ descriptor, later, entries, from, context }: ScheduledValuesProps): ReactNode {
  const translate = useTranslate();
  const members = descriptor.fields.find(({ name }) => name === later.list)?.fields ?? [];
  const shownMembers = members.filter(({ name }) => name === later.valueField || later.seriesFields?.includes(name));
  const lines = (Array.isArray(entries) ? entries : []).filter(isObject);
  if (lines.length === 0) return null;
  return (
    <ul className="stack gap-2">
      {lines.map((entry) => {
        const isNew = from !== undefined && entry[later.startField] === from;
        const Name = isNew ? "strong" : "span";
        return (
          <li key={JSON.stringify(entry)}>
            {shownMembers.map((field) =>
              hasValue(entry[field.name]) ? (
                <Name key={field.name}>
                  <Value
                    kind={field.kind}
                    value={entry[field.name]}
                    source={field.name}
                    record={{ ...entry, id: 0 }}
                    field={field}
                    context={context}
                  />{" "}
                </Name>
              ) : null,
            )}
            <span className="quiet gap-8 inline middle">
              {translate("bulk.fromDate", {
                date: formatWireTime(readText(entry, later.startField) ?? "", context.zone),
              })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
