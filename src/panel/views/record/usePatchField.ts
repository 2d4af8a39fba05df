import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type GetListResult, useDataProvider, useNotify, useTranslate } from "ra-core";
import { useCallback } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { refusalText } from "./refusalText.ts";

export type PatchField = (record: PanelRecord, field: string, value: Json) => Promise<void>;

/**
 * Changes one field where the record is shown. The new value is there at once; if the platform refuses it, the old
 * one comes back with a notice that says why.
 */
export function usePatchField(resource: string): PatchField {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  return useCallback(
    async (record, field, value) => {
      const show = (values: Partial<PanelRecord>) => {
        const update = (shown: PanelRecord) => (shown.id === record.id ? { ...shown, ...values } : shown);
        const updateList = (list?: GetListResult<PanelRecord>) => list && { ...list, data: list.data.map(update) };
        queryClient.setQueriesData({ queryKey: listsOf(resource) }, updateList);
        queryClient.setQueriesData({ queryKey: itemsOf(resource) }, (shown?: PanelRecord) => shown && update(shown));
      };
      show({ [field]: value });
      try {
        const { data } = await dataProvider.patchField(resource, record.id, field, value);
        show(data);
      } catch (refusal) {
        show({ [field]: record[field] });
        await addTexts("rules");
        notify(refusalText(translate, refusal), { type: "error" });
        return;
      }
      // Other columns may follow from this one, and the row may not match the filters any more.
      await queryClient.invalidateQueries({ queryKey: listsOf(resource) });
    },
    [dataProvider, queryClient, notify, translate, resource],
  );
}

const listsOf = (resource: string): QueryKey => [resource, "getList"];
const itemsOf = (resource: string): QueryKey => [resource, "getOne"];
