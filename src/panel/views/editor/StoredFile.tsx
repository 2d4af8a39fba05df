import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { useDataProvider } from "react-admin";
import type { ResourceName } from "../../../generated/types/index.gen.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { readFileValue } from "../../providers/files.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { refreshJournals } from "../form/refreshAfterWrite.ts";
import { LoadState } from "../LoadError.tsx";
import type { CustomTabProps } from "../override.ts";

/** An editor of the text that a record's file has. */
export interface FileEditorProps<Resource extends ResourceName> extends CustomTabProps<Resource> {
  readonly storedText: string;
}

interface StoredFileProps<Resource extends ResourceName> extends CustomTabProps<Resource> {
  readonly load: () => Promise<File | null>;
  readonly Editor: ComponentType<FileEditorProps<Resource>>;
}

/** Loads the text of a record's file for its editor, once: what somebody edits must not change under their hands. */
export function StoredFile<Resource extends ResourceName>(props: StoredFileProps<Resource>): ReactNode {
  const { descriptor, record, load, Editor } = props;
  const query = useQuery({
    queryKey: [descriptor.name, "text", record.id],
    queryFn: async () => (await (await load())?.text()) ?? "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (query.error || query.data === undefined) {
    return <LoadState query={query} question={{ resource: descriptor.name, right: "read" }} />;
  }
  return <Editor descriptor={descriptor} record={record} storedText={query.data} />;
}

/** Stores a text as the record's file in the field `data`. */
export function useStoreFile({ descriptor, record }: CustomTabProps, name: string, type: string) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  return async (text: string) => {
    const data = await readFileValue(new File([text], name, { type }));
    const changed = { ...record, data };
    await dataProvider.update<PanelRecord>(descriptor.name, { id: record.id, data: changed, previousData: record });
    // The record has another version now, which the next change must name.
    refreshJournals(queryClient);
    await queryClient.invalidateQueries({ queryKey: [descriptor.name, "getOne"] });
  };
}
