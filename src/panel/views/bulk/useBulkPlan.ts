import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type BulkJobFailure, type BulkJobPreview, MAX_PREVIEW_RECORDS } from "../../../core/api/jobs.ts";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { toNumericId } from "../../../core/schema/ids.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { withScheduledValue } from "../../../core/validation/scheduledValues.ts";
import { validateRecord } from "../../../core/validation/validateRecord.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { hasJobs, previewJob } from "../../providers/jobs.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { type ErrorMessageContext, errorMessage } from "../form/errorMessages.ts";
import { useErrorMessageContext } from "../form/useErrorMessageContext.ts";
import type { BulkAction } from "../recordActions/bulkActions.ts";
import { type PlannedRow, planChange, planRemoval } from "./bulkPlan.ts";

/** The field to change; its value is undefined until chosen. */
export interface FieldChoice {
  readonly field: FieldDescriptor;
  readonly value?: Json | undefined;
  /** Start of the value, for fields with a schedule; undefined: now. Null: still to be chosen. */
  readonly from?: Json | undefined;
}

/** New values: of one field, or from a date on by another one. */
export interface BulkChange {
  /** The field that is shown. */
  readonly field: FieldDescriptor;
  readonly value: Json;
  /** Start of the value; absent: now. */
  readonly from?: Json;
  /** All that is sent. */
  readonly values: Readonly<Record<string, Json>>;
}

export interface BulkPlan {
  /** Null: the records are removed; undefined: the value is still to be chosen. */
  readonly change: BulkChange | null | undefined;
  readonly plan: readonly PlannedRow[];
  /** The rows that would change. */
  readonly toDo: readonly PlannedRow[];
  /** The platform's prediction for the first records; undefined: none, or not yet. */
  readonly preview: ReturnType<typeof useJobPreview>;
  /** Error text of the chosen value. */
  readonly valueError: string | undefined;
}

/** Predicts what an action will do to each record. */
export function useBulkPlan(
  descriptor: ResourceDescriptor,
  action: BulkAction,
  chosen: FieldChoice | null,
  records: readonly PanelRecord[] | undefined,
): BulkPlan {
  const access = useAccess();
  const module = useResource(descriptor.name);
  const context = useErrorMessageContext(descriptor.name);
  const change = useMemo(() => toBulkChange(action, chosen), [action, chosen]);
  const plan = useMemo(() => {
    if (!records || change === undefined) return [];
    return change === null ? planRemoval(descriptor, access, records) : planChange(descriptor, access, records, change);
  }, [descriptor, access, records, change]);
  const preview = useJobPreview(descriptor, change?.values, plan);
  const rows = useMemo(() => withServerReasons(plan, preview?.failures ?? []), [plan, preview]);
  const toDo = useMemo(() => rows.filter(({ state }) => state === "change"), [rows]);
  const sample = toDo[0]?.record;
  const valueError =
    action.kind === "field" && change && sample ? valueErrorText(module, change, sample, context) : undefined;
  return { change, plan: rows, preview, toDo, valueError };
}

/** The plan with what only the platform knows to be refused. The error at a field says more than that there is one. */
function withServerReasons(plan: readonly PlannedRow[], failures: readonly BulkJobFailure[]): readonly PlannedRow[] {
  const reasonsById = new Map(
    failures.map(({ record_id, key, params, errors }) => [record_id, errors?.[0] ?? { key, params }]),
  );
  return plan.map((row) => {
    const reason = row.state === "change" ? reasonsById.get(toNumericId(row.record.id)) : undefined;
    return reason ? { ...row, state: "refused", reason } : row;
  });
}

function toBulkChange(action: BulkAction, chosen: FieldChoice | null): BulkChange | null | undefined {
  if (action.kind === "remove") return null;
  if (action.kind === "status") return fieldChange(action.field, action.value);
  if (chosen?.value === undefined || chosen.from === null) return undefined;
  const { field, value, from } = chosen;
  const change = fieldChange(field, value);
  if (from === undefined || !field.schedule) return change;
  const { list, valueField, startField: beginning } = field.schedule;
  return { ...change, from, values: { [list]: { [valueField]: value, [beginning]: from } } };
}

/** A field and its new value, from now on. */
export function fieldChange(field: FieldDescriptor, value: Json): BulkChange {
  return { field, value, values: { [field.name]: value } };
}

/** The error of a field's value, as its form would show it; undefined when valid. */
function valueErrorText(
  module: ResourceModule,
  { field, value, values }: BulkChange,
  record: PanelRecord,
  context: ErrorMessageContext,
): string | undefined {
  const { errors } = validateRecord(
    module,
    { ...record, [field.name]: value, ...withScheduledValue(module.descriptor, record, values, browserZone()) },
    { mode: "update", related: (path) => valueAtPath(record, path) },
  );
  const names = [field.name, ...Object.keys(values)];
  const error = errors.find(({ pointer }) => names.includes(pointer.split("/")[1] ?? ""));
  return error && errorMessage(error, context);
}

/** Milliseconds without typing before the platform is asked. */
const TYPING_DELAY_MS = 250;

/**
 * Asks a platform with jobs what a change does to the first of these records: how many others change
 * along only if those are all. Removals are not tried.
 */
function useJobPreview(
  descriptor: ResourceDescriptor,
  values: Readonly<Record<string, Json>> | undefined,
  plan: readonly PlannedRow[],
): (Omit<BulkJobPreview, "along"> & Partial<BulkJobPreview>) | undefined {
  const resource = descriptor.name;
  const ids = useMemo(
    () => plan.filter(({ state }) => state === "change").map(({ record }) => toNumericId(record.id)),
    [plan],
  );
  const request = values && hasJobs(descriptor) ? { changes: values, ids: ids.slice(0, MAX_PREVIEW_RECORDS) } : null;
  const requestJson = JSON.stringify(request);
  const settled = useSettled(requestJson);
  const { data } = useQuery({
    queryKey: ["bulkjobs", "preview", resource, settled],
    queryFn: () => {
      const question: NonNullable<typeof request> = JSON.parse(settled);
      return previewJob({ ...question, resource, action: "change" });
    },
    enabled: settled !== "null" && ids.length > 0,
    staleTime: 0,
    retry: false,
  });
  if (!data || settled !== requestJson) return undefined;
  return ids.length > MAX_PREVIEW_RECORDS ? { ...data, along: undefined } : data;
}

/** A text once it stays the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
