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
import { useErrorMessageContext } from "../views/form/useProblemContext.ts";

interface Rules {
  /** For `SimpleForm`: the rules of the schema, which the platform checks again. */
  readonly validate: (values: WireRecord) => Promise<Record<string, unknown>>;
  /** For `Create` and `Edit`: sends what the schema has, and shows a refusal at its fields. */
  readonly mutationOptions: UseCreateOptions<PanelRecord, Error, PanelRecord> & UseUpdateOptions<PanelRecord>;
}

/** What a form of react-admin's own components needs to know of a resource's schema. */
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
    const given = fields.filter(({ name, internal }) => !internal && values[name] !== undefined);
    const entered = emptied(values);
    const record = Object.fromEntries(given.map(({ name }) => [name, entered[name] ?? null]));
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
    const entered = emptied(values);
    const known = Object.fromEntries(
      Object.keys(checked.record).map((name) => [name, entered[name] ?? checked.record[name]]),
    );
    try {
      if (id === undefined) return (await dataProvider.create<PanelRecord>(resource, { data: known })).data;
      // What our schema does not have is sent back unchanged: leaving it out would clear it.
      const names = new Set(fields.map(({ name }) => name));
      const others = Object.entries(values).filter(([name]) => !names.has(name));
      const whole = { ...Object.fromEntries(others), ...known };
      return (await dataProvider.update<PanelRecord>(resource, { id, data: whole, previousData })).data;
    } catch (refusal) {
      const complaints = serverFormErrors(refusal, problems);
      if (!(refusal instanceof HttpError) || complaints.length === 0) throw refusal;
      throw new HttpError(refusal.message, refusal.status, { errors: toErrors(complaints) });
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
function emptied(values: WireRecord): WireRecord {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]));
}

/** Errors in the shape of the record, as react-admin's forms expect them; the first at each place counts. */
function toErrors(complaints: readonly Pick<FormError, "pointer" | "text">[]): Record<string, unknown> {
  const errors: Tree = {};
  for (const { pointer, text } of complaints) {
    const path = pointer.split("/").slice(1);
    const last = path.pop();
    const place = path.reduce<Tree | undefined>((tree, part) => below(tree, part), errors);
    if (place && last !== undefined) place[last] ??= text;
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
  const found = tree[part];
  return typeof found === "string" ? undefined : found;
}
