import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useDataProvider, useLocale, useNotify, useTranslate } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { patchField } from "./patchField.ts";

type PatchField = (record: PanelRecord, field: string, value: Json) => Promise<void>;

/** Changes one field of a record in place: see patchField. */
export function usePatchField(descriptor: ResourceDescriptor): PatchField {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const locale = useLocale();
  return useCallback(
    (record, field, value) =>
      patchField({ dataProvider, queryClient, notify, translate, locale }, descriptor, record, field, value),
    [dataProvider, queryClient, notify, translate, locale, descriptor],
  );
}
