import { useLocale, useTranslate } from "ra-core";
import { useCallback, useMemo, useRef, useState } from "react";
import { type FieldValues, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { WireRecord } from "../../../core/descriptor.ts";
import type { ResourceModule } from "../../../core/resourceModule.ts";
import { valueAt } from "../../../core/valueAt.ts";
import type { FormValues } from "../../kinds/controls/formValues.ts";
import { usePasswordPolicy } from "../../kinds/password/usePasswordPolicy.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { withoutEnd, withPossibleStates } from "./endsRecord.ts";
import { isWritable, type PlannedGroup, planForm } from "./formPlan.ts";
import { type FormOverride, toPlainWire } from "./override.ts";
import { problemText } from "./problemTexts.ts";
import { decidingFields, relatedSources } from "./related.ts";
import { buildResolver, type ResolverParts, type SavePlan } from "./resolver.ts";
import { useErrorsInLanguage } from "./useErrorsInLanguage.ts";
import { useRelated } from "./useRelated.ts";
import { changedFields, initialValues } from "./values.ts";

export type PanelForm = UseFormReturn<FieldValues, unknown, SavePlan>;

export interface ResourceFormState {
  readonly form: PanelForm;
  readonly groups: readonly PlannedGroup[];
  /** Other fields' values, for inputs that depend on them. */
  readonly formValues: FormValues;
  /** A record that decides what is shown has not come yet. */
  readonly isDeciding: boolean;
  /** The stored record as this form knows it. */
  readonly record: PanelRecord | undefined;
  /** The same at this very moment, for what happens between two renderings. */
  readonly recordNow: () => PanelRecord | undefined;
  /** What the fields held before anything was typed. */
  readonly start: WireRecord;
  /** The same at this very moment. */
  readonly startNow: () => WireRecord;
  readonly changed: () => readonly string[];
  /** What was typed and is not saved. */
  readonly mine: () => WireRecord;
  /** Starts anew from a record: nothing is changed any more, except what `keep` puts back. */
  readonly restart: (record: PanelRecord | undefined, keep?: WireRecord) => void;
}

interface Options {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  readonly record?: PanelRecord;
  /** Values that the form's address gives. */
  readonly presets: WireRecord;
  readonly override: FormOverride;
}

/** The state of a resource's form: values, rules, what is shown, and what was there before. */
export function useResourceForm({ module, mode, record: given, presets, override }: Options): ResourceFormState {
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const passwordPolicy = usePasswordPolicy();
  const begin = (next: PanelRecord | undefined) => ({ ...initialValues(module.descriptor.fields, next), ...presets });
  const [{ record, start }, setBase] = useState(() => ({ record: given, start: begin(given) }));
  const descriptor = useMemo(
    () => (record ? withPossibleStates(module.descriptor, record) : withoutEnd(module.descriptor)),
    [module.descriptor, record],
  );
  const { fields } = descriptor;
  const problems = { translate, locale, resource: descriptor.name, fields };
  const latest = useRef<ResolverParts>(null);
  const resolver = useMemo(() => {
    const parts = (): ResolverParts => {
      if (!latest.current) throw new Error("The form is checked before it is there");
      return latest.current;
    };
    return buildResolver(parts);
  }, []);
  const form: PanelForm = useForm<FieldValues, unknown, SavePlan>({
    defaultValues: start,
    resolver,
    shouldFocusError: false,
  });

  const sources = useMemo(() => relatedSources(descriptor), [descriptor]);
  const deciding = useMemo(
    () => [...new Set([...decidingFields(fields), ...sources.map(({ field }) => field)])],
    [fields, sources],
  );
  // Only these are worth planning the form anew for; each field follows its own value by itself.
  useWatch({ control: form.control, name: deciding });
  const values = form.getValues() as WireRecord;
  const related = useRelated(sources, values, record);

  const preset = new Set(Object.keys(presets));
  const components = Object.entries(override.fieldComponents ?? {});
  const planInput = {
    descriptor,
    access,
    record,
    context: { mode, related: related.read },
    values,
    preset,
    always: new Set(components.map(([name]) => name)),
    omitted: new Set([
      ...components.flatMap(([name, component]) => (component === null ? [name] : [])),
      ...(mode === "update" ? (override.onlyNew ?? []) : []),
    ]),
  };
  latest.current = {
    module,
    mode,
    record,
    passwordPolicy,
    loadRelated: related.load,
    toWire: override.toWire ?? toPlainWire,
    gives: (name) => {
      const field = fields.find((candidate) => candidate.name === name);
      return preset.has(name) || field === undefined || isWritable(field, planInput);
    },
    textOf: (error) => problemText(error, problems),
  };
  useErrorsInLanguage(form, problems);

  const { read } = related;
  const formValues = useMemo(
    (): FormValues => ({
      isNew: mode === "create",
      read: (path) => read(path) ?? valueAt(form.getValues() as WireRecord, path),
      subscribe: (listener) => form.subscribe({ formState: { values: true }, callback: listener }),
    }),
    [form, read, mode],
  );
  const startRef = useRef(start);
  const recordRef = useRef(record);
  const changed = useCallback(() => changedFields(form.getValues() as WireRecord, startRef.current), [form]);
  const mine = () => Object.fromEntries(changed().map((name) => [name, form.getValues(name)])) as WireRecord;
  const restart = (next: PanelRecord | undefined, keep: WireRecord = {}) => {
    startRef.current = begin(next);
    recordRef.current = next;
    if (latest.current) latest.current = { ...latest.current, record: next };
    setBase({ record: next, start: startRef.current });
    form.reset(startRef.current);
    for (const [name, value] of Object.entries(keep)) form.setValue(name, value, { shouldDirty: true });
  };
  const recordNow = useCallback(() => recordRef.current, []);
  const startNow = useCallback(() => startRef.current, []);
  const groups = planForm(planInput);
  const isDeciding = related.isLoading;
  return { form, groups, formValues, isDeciding, record, recordNow, start, startNow, changed, mine, restart };
}
