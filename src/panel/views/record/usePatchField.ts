import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type GetListResult, useDataProvider, useLocale, useNotify, useTranslate } from "ra-core";
import { useCallback } from "react";
import type { Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { whyNot } from "../../explain/whyNot.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";

export type PatchField = (record: PanelRecord, field: string, value: Json) => Promise<void>;

/**
 * Changes one field where the record is shown. The new value is there at once; if the platform refuses it, the old
 * one comes back with a notice that says why.
 */
export function usePatchField({ name, fields }: ResourceDescriptor): PatchField {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const locale = useLocale();
  return useCallback(
    async (record, field, value) => {
      const show = (values: Partial<PanelRecord>) => showValues(queryClient, name, record.id, values);
      show({ [field]: value });
      try {
        const { data } = await dataProvider.patchField(name, record.id, field, value);
        show(data);
        refreshAfterWrite(queryClient);
      } catch (refusal) {
        show({ [field]: record[field] });
        const { fieldRefusalText } = await import("./fieldRefusalText.ts");
        notify(await fieldRefusalText(refusal, { translate, locale, resource: name, fields }), {
          type: "error",
          ...whyNot(refusal, { resource: name, right: "update", record }),
        });
      }
    },
    [dataProvider, queryClient, notify, translate, locale, name, fields],
  );
}

/** Puts values into every copy of a record that is on the screen. */
function showValues(queryClient: QueryClient, name: string, id: PanelRecord["id"], values: Partial<PanelRecord>): void {
  const update = (shown: PanelRecord) => (shown.id === id ? { ...shown, ...values } : shown);
  queryClient.setQueriesData(
    { queryKey: [name, "getList"] },
    (list?: GetListResult<PanelRecord>) => list && { ...list, data: list.data.map(update) },
  );
  queryClient.setQueriesData({ queryKey: [name, "getOne"] }, (shown?: PanelRecord) => shown && update(shown));
}
