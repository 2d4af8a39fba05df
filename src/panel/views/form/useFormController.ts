import { useEventCallback } from "@mui/material/utils";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { type FieldValues, useForm, useWatch } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { setAtPointer, valueAtPath } from "../../../core/schema/valueAt.ts";
import { currencyPaths } from "../../../core/values/money.ts";
import type { FormValues } from "../../kinds/controls/formValues.ts";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { type PanelRecord, toBody } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { outerPaths } from "./checkParts.ts";
import { holdsSecret } from "./drafts.ts";
import { type ErrorMessageContext, errorMessage, pointerLabel } from "./errorMessages.ts";
import { pointerOf, topField } from "./fieldId.ts";
import { withAllowedStatuses, withoutFinalStatus } from "./finalStatus.ts";
import { type FormPart, isPartFieldEditable, ownValues } from "./formParts.ts";
import { isWritable, planForm } from "./formPlan.ts";
import { useLeaveGuard } from "./LeaveDialog.tsx";
import { type FormOverride, toPlainWire } from "./override.ts";
import { decidingFields, relatedSources, useRelated, useRelatedLoader } from "./referencedValues.ts";
import { checkForm, type FormError, formErrorsIn, type PanelForm, toFieldErrors } from "./resolver.ts";
import {
  type Detour,
  detourOf,
  discardUnfinishedForm,
  saveUnfinishedForm,
  unfinishedForms,
} from "./returnNavigation.ts";
import type { SaveIntent } from "./SaveBar.tsx";
import { toChangedRecord } from "./saveRecord.ts";
import { useDraftStore, useStoredDraft } from "./useDraft.ts";
import { useSaving } from "./useSaving.ts";
import { changedFields, initialValues } from "./values.ts";

/** Its values are the record's fields; valid, they become the record to send. */
export interface FormOptions {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  /** The form's heading; names it while it waits for a detour. */
  readonly title: string;
  readonly record?: PanelRecord;
  /** Values preset by the URL. */
  readonly presets?: WireRecord;
  /** Initial values of a new record. */
  readonly template?: WireRecord | undefined;
  readonly override?: FormOverride;
  /** Records that a create form makes together with its own. */
  readonly parts?: readonly FormPart[];
  readonly onSaved: (record: PanelRecord, intent: SaveIntent) => void;
}

export type FormController = ReturnType<typeof useFormController>;

interface FormBase {
  readonly record: PanelRecord | undefined;
  readonly start: WireRecord;
}

const noValues: WireRecord = {};
const noOverride: FormOverride = {};
const noParts: readonly FormPart[] = [];

/** All that a resource's form knows and does: values, rules, visible fields, drafts, saving and ways out. */
export function useFormController(options: FormOptions) {
  const { module, mode, title, record: currentRecord, presets = noValues, template, override = noOverride } = options;
  const { parts = noParts } = options;
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const passwordPolicy = usePasswordRules();
  const navigate = useNavigate();
  const { pathname, search, state: routerState } = useLocation();
  const url = pathname + search;

  const baseOn = (record: PanelRecord | undefined): FormBase => ({
    record,
    start: {
      ...initialValues(module.descriptor.fields, record ?? template),
      ...Object.fromEntries(parts.flatMap(({ name, created }) => (created === "after" ? [[name, null]] : []))),
      ...presets,
    },
  });
  const draft = useStoredDraft(url);
  const [base, baseNow, setBase] = useReadableState(() =>
    // On the version that the draft was typed over: if that is not the stored one any more, saving must tell.
    baseOn(currentRecord && draft?.etag ? { ...currentRecord, ...draft.base, _etag: draft.etag } : currentRecord),
  );
  const recordNow = () => baseNow().record;

  const descriptor = useMemo(
    () => (base.record ? withAllowedStatuses(module.descriptor, base.record) : withoutFinalStatus(module.descriptor)),
    [module.descriptor, base.record],
  );
  const { fields, rules } = descriptor;
  const sources = useMemo(() => relatedSources(descriptor, parts.flatMap(outerPaths)), [descriptor, parts]);
  const load = useRelatedLoader();
  const currencyNow = (field: Pick<FieldDescriptor, "currency">) => {
    const currencies = currencyPaths(field).map((path) => formValues.read(path));
    return currencies.find((currency): currency is string => typeof currency === "string" && currency !== "");
  };
  const problemsIn = (said: typeof translate): ErrorMessageContext => {
    return { translate: said, locale, resource: descriptor.name, fields, parts, currencyOf: currencyNow };
  };
  const problems = problemsIn(translate);
  const preset = new Set(Object.keys(presets));
  const formFields = new Set(descriptor.groups.flatMap((group) => group.fields));
  const toWire = override.toWire ?? toPlainWire;
  const isFixed = (field: FieldDescriptor) =>
    !preset.has(field.name) &&
    !(formFields.has(field.name) && isWritable(field, { descriptor, access, record: base.record, context: { mode } }));
  const form: PanelForm = useForm<FieldValues, unknown, WireRecord>({
    defaultValues: base.start,
    resolver: (values) =>
      checkForm(values, {
        ...{ module, mode, record: recordNow(), passwordPolicy, sources, load, toWire, problems },
        fixedFields: new Set(fields.filter(isFixed).map(({ name }) => name)),
        composite: { parts, passwordPolicy, setsField: (part, name) => isPartFieldEditable(part, name, access), load },
      }),
    shouldFocusError: false,
  });
  const changed = () => changedFields(form.getValues(), baseNow().start);
  const only = (names: readonly string[], from: WireRecord): WireRecord =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const restart = (record: PanelRecord | undefined, keep: WireRecord = noValues) => {
    const next = baseOn(record);
    setBase(next);
    form.reset(next.start);
    putIn(form, keep);
  };

  const deciding = useMemo(
    () => [...new Set([...decidingFields(fields), ...sources.map(({ field }) => field)])],
    [fields, sources],
  );
  // Only these require a new plan; each field follows its own value.
  useWatch({ control: form.control, name: deciding });
  const values: WireRecord = form.getValues();
  const related = useRelated(sources, values, base.record);
  const components = Object.entries(override.fieldComponents ?? {});
  const groups = planForm({
    descriptor,
    access,
    record: base.record,
    context: { mode, related: related.read },
    values,
    preset,
    always: new Set(components.map(([name]) => name)),
    omitted: new Set([
      ...components.flatMap(([name, component]) => (component === null ? [name] : [])),
      ...(mode === "update" ? (override.onlyNew ?? []) : []),
    ]),
  });
  const [holds, setHolds] = useState<Readonly<Record<string, string>>>({});
  const { read } = related;
  const formValues = useMemo(
    (): FormValues => ({
      isNew: mode === "create",
      read: (path) => read(path) ?? valueAtPath(form.getValues(), path),
      subscribe: (listener) => form.subscribe({ formState: { values: true }, callback: listener }),
      begin: (name, value) => {
        const now = baseNow();
        setBase({ ...now, start: { ...now.start, [name]: value } });
        form.resetField(name, { defaultValue: value });
      },
      fill: (name, value) => putIn(form, { [name]: value }),
      hold: (id, reason) =>
        setHolds((previous) => {
          const { [id]: _, ...otherHolds } = previous;
          return reason === null ? otherHolds : { ...otherHolds, [id]: reason };
        }),
      isDistinct: (path) => rules.some(({ rule, fields: names }) => rule === "distinct" && names[0] === path),
    }),
    [form, read, mode, rules, baseNow, setBase],
  );

  const secrets = useMemo(() => secretPaths(fields, parts), [fields, parts]);
  const draftStore = useDraftStore({
    form,
    url,
    secrets,
    unsaved: () => {
      const names = changed();
      const { record, start } = baseNow();
      if (names.length === 0) return null;
      return { values: only(names, form.getValues()), base: only(names, start), etag: record?._etag };
    },
  });
  const [isRestored, setIsRestored] = useState(draft !== null);
  const deleteStoredDraft = () => {
    draftStore.forget();
    setIsRestored(false);
  };
  const saving = useSaving({
    form,
    descriptor,
    mode,
    record: base.record,
    recordNow,
    toWire,
    toUpdate: override.toUpdate,
    problems,
    isConfirmed: override.Confirmation !== undefined,
    shownFields: new Set([
      ...groups.flatMap((group) => group.fields.map(({ field }) => field.name)),
      ...parts.map(({ name }) => name),
    ]),
    onStored: (record, isWhole) => restart(record, isWhole ? noValues : only(changed(), form.getValues())),
    onSaved: (record, intent) => {
      if (mode === "create" || intent === "close") draftStore.abandon();
      else deleteStoredDraft();
      options.onSaved(record, intent);
    },
  });

  const isFree = useRef(false);
  const guard = useLeaveGuard(() => !isFree.current && changed().length > 0);
  const [cameBack] = useState(() => detourOf(routerState).cameBack);
  // Users who left it for another form know its content; others come back with a field to look at only.
  const [isAwaited] = useState(() => unfinishedForms().some((unfinished) => unfinished.url === url));
  const arrive = useEffectEvent(() => {
    if (draft) putIn(form, draft.values);
    const outer = detourOf(routerState).returnTo;
    if (!cameBack) return;
    const pointer = pointerOf(cameBack.fieldId);
    if (cameBack.createdId !== undefined) {
      const next = setAtPointer(form.getValues(), pointer, cameBack.createdId);
      putIn(form, only([topField(pointer)], next));
    }
    // Only once: a reload must not apply it again.
    navigate(url, { replace: true, state: outer ? { returnTo: outer } : null });
    document.getElementById(cameBack.fieldId)?.focus();
  });
  useEffect(() => arrive(), []);
  useEffect(() => discardUnfinishedForm(url), [url]);

  const takeNewer = useEffectEvent((record: PanelRecord | undefined) => {
    // A changed form stays on its version, and saving detects the newer one.
    if (record && record !== recordNow() && changed().length === 0) restart(record);
  });
  useEffect(() => takeNewer(currentRecord), [currentRecord]);

  const repeatErrors = useEffectEvent((said: typeof translate) => {
    const formErrors = formErrorsIn(form.formState.errors).map((formError) => {
      const { error, serverText } = formError;
      return error ? { ...formError, text: errorMessage(error, problemsIn(said), serverText) } : formError;
    });
    for (const [name, error] of Object.entries(toFieldErrors(formErrors))) form.setError(name, error);
  });
  // In the new language, without checking again.
  useEffect(() => repeatErrors(translate), [translate]);

  // Stable: a form may have hundreds of pickers that offer it.
  const leaveToCreate = useEventCallback((target: string, fieldId: string) => {
    draftStore.keepNow();
    if (changed().length > 0) saveUnfinishedForm({ url, title, state: routerState });
    isFree.current = true;
    navigate(target, { state: { returnTo: { url, fieldId, outer: detourOf(routerState).returnTo } } satisfies Detour });
  });

  // Once shown the form stays: what is typed into it lives in its inputs.
  const [isShown, setIsShown] = useState(!related.isLoading);
  if (!isShown && !related.isLoading) setIsShown(true);
  return {
    form,
    groups,
    /** Other fields' values, for inputs that depend on them. */
    formValues,
    /** Nothing can be shown yet: a record that decides what is shown is still loading. */
    isDeciding: !isShown && related.isLoading,
    /** The stored record as this form knows it, and the fields' base values. */
    ...base,
    /** Names of the fields with unsaved input. */
    changed,
    saving,
    /** The reason that saving has to wait; undefined: it need not. */
    hold: Object.values(holds)[0],
    /** The record that saving would send, without others that are made with it; marks what is wrong in the form instead, and says it. */
    readWire: (onValid: (record: WireRecord) => void, onInvalid: (texts: readonly string[]) => void) => {
      const over = recordNow();
      const toSend = (record: WireRecord) =>
        toBody(over ? toChangedRecord(descriptor, over, record) : ownValues(parts, record));
      const textOf = ({ pointer, text }: FormError) =>
        translate("forms.summary.line", { field: pointerLabel(problems, pointer), text });
      void form.handleSubmit(
        (record) => onValid(toSend(record)),
        (errors) => onInvalid(formErrorsIn(errors).map(textOf)),
      )();
    },
    guard,
    /** Leaves without saving, once confirmed. */
    abandonDraft: draftStore.abandon,
    isRestored: isRestored && !(cameBack && isAwaited),
    discardDraft: () => {
      restart(currentRecord);
      deleteStoredDraft();
    },
    /** Back to what is stored; returns what brings the input back. */
    resetToStored: () => {
      const unsavedValues = only(changed(), form.getValues());
      restart(recordNow());
      saving.forgetConflict();
      deleteStoredDraft();
      return () => putIn(form, unsavedValues);
    },
    /** Continues over their version with these changes on top, and saves if an intent is given. */
    goOn: async (theirs: PanelRecord, changes: WireRecord, intent?: SaveIntent) => {
      restart(theirs, changes);
      saving.forgetConflict();
      if (Object.keys(changes).length === 0) deleteStoredDraft();
      if (intent) await saving.submit(intent);
    },
    /** Leaves for the form of a missing record, and comes back with it. */
    leaveToCreate,
  };
}

/** Fields that are never stored in a draft, those of parts by path. */
function secretPaths(fields: readonly FieldDescriptor[], parts: readonly FormPart[]): ReadonlySet<string> {
  const secretNames = (all: readonly FieldDescriptor[]) => all.filter(holdsSecret).map(({ name }) => name);
  const inParts = parts.flatMap(({ name, module }) =>
    secretNames(module.descriptor.fields).map((secret) => `${name}.${secret}`),
  );
  return new Set([...secretNames(fields), ...inParts]);
}

function putIn(form: PanelForm, values: WireRecord): void {
  for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
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
