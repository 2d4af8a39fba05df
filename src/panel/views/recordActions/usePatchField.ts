import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useDataProvider, useLocale, useNotify, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { RecordOf, UpdateOf, ValueOf } from "../../providers/rest.ts";
import { type PatchParts, patchField } from "./patchField.ts";

type PatchField<Name extends string> = <Field extends keyof UpdateOf<Name> & string>(
  record: RecordOf<Name>,
  field: Field,
  value: ValueOf<Name, Field>,
) => Promise<void>;

/** Changes one field of a record in place: see patchField. */
export function usePatchField<Name extends string>(descriptor: ResourceDescriptor<Name>): PatchField<Name> {
  const parts = usePatchParts();
  return useCallback(
    (record, field, value) => patchField(parts, descriptor, record, field, value),
    [parts, descriptor],
  );
}

/** The context of `patchField` and `storeField`. */
export function usePatchParts(): PatchParts {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const locale = useLocale();
  return useMemo(
    () => ({ dataProvider, queryClient, notify, translate, locale }),
    [dataProvider, queryClient, notify, translate, locale],
  );
}
