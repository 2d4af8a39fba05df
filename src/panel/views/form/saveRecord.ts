import { HttpError, type UpdateParams } from "react-admin";
import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { conflictKey, type PanelDataProvider } from "../../providers/dataProvider.ts";
import { type PanelRecord, toBody } from "../../providers/rest.ts";
import type { WireForm } from "./override.ts";

interface SaveParts {
  readonly dataProvider: Pick<PanelDataProvider, "getOne" | "patchField" | "update">;
  readonly descriptor: Pick<ResourceDescriptor, "name">;
}

/** react-admin's parameters of an update; `meta.patches` are single fields to change first. */
type SaveParams = Partial<Pick<UpdateParams<PanelRecord>, "id" | "data" | "previousData">> & {
  readonly meta?: { readonly patches?: WireForm["patches"] };
};

/** Single fields were saved, the rest was refused: by the cause. */
export class PartlySavedError extends Error {
  /** The record as stored now, including its version. */
  readonly storedRecord: PanelRecord;

  constructor(storedRecord: PanelRecord, cause: unknown) {
    super("Only a part of the record was saved", { cause });
    this.storedRecord = storedRecord;
  }
}

/** Saves a record: single fields first, in order, then the record as a whole. Rejects with the platform's error. */
export async function saveRecord(
  { dataProvider, descriptor: { name } }: SaveParts,
  { id: requestedId = "", data = {}, previousData, meta: { patches = [] } = {} }: SaveParams,
): Promise<PanelRecord> {
  // The address has it as text.
  const id = previousData?.id ?? requestedId;
  let patchedRecord: PanelRecord | undefined;
  try {
    if (patches.length > 0) await assertUnchanged(dataProvider, name, id, data._etag);
    for (const { field, value } of patches) {
      const { data: response } = await dataProvider.patchField(name, id, field, value);
      // The next change needs the version that results from this one; legacy platforms have no versions.
      patchedRecord = { ...patchedRecord, ...response, [field]: value, _etag: response._etag };
    }
    const latest = patches.length > 0 ? { ...data, _etag: patchedRecord?._etag } : data;
    const previous = { ...previousData, ...patchedRecord, id };
    return (await dataProvider.update<PanelRecord>(name, { id, data: latest, previousData: previous })).data;
  } catch (error) {
    throw patchedRecord ? new PartlySavedError(patchedRecord, error) : error;
  }
}

/** Single-field changes carry no version, so that a stale one must be detected before. */
async function assertUnchanged(
  dataProvider: Pick<PanelDataProvider, "getOne">,
  resource: string,
  id: PanelRecord["id"],
  etag: PanelRecord["_etag"],
) {
  if (etag === undefined) return;
  const { data } = await dataProvider.getOne<PanelRecord>(resource, { id });
  if (data._etag !== etag) throw new HttpError(conflictKey, 412);
}

/**
 * A form's record as a change of the one it began with, and of that version only. Fields unknown to our schema are sent
 * back unchanged: leaving them out would clear them.
 */
export function toChangedRecord(
  { fields }: Pick<ResourceDescriptor, "fields">,
  base: PanelRecord,
  record: WireRecord,
): Partial<PanelRecord> {
  const describedFields = new Set(fields.map((field) => field.name));
  const undescribed = Object.entries(toBody(base)).filter(([name]) => !describedFields.has(name));
  return { ...Object.fromEntries(undescribed), ...record, _etag: base._etag };
}
