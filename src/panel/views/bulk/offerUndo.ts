import type { QueryClient } from "@tanstack/react-query";
import type { useNotify } from "react-admin";
import type { Json, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { canReturn, setsFinalStatus, statusField } from "../../../core/validation/transitions.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { fieldKey } from "../../navigation/labels.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Translate } from "../../providers/texts.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { isSameValue } from "../form/values.ts";
import { updateCachedRecords } from "../recordActions/updateCachedRecords.ts";
import { requestErrorText } from "../requestErrorText.ts";

/** A stored change of a record, and how to undo it. */
interface StoredChange {
  readonly id: PanelRecord["id"];
  /** The record's name in messages. */
  readonly title: string;
  /** The changed fields as stored. */
  readonly values: Readonly<Record<string, Json>>;
  /** Previous values of these fields and of those that may have changed along with it. */
  readonly back: Readonly<Record<string, Json>>;
}

interface UndoParts {
  readonly dataProvider: Pick<PanelDataProvider, "getOne" | "patchFields">;
  readonly queryClient: QueryClient;
  readonly notify: ReturnType<typeof useNotify>;
  readonly translate: Translate;
}

/** Announces a changed field, with undo. */
export async function offerUndoOfField(
  parts: UndoParts,
  descriptor: ResourceDescriptor,
  before: PanelRecord,
  field: string,
  value: Json,
): Promise<void> {
  await addTexts("bulk");
  const title = recordTitle(descriptor.recordRepresentation, before);
  const change = { id: before.id, title, values: { [field]: value }, back: valuesBefore(descriptor, before, field) };
  const name = parts.translate(fieldKey(descriptor.name, field));
  const message = parts.translate("bulk.undo.offer", { name, title });
  if (!canReturn(descriptor, { ...before, [field]: value }, before)) return parts.notify(message, { type: "success" });
  offerUndo(parts, descriptor, change, message);
}

/**
 * Announces what a form has stored, with undo of all that can be put back: not secrets and files, not the end of a record,
 * and not a status that reaches other records or that no transition leads back from.
 */
export async function offerUndoOfForm(
  parts: UndoParts,
  descriptor: ResourceDescriptor,
  before: PanelRecord,
  saved: PanelRecord,
  message: string,
): Promise<void> {
  const changed = descriptor.fields.filter(
    ({ name, readOnly, immutable, internal, secret, writeOnly, file, aliasOf }) =>
      !readOnly &&
      !immutable &&
      !internal &&
      !secret &&
      !writeOnly &&
      !file &&
      !aliasOf &&
      name in saved &&
      !isSameValue(saved[name], before[name]),
  );
  const reaches = descriptor.statusCascadesTo && changed.some(({ name }) => name === statusField(descriptor));
  const isFinal = setsFinalStatus(descriptor, saved, before) || !canReturn(descriptor, saved, before);
  if (changed.length === 0 || reaches || isFinal) return parts.notify(message, { type: "success" });
  await addTexts("bulk");
  const valuesIn = (record: WireRecord) => Object.fromEntries(changed.map(({ name }) => [name, record[name] ?? null]));
  const title = recordTitle(descriptor.recordRepresentation, before);
  offerUndo(parts, descriptor, { id: before.id, title, values: valuesIn(saved), back: valuesIn(before) }, message);
}

/** Announces a change, with undo for half a minute. */
function offerUndo(parts: UndoParts, { name }: ResourceDescriptor, change: StoredChange, message: string): void {
  const { queryClient, notify, translate } = parts;
  const undo = async () => {
    try {
      await undoChange(parts, name, change);
      notify(translate("bulk.undo.done", { smart_count: 1 }), { type: "success" });
    } catch (error) {
      const reason = requestErrorText(translate, error);
      notify(translate("bulk.undo.failure", { title: change.title, reason }), { type: "error" });
    }
    refreshAfterWrite(queryClient);
  };
  notify(message, { type: "success", undo: () => void undo() });
}

/** Previous values of a field and of those that may change with it; an absent value is null. */
function valuesBefore(
  { statusDependentFields, bulkActions = [] }: Pick<ResourceDescriptor, "statusDependentFields" | "bulkActions">,
  before: WireRecord,
  field: string,
): Record<string, Json> {
  const set = statusDependentFields?.field === field ? statusDependentFields.fields : [];
  const together = bulkActions.flatMap(({ fields }) => (fields.includes(field) ? fields : []));
  return Object.fromEntries([field, ...set, ...together].map((name) => [name, before[name] ?? null]));
}

/** Undoes a change, unless a value has changed again since. */
async function undoChange({ dataProvider, queryClient }: UndoParts, resource: string, change: StoredChange) {
  const { id, values, back } = change;
  const { data: now } = await dataProvider.getOne<PanelRecord>(resource, { id });
  if (Object.entries(values).some(([field, value]) => !isSameValue(now[field], value)))
    throw new Error("bulk.undo.changedAgain");
  const changed = Object.entries(back).filter(([name, before]) => !isSameValue(now[name], before));
  const { data } = await dataProvider.patchFields(resource, id, Object.fromEntries(changed));
  updateCachedRecords(queryClient, resource, id, data);
}
