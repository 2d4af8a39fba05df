import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { type FieldValues, useForm } from "react-hook-form";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { initialValues } from "../../../core/validation/normalizeRecord.ts";
import { withAllowedStatuses, withFirstStatuses } from "../../../core/validation/transitions.ts";
import { currencyPaths } from "../../../core/values/money.ts";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { checkForm, outerPaths, type PanelForm, type ValidForm } from "./checkForm.ts";
import type { Draft } from "./drafts.ts";
import { type ErrorMessageContext, errorMessage } from "./errorMessages.ts";
import { formErrorsIn, toFieldErrors } from "./formErrors.ts";
import { type FormPart, isPartFieldEditable } from "./formParts.ts";
import { isWritable } from "./formPlan.ts";
import type { FormOverride } from "./override.ts";
import { relatedSources, useRelated, useRelatedLoader } from "./referencedValues.ts";
import { changedFields } from "./values.ts";

/** A form of a resource. Its values are the record's fields; valid, they become the record to send. */
export interface FormOptions {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  /** The stored record; absent in create forms. */
  readonly record?: PanelRecord;
  /** Values preset by the URL. */
  readonly presets?: WireRecord;
  /** Initial values of a new record. */
  readonly template?: WireRecord | undefined;
  readonly override?: FormOverride;
  /** Records that a create form makes together with its own. */
  readonly parts?: readonly FormPart[];
}

export type RecordForm = ReturnType<typeof useRecordForm>;

const noValues: WireRecord = {};

/** The values of a form: over a version of the record, by its rules, and what of them is unsaved. */
export function useRecordForm(options: FormOptions, draft: Draft | null) {
  const { module, record: currentRecord, template, presets = noValues, parts = [] } = options;
  const access = useAccess();
  const baseOn = (record: PanelRecord | undefined) => ({
    record,
    start: {
      ...initialValues(module.descriptor.fields, record ?? template),
      ...Object.fromEntries(parts.flatMap(({ name, created }) => (created === "after" ? [[name, null]] : []))),
      ...presets,
    },
  });
  const [base, baseNow, setBase] = useReadableState(() =>
    // On the version that the draft was typed over: if that is not the stored one any more, saving must tell.
    baseOn(currentRecord && draft?.etag ? { ...currentRecord, ...draft.base, _etag: draft.etag } : currentRecord),
  );
  const descriptor = useMemo(
    () =>
      base.record
        ? withAllowedStatuses(module.descriptor, base.record, access.can)
        : withFirstStatuses(module.descriptor, access.can),
    [module.descriptor, base.record, access],
  );
  const { form, messageContext, sources, related } = useCheckedForm(
    options,
    descriptor,
    base.start,
    () => baseNow().record,
  );

  const changed = () => changedFields(form.getValues(), baseNow().start);
  const restart = (record: PanelRecord | undefined, unsaved = noValues) => {
    const next = baseOn(record);
    setBase(next);
    form.reset(next.start);
    putIn(form, unsaved);
  };
  // First: over a draft, the form stays on the draft's version.
  const restore = useEffectEvent(() => putIn(form, draft?.values ?? {}));
  useEffect(() => restore(), []);
  const takeNewer = useEffectEvent((record: PanelRecord | undefined) => {
    // A changed form stays on its version, and saving detects the newer one.
    if (record && record !== baseNow().record && changed().length === 0) restart(record);
  });
  useEffect(() => takeNewer(currentRecord), [currentRecord]);
  return {
    form,
    descriptor,
    messageContext,
    sources,
    related,
    /** The stored record as this form knows it, and the fields' base values. */
    ...base,
    baseNow,
    setBase,
    /** Names of the fields with unsaved input. */
    changed,
    /** Their values. */
    unsaved: () => pick(form.getValues(), changed()),
    /** Begins anew over a stored record, with unsaved values on top. */
    restart,
  };
}

/** react-hook-form's form of a record, checked by the schema's rules, with messages in the user's language. */
function useCheckedForm(
  options: FormOptions,
  descriptor: ResourceDescriptor,
  defaultValues: WireRecord,
  recordNow: () => PanelRecord | undefined,
) {
  const { mode, presets = noValues, parts = noParts } = options;
  const { name: resource, fields, groups } = descriptor;
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const passwordPolicy = usePasswordRules();
  const load = useRelatedLoader();
  const sources = useMemo(() => relatedSources(descriptor, parts.flatMap(outerPaths)), [descriptor, parts]);
  const currencyOf = (field: Pick<FieldDescriptor, "currency">) => {
    const currencies = currencyPaths(field).map((path) => related.read(path) ?? valueAtPath(form.getValues(), path));
    return currencies.find((currency): currency is string => typeof currency === "string" && currency !== "");
  };
  const messageContext: ErrorMessageContext = { translate, locale, resource, fields, parts, currencyOf };
  const groupedFields = new Set(groups.flatMap((group) => group.fields));
  const isFixed = (field: FieldDescriptor, record: PanelRecord | undefined) =>
    !(field.name in presets) &&
    !(groupedFields.has(field.name) && isWritable(field, { descriptor, access, record, context: { mode } }));
  const form: PanelForm = useForm<FieldValues, unknown, ValidForm>({
    defaultValues,
    resolver: (values) => {
      const record = recordNow();
      const fixedFields = new Set(fields.filter((field) => isFixed(field, record)).map(({ name }) => name));
      const setsPartField = (part: FormPart, name: string) => isPartFieldEditable(part, name, access);
      const rules = { passwordPolicy, sources, load, fixedFields, messageContext, setsPartField, can: access.can };
      return checkForm(values, { ...options, ...rules, record });
    },
    shouldFocusError: false,
  });
  const related = useRelated(sources, form.getValues(), recordNow());
  const repeatErrors = useEffectEvent((said: typeof translate) => {
    const formErrors = formErrorsIn(form.formState.errors).map((formError) => {
      const { error, serverText } = formError;
      return error
        ? { ...formError, text: errorMessage(error, { ...messageContext, translate: said }, serverText) }
        : formError;
    });
    for (const [name, error] of Object.entries(toFieldErrors(formErrors))) form.setError(name, error);
  });
  // In the new language, without checking again.
  useEffect(() => repeatErrors(translate), [translate]);
  return { form, messageContext, sources, related };
}

const noParts: readonly FormPart[] = [];

/** Sets values as if they had been typed. */
export function putIn(form: PanelForm, values: WireRecord): void {
  for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
}

/** Some of a record's values. */
export function pick(values: WireRecord, names: readonly string[]): WireRecord {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** State that event handlers can read as soon as it is set, before the next render. */
function useReadableState<T>(initial: () => T): [T, () => T, (next: T) => void] {
  const [state, setState] = useState(initial);
  const latest = useRef(state);
  const read = useCallback(() => latest.current, []);
  const write = useCallback((next: T) => {
    latest.current = next;
    setState(next);
  }, []);
  return [state, read, write];
}
