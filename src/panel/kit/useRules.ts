import { useQueryClient } from "@tanstack/react-query";
import { HttpError, type UseCreateOptions, type UseUpdateOptions, useDataProvider } from "react-admin";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { usePasswordRules } from "../kinds/password/usePasswordRules.ts";
import type { PanelDataProvider } from "../providers/dataProvider.ts";
import { useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { checkForm } from "../views/form/checkForm.ts";
import { type FormError, formErrorsIn, serverFormErrors } from "../views/form/formErrors.ts";
import { relatedSources, useRelatedLoader } from "../views/form/referencedValues.ts";
import { refreshAfterWrite } from "../views/form/refreshAfterWrite.ts";
import { toChangedRecord } from "../views/form/saveRecord.ts";
import { useErrorMessageContext } from "../views/form/useErrorMessageContext.ts";

interface Rules {
  /** Checks the rules of the schema in `SimpleForm`; the platform checks them again. */
  readonly validate: (values: WireRecord) => Promise<Record<string, unknown>>;
  /** Makes `Create` and `Edit` send what the schema has, and show errors of the platform at its fields. */
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
  const problems = useErrorMessageContext(resource);
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
    return checkForm(record, { module, mode, passwordPolicy, sources, load, fixedFields, problems });
  };

  const send = async ({ id, data = {}, previousData }: Partial<SaveParams>): Promise<PanelRecord> => {
    const { values, errors } = await check(data);
    if (!("record" in values)) throw new HttpError("refused", 422, { errors: toErrors(formErrorsIn(errors)) });
    try {
      if (id === undefined) return (await dataProvider.create<PanelRecord>(resource, { data: values.record })).data;
      const changed = toChangedRecord(descriptor, { ...data, id }, values.record);
      return (await dataProvider.update<PanelRecord>(resource, { id, data: changed, previousData })).data;
    } catch (error) {
      const formErrors = serverFormErrors(error, problems);
      if (!(error instanceof HttpError) || formErrors.length === 0) throw error;
      throw new HttpError(error.message, error.status, { errors: toErrors(formErrors) });
    } finally {
      refreshAfterWrite(queryClient);
    }
  };

  return {
    validate: async (values) => toErrors(formErrorsIn((await check(values)).errors)),
    mutationOptions: { mutationFn: send },
  };
}

interface SaveParams {
  readonly id: PanelRecord["id"];
  readonly data: Partial<PanelRecord>;
  readonly previousData: PanelRecord;
}

/** Errors in the shape of the record, as react-admin's forms expect them; the first at each place counts. */
function toErrors(formErrors: readonly Pick<FormError, "pointer" | "text">[]): Record<string, unknown> {
  const errors: Tree = {};
  for (const { pointer, text } of formErrors) {
    const path = pointer.split("/").slice(1);
    const last = path.pop();
    const parent = path.reduce<Tree | undefined>((tree, part) => below(tree, part), errors);
    if (parent && last !== undefined) parent[last] ??= text;
  }
  return errors;
}

interface Tree {
  [part: string]: Tree | string;
}

/** Undefined where the whole part already has an error. */
function below(tree: Tree | undefined, part: string): Tree | undefined {
  if (!tree) return undefined;
  tree[part] ??= {};
  const child = tree[part];
  return typeof child === "string" ? undefined : child;
}
