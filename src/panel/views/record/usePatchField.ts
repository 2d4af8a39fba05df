import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useDataProvider, useLocale, useNotify, useTranslate } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { whyNot } from "../../explain/question.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { showValues } from "./showValues.ts";

type PatchField = (record: PanelRecord, field: string, value: Json) => Promise<void>;

/**
 * Changes one field in place. The new value shows optimistically; if the platform refuses it, it reverts with a notice
 * that says why. A stored change can be undone for a while.
 */
export function usePatchField(descriptor: ResourceDescriptor): PatchField {
  const { name, fields } = descriptor;
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
        import("../bulk/offerUndo.ts").then(
          ({ offerUndoOfField }) =>
            offerUndoOfField({ dataProvider, queryClient, notify, translate }, descriptor, record, field, value),
          () => undefined, // It is stored: who is cut off just now does without the way back.
        );
      } catch (refusal) {
        show({ [field]: record[field] });
        const { fieldRefusalText } = await import("./fieldRefusalText.ts");
        notify(await fieldRefusalText(refusal, { translate, locale, resource: name, fields }), {
          type: "error",
          ...whyNot(refusal, { resource: name, right: "update", record }),
        });
      }
    },
    [dataProvider, queryClient, notify, translate, locale, descriptor, name, fields],
  );
}
