import type { QueryClient } from "@tanstack/react-query";
import type { useNotify } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord, RecordOf, UpdateOf, ValueOf } from "../../providers/rest.ts";
import type { Translate } from "../../providers/texts.ts";
import { explainForbidden } from "../explain/accessQuestion.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { updateCachedRecords } from "./updateCachedRecords.ts";

export interface PatchParts {
  readonly dataProvider: PanelDataProvider;
  readonly queryClient: QueryClient;
  readonly notify: ReturnType<typeof useNotify>;
  readonly translate: Translate;
  readonly locale: string;
}

type ChangeField = <Name extends string, Field extends keyof UpdateOf<Name> & string>(
  parts: PatchParts,
  descriptor: ResourceDescriptor<Name>,
  record: RecordOf<Name>,
  field: Field,
  value: ValueOf<Name, Field>,
) => Promise<void>;

/**
 * Changes one field in place. The new value shows optimistically; if the platform refuses it, it reverts with a notice
 * that says why. A stored change can be undone for a while.
 */
export const patchField: ChangeField = async (
  parts,
  descriptor: ResourceDescriptor,
  record: PanelRecord,
  field: string,
  value: Json,
) => {
  const { notify, translate, locale } = parts;
  const { name, fields } = descriptor;
  try {
    await storeField(parts, descriptor, record, field, value);
  } catch (error) {
    const { fieldErrorText } = await import("./fieldErrorText.ts");
    notify(await fieldErrorText(error, { translate, locale, resource: name, fields }), {
      type: "error",
      ...explainForbidden(error, { resource: name, right: "update", record }),
    });
  }
};

/** Changes one field for callers that show errors themselves. Rejects with an HttpError, the old value showing again. */
export const storeField: ChangeField = async (
  { dataProvider, queryClient, notify, translate },
  descriptor: ResourceDescriptor,
  record: PanelRecord,
  field: string,
  value: Json,
) => {
  const { name } = descriptor;
  const show = (values: Partial<PanelRecord>) => updateCachedRecords(queryClient, name, record.id, values);
  show({ [field]: value });
  let storedValue = value;
  try {
    const { data } = await dataProvider.patchField(name, record.id, field, value);
    show(data);
    // The platform may complete it: a service's name becomes its address.
    storedValue = data[field] ?? value;
  } catch (error) {
    show({ [field]: record[field] });
    throw error;
  }
  refreshAfterWrite(queryClient);
  import("../bulk/offerUndo.ts").then(
    ({ offerUndoOfField }) =>
      offerUndoOfField({ dataProvider, queryClient, notify, translate }, descriptor, record, field, storedValue),
    () => undefined, // It is stored: who is cut off just now does without the way back.
  );
};
