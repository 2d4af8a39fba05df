import { useQueryClient } from "@tanstack/react-query";
import { HttpError, type UseCreateOptions, type UseUpdateOptions, useDataProvider } from "react-admin";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { usePasswordRules } from "../kinds/password/usePasswordRules.ts";
import type { PanelDataProvider } from "../providers/dataProvider.ts";
import { useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { checkRecord } from "../views/form/checkRecord.ts";
import { errorMessage } from "../views/form/errorMessages.ts";
import { topField } from "../views/form/fieldId.ts";
import { relatedSources, useRelatedLoader } from "../views/form/referencedValues.ts";
import { refreshAfterWrite } from "../views/form/refreshAfterWrite.ts";
import type { FormError } from "../views/form/resolver.ts";
import { serverFormErrors } from "../views/form/serverErrors.ts";
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
  const { fields } = module.descriptor;
  const access = useAccess();
  const passwordPolicy = usePasswordRules();
  const problems = useErrorMessageContext(resource);
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const loadRelated = useRelatedLoader();

  const check = async (values: WireRecord) => {
    // Defaults take the place of what was never entered, not of what was emptied.
    const presentFields = fields.filter(({ name, internal }) => !internal && values[name] !== undefined);
    const entered = withNullForEmpty(values);
    const record = Object.fromEntries(presentFields.map(({ name }) => [name, entered[name] ?? null]));
    const sources = relatedSources(module.descriptor);
    return checkRecord(module, record, { mode, related: await loadRelated(sources, record), passwordPolicy });
  };

  const isWritable = (pointer: string) => {
    const field = fields.find(({ name }) => name === topField(pointer));
    return field === undefined || access.can(module.descriptor, mode, { field });
  };

  const send = async ({ id, data, previousData }: Partial<SaveParams>): Promise<PanelRecord> => {
    const values: WireRecord = { ...data };
    const checked = await check(values);
    const entered = withNullForEmpty(values);
    const schemaValues = Object.fromEntries(
      Object.keys(checked.record).map((name) => [name, entered[name] ?? checked.record[name]]),
    );
    try {
      if (id === undefined) return (await dataProvider.create<PanelRecord>(resource, { data: schemaValues })).data;
      // Fields that our schema lacks are sent back unchanged: leaving them out would clear them.
      const names = new Set(fields.map(({ name }) => name));
      const otherEntries = Object.entries(values).filter(([name]) => !names.has(name));
      const completeRecord = { ...Object.fromEntries(otherEntries), ...schemaValues };
      return (await dataProvider.update<PanelRecord>(resource, { id, data: completeRecord, previousData })).data;
    } catch (error) {
      const formErrors = serverFormErrors(error, problems);
      if (!(error instanceof HttpError) || formErrors.length === 0) throw error;
      throw new HttpError(error.message, error.status, { errors: toErrors(formErrors) });
    } finally {
      refreshAfterWrite(queryClient);
    }
  };

  return {
    validate: async (values) => {
      const { errors } = await check(values);
      const mine = errors.filter(({ pointer }) => isWritable(pointer));
      return toErrors(mine.map((error) => ({ pointer: error.pointer, text: errorMessage(error, problems) })));
    },
    mutationOptions: { mutationFn: send },
  };
}

interface SaveParams {
  readonly id: PanelRecord["id"];
  readonly data: Partial<PanelRecord>;
  readonly previousData: PanelRecord;
}

/** An emptied input of react-admin's may leave an empty text. */
function withNullForEmpty(values: WireRecord): WireRecord {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]));
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
