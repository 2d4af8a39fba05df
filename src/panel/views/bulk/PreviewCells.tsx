import type { ReactNode } from "react";
import type { BulkJobPreview } from "../../../core/api/jobs.ts";
import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { withScheduledValue } from "../../../core/validation/scheduledValues.ts";
import { formatWireTime } from "../../../core/values/dateTime.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { Value } from "../../kinds/Value.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import { type PanelRecord, readText } from "../../providers/rest.ts";
import type { BulkChange } from "./useBulkPlan.ts";

interface PreviewCellsProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  /** Null: the record is removed. */
  readonly change: BulkChange | null;
  /** The values that change, as the platform predicts them. */
  readonly changes: BulkJobPreview["records"][number]["changes"];
  readonly context: CellContext;
}

/** The values of a record now and after a bulk action. */
export function PreviewCells({ descriptor, record, change, changes, context }: PreviewCellsProps): ReactNode {
  const { translate } = context;
  const show = (field: FieldDescriptor, shown: PanelRecord, { [field.name]: value }: WireRecord = shown) =>
    hasValue(value) ? (
      <Value kind={field.kind} value={value} source={field.name} record={shown} field={field} context={context} />
    ) : (
      translate("bulk.none")
    );
  // The record expands what it refers to now, which is not what it will refer to.
  const later = (field: FieldDescriptor, value: Json | undefined) =>
    show(field, { ...record, [`${field.name}_expand`]: undefined }, { [field.name]: value });
  const others = (moment: "before" | "after") =>
    findOtherChanges(descriptor, change?.values ?? {}, changes).map(({ field, [moment]: value }) => (
      <div key={field.name} className="text-12">
        <span className="quiet">{translate(fieldKey(descriptor.name, field.name))}</span> {later(field, value)}
      </div>
    ));
  const schedule = change?.from === undefined ? undefined : change.field.schedule;
  const planned = schedule && { descriptor, later: schedule, context };
  return (
    <>
      <td>
        {change && show(change.field, record)}
        {planned && <ScheduledValues {...planned} entries={record[planned.later.list]} />}
        {others("before")}
      </td>
      <td>
        {change && (planned ? show(change.field, record) : later(change.field, change.value))}
        {change && planned && (
          <ScheduledValues
            {...planned}
            entries={withScheduledValue(descriptor, record, change.values, browserZone())[planned.later.list]}
            from={change.from}
          />
        )}
        {others("after")}
      </td>
    </>
  );
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
  const { translate } = context;
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
