import { useQueryClient } from "@tanstack/react-query";
import { type Identifier, type UseCreateOptions, type UseUpdateOptions, useDataProvider } from "react-admin";
import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { titleMeta } from "../../providers/summaries.ts";
import { refreshAfterWrite } from "./refreshAfterWrite.ts";
import { saveRecord } from "./saveRecord.ts";

/** Leaves rights to the panel's routes and redirects to its views, in react-admin's create and edit controllers. */
export const controlledByPanel = {
  disableAuthentication: true,
  mutationMode: "pessimistic",
  redirect: false,
  redirectOnError: false,
} as const;

/** Options with which react-admin's edit controller reads and saves a record. */
export function useRecordOptions(
  descriptor: ResourceDescriptor,
  onSaved: (saved: PanelRecord, before: WireRecord) => void,
) {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const meta = formMeta(descriptor);
  const queryOptions = {
    meta,
    // The view says so in place of the form.
    onError: () => {},
  };
  const mutationOptions: UseUpdateOptions<PanelRecord> = {
    meta,
    mutationFn: (params) => saveRecord({ dataProvider, descriptor }, params),
    // Also when the form was left since.
    onSettled: (saved, _error, { previousData }) => {
      // Last: what react-admin has put into its cached lists by then is not what the platform makes of it.
      refreshAfterWrite(queryClient);
      if (saved) onSaved(saved, previousData ?? {});
    },
  };
  return { queryOptions, mutationOptions };
}

/** Options with which react-admin's create controller stores a new record, or a copy of `original`. */
export function useCreateOptions(
  { name }: ResourceDescriptor,
  original: PanelRecord | undefined,
  onSaved: (saved: PanelRecord) => void,
): UseCreateOptions<PanelRecord, Error, PanelRecord> {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { meta } = titleMeta(name);
  return {
    meta,
    mutationFn: async ({ data = {} }) => {
      const { data: storedRecord } = original
        ? await dataProvider.clone(name, original.id, data)
        : await dataProvider.create<PanelRecord>(name, { data });
      refreshAfterWrite(queryClient);
      if (!meta) return storedRecord;
      // The response does not expand references; the notice and the waiting form need the name.
      const { data: expandedRecord } = await dataProvider
        .getOne<PanelRecord>(name, { id: storedRecord.id, meta })
        .catch(() => ({ data: storedRecord }));
      return expandedRecord;
    },
    onSettled: (saved) => {
      if (saved) onSaved(saved);
    },
  };
}

/** Reads the stored record anew, as the form read it. */
export function useReload(descriptor: ResourceDescriptor, id: Identifier): () => Promise<PanelRecord> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return async () => (await dataProvider.getOne<PanelRecord>(descriptor.name, { id, meta: formMeta(descriptor) })).data;
}

/**
 * Unlike the `meta` of any other request: react-admin caches rows as the records of requests with the same one, and rows
 * have no version to save over.
 */
const formMeta = ({ list }: ResourceDescriptor) => ({ expand: list.expand, isForm: true });
