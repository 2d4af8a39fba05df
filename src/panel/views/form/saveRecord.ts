import { useQueryClient } from "@tanstack/react-query";
import { HttpError, type Identifier, type UpdateParams, useCreate, useDataProvider, useUpdate } from "react-admin";
import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { conflictKey, type PanelDataProvider } from "../../providers/dataProvider.ts";
import { type PanelRecord, toBody } from "../../providers/rest.ts";
import { titleMeta } from "../../providers/summaries.ts";
import type { WireForm } from "./override.ts";
import { refreshAfterWrite } from "./refreshAfterWrite.ts";

/** Leaves rights to the panel's routes and redirects to its views, in react-admin's create and edit controllers. */
export const controlledByPanel = {
  disableAuthentication: true,
  mutationMode: "pessimistic",
  redirect: false,
  redirectOnError: false,
} as const;

/**
 * Unlike the `meta` of any other request: react-admin caches rows as the records of requests with the same one, and rows
 * have no version to save over.
 */
export const formMeta = ({ list }: Pick<ResourceDescriptor, "list">) => ({ expand: list.expand, isForm: true });

/** Options with which react-admin's edit controller reads the record of a form. The view says its errors in place of the form. */
export function editOptions(descriptor: ResourceDescriptor) {
  const meta = formMeta(descriptor);
  return { ...controlledByPanel, queryOptions: { meta, onError: () => {} }, mutationOptions: { meta } };
}

/**
 * Returns what stores a form's record by react-admin's mutations, which write it into all cached lists: a change of `base`,
 * or a new record, or a copy of the one with `originalId`. Rejects with the platform's error.
 */
export function useStoreRecord(descriptor: ResourceDescriptor, originalId: Identifier | undefined) {
  const { name } = descriptor;
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { meta: createMeta } = titleMeta(name);
  const [update] = useUpdate<PanelRecord>(name, undefined, {
    mutationFn: (params) => saveRecord({ dataProvider, descriptor }, params),
  });
  const [create] = useCreate<PanelRecord, Error, PanelRecord>(name, undefined, {
    mutationFn: async ({ data = {}, meta }) => {
      const { data: storedRecord } =
        originalId === undefined
          ? await dataProvider.create<PanelRecord>(name, { data })
          : await dataProvider.clone(name, originalId, data);
      if (!meta) return storedRecord;
      // The response does not expand references; the notice and the waiting form need the name.
      const expanded = dataProvider.getOne<PanelRecord>(name, { id: storedRecord.id, meta });
      return (await expanded.catch(() => ({ data: storedRecord }))).data;
    },
  });
  const write = (base: PanelRecord | undefined, record: WireRecord, patches: WireForm["patches"]) => {
    const options = { returnPromise: true } as const;
    if (!base) return create(name, { data: record, meta: createMeta }, options);
    const meta = patches.length > 0 ? { patches } : formMeta(descriptor);
    return update(
      name,
      { id: base.id, data: toChangedRecord(descriptor, base, record), previousData: base, meta },
      options,
    );
  };
  return async (...stored: Parameters<typeof write>): Promise<PanelRecord> => {
    try {
      const record = await write(...stored);
      if (!record) throw new Error(`${name}: nothing was stored`);
      return record;
    } finally {
      // Last: what react-admin has put into its cached lists by then is not what the platform makes of it.
      refreshAfterWrite(queryClient);
    }
  };
}

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
