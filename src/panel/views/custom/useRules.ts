import { useQueryClient } from "@tanstack/react-query";
import { HttpError, type UseCreateOptions, type UseUpdateOptions, useDataProvider } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { checkForm } from "../form/checkForm.ts";
import { toErrorTree } from "../form/fieldErrors.ts";
import { formErrorsIn } from "../form/formErrors.ts";
import { relatedSources, useRelatedLoader } from "../form/referencedValues.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { toChangedRecord } from "../form/saveRecord.ts";
import { useErrorMessageContext } from "../form/useErrorMessageContext.ts";

interface Rules {
  /** Checks the rules of the schema in `SimpleForm`; the platform checks them again. */
  readonly validate: (values: WireRecord) => Promise<Record<string, unknown>>;
  /** Makes `Create` and `Edit` send what the schema has. */
  readonly mutationOptions: UseCreateOptions<PanelRecord, Error, PanelRecord> & UseUpdateOptions<PanelRecord>;
}

/**
 * Returns the rules and mutation options by which a form of react-admin's own components follows a resource's schema.
 */
export function useRules(resource: string, mode: "create" | "update"): Rules {
  const module = useResource(resource);
  const { descriptor } = module;
  const { fields } = descriptor;
  const access = useAccess();
  const passwordPolicy = usePasswordRules();
  const messageContext = useErrorMessageContext(resource);
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const load = useRelatedLoader();

  const check = (values: WireRecord) => {
    // Defaults take the place of what was never entered, not of what was emptied: react-admin's inputs leave an empty text.
    const entered = fields.filter(({ name, internal }) => !internal && values[name] !== undefined);
    const record = Object.fromEntries(entered.map(({ name }) => [name, values[name] === "" ? null : values[name]]));
    const fixed = fields.filter((field) => !access.can(descriptor, mode, { field }));
    const sources = relatedSources(descriptor);
    const fixedFields = new Set(fixed.map(({ name }) => name));
    return checkForm(record, { module, mode, passwordPolicy, sources, load, fixedFields, messageContext });
  };

  const send = async ({ id, data = {}, previousData }: Partial<SaveParams>): Promise<PanelRecord> => {
    const { values, errors } = await check(data);
    if (!("record" in values)) throw new HttpError("refused", 422, { errors: toErrorTree(formErrorsIn(errors)) });
    try {
      if (id === undefined) return (await dataProvider.create<PanelRecord>(resource, { data: values.record })).data;
      const changed = toChangedRecord(descriptor, { ...data, id }, values.record);
      return (await dataProvider.update<PanelRecord>(resource, { id, data: changed, previousData })).data;
    } finally {
      refreshAfterWrite(queryClient);
    }
  };

  return {
    validate: async (values) => toErrorTree(formErrorsIn((await check(values)).errors)),
    mutationOptions: { mutationFn: send },
  };
}

interface SaveParams {
  readonly id: PanelRecord["id"];
  readonly data: Partial<PanelRecord>;
  readonly previousData: PanelRecord;
}
