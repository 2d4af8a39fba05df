import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import {
  createContext,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
} from "react";
import {
  FormGroupsProvider,
  SaveContextProvider,
  SourceContextProvider,
  type SourceContextValue,
  useNotify,
  useTranslate,
} from "react-admin";
import { FormProvider, useController, useFormContext } from "react-hook-form";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { Fieldset } from "../../kinds/controls/Fieldset.tsx";
import { CreateRelatedContext, FormValuesContext } from "../../kinds/controls/formValues.ts";
import { ItemsControl } from "../../kinds/controls/ItemsControl.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { actionKey, fieldKey, groupKey, nameKey } from "../../navigation/labels.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { PartRecordInputs } from "./composite/PartRecordInputs.tsx";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { FormField } from "./FormField.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { fieldId } from "./fieldId.ts";
import styles from "./form.module.css";
import { type FormPart, limitsOf, newPartRecord } from "./formParts.ts";
import { LeaveDialog } from "./LeaveDialog.tsx";
import type { FieldComponentProps } from "./override.ts";
import { fieldErrorMessages } from "./resolver.ts";
import { SaveBar, type SaveIntent } from "./SaveBar.tsx";
import { type FormController, type FormOptions, useFormController } from "./useFormController.ts";

interface SchemaFormProps extends FormOptions {
  /** Shown above the first field. */
  readonly note?: string | undefined;
  /** Label of the submit button of a new record, where it is not plain "Create". */
  readonly saveLabel?: string;
  /** A new record's page opens after saving, and another button returns to the list. */
  readonly isClosable?: boolean;
  /** The reason that the form is read-only. */
  readonly frozenNotice?: string;
  /** Refetches the stored record; for edit forms. */
  readonly reload?: () => Promise<PanelRecord>;
  readonly onCancel: () => void;
}

const noParts: readonly FormPart[] = [];

/** The parts of the form around: records that it makes together with its own. */
const PartsContext = createContext(noParts);

const Conflict = lazyPart(() => import("./conflict/Conflict.tsx"), "Conflict", ["conflict"], <FormSkeleton isPart />);

/**
 * The form of any resource, from its descriptor. Saves by react-admin's save context, and provides what react-admin's
 * inputs need: they work inside of it like our own.
 */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  const { module, mode, title, override = {}, frozenNotice, reload, onCancel, parts = noParts } = props;
  const { descriptor } = module;
  const { name: resource } = descriptor;
  const translate = useTranslate();
  const notify = useNotify();
  const controller = useFormController(props);
  const { form, groups, record, start, changed, saving, hold } = controller;
  const { errors } = form.formState;
  const sources = useMemo(
    () => ({ getSource: (source: string) => source, getLabel: (source: string) => fieldKey(resource, source) }),
    [resource],
  );

  const notice = useRef<HTMLDivElement>(null);
  const { failures } = saving;
  useEffect(() => {
    // A conflict takes the focus itself once rendered.
    if (failures > 0) notice.current?.focus();
  }, [failures]);
  if (controller.isDeciding) return <FormSkeleton />;

  const before = new Set(parts.flatMap(({ name, created }) => (created === "before" ? [name] : [])));
  const after = parts.filter(({ created }) => created === "after");
  const isConflict = saving.conflict !== null;
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      if (!frozenNotice && !isConflict) submit("stay");
    }
  };
  const submit = (intent: SaveIntent) => {
    if (hold === undefined) void saving.submit(intent);
  };
  const reset = () => {
    const undo = controller.resetToStored();
    notify("forms.save.resetDone", { type: "success", undo });
  };
  const right = mode === "create" ? "create" : "update";
  const question = { resource, right, record: props.record } as const;
  const removeLabel = translate(actionKey(resource, "remove"));
  return (
    <FormContexts controller={controller} sources={sources} parts={parts}>
      <form
        noValidate
        aria-busy={saving.isSaving}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          submit("stay");
        }}
      >
        <div className={`flex column gap-16 max-760 ${styles.head}`}>
          {title !== "" && <Typography variant="h1">{title}</Typography>}
          {frozenNotice && !isConflict && <Alert severity="info">{frozenNotice}</Alert>}
          {props.note && <Alert severity="info">{props.note}</Alert>}
          {controller.isRestored && <DraftNotice onDiscard={controller.discardDraft} />}
          {failures > 0 && !isConflict && (
            <ErrorSummary
              ref={notice}
              resource={resource}
              groups={groups}
              parts={parts}
              errors={errors}
              general={saving.general}
              question={saving.isForbidden ? question : undefined}
              onFocus={(name) => form.setFocus(name)}
            />
          )}
        </div>
        {isConflict && record && reload && (
          <Conflict
            descriptor={descriptor}
            id={record.id}
            base={start}
            mine={form.getValues()}
            isGone={saving.conflict === "gone"}
            intent={saving.intent}
            load={reload}
            onGoOn={(...parts) => void controller.goOn(...parts)}
            onLeave={onCancel}
          />
        )}
        {/* Stays mounted during a comparison: the inputs hold text that is not a valid value yet. */}
        <div className={`flex column gap-16 max-760 ${styles.groups}`} hidden={isConflict}>
          {groups.map(({ name, fields }, index) => (
            <Fragment key={name}>
              <FormGroup title={translate(groupKey(resource, name))}>
                {fields.map(({ field, required, readOnly, isLocked }) => (
                  <FormField
                    key={field.name}
                    resource={resource}
                    mode={mode}
                    record={record}
                    before={start[field.name]}
                    field={field}
                    required={required}
                    readOnly={readOnly || frozenNotice !== undefined}
                    isLocked={isLocked && frozenNotice === undefined}
                    problems={fieldErrorMessages(errors, field.name)}
                    component={
                      override.fieldComponents?.[field.name] ?? (before.has(field.name) ? BeforePart : undefined)
                    }
                  />
                ))}
              </FormGroup>
              {index === 0 && override.Aside && <override.Aside />}
            </Fragment>
          ))}
          {after.length > 0 && (
            <FormGroup title={translate("forms.composite.title")}>
              {after.map((part) => (
                <AfterPart key={part.name} part={part} />
              ))}
            </FormGroup>
          )}
          {frozenNotice ? (
            <Button className={styles.back} onClick={onCancel}>
              {translate("forms.save.back")}
            </Button>
          ) : (
            <SaveBar
              saveLabel={
                mode === "create"
                  ? (props.saveLabel ?? translate(actionKey(resource, "create")))
                  : translate("forms.save.save")
              }
              closeLabel={
                mode === "update" || props.isClosable
                  ? translate(mode === "update" ? "forms.save.close" : "forms.save.createAndClose")
                  : undefined
              }
              isSaving={saving.isSaving}
              savingIntent={saving.intent}
              changed={changed}
              hold={hold}
              onSaveAndClose={() => submit("close")}
              onCancel={onCancel}
              onReset={mode === "update" ? reset : undefined}
            />
          )}
        </div>
      </form>
      {frozenNotice === undefined && !isConflict && (
        <CallSimulationSection descriptor={descriptor} id={record?.id} readForm={controller.readWire} />
      )}
      <LeaveDialog guard={controller.guard} text={translate("forms.leave.text")} onLeave={controller.abandonDraft} />
      {override.Confirmation ? (
        saving.waiting && (
          <override.Confirmation
            record={saving.waiting}
            onConfirm={saving.confirm}
            onCancel={saving.cancel}
            onRefused={saving.refuse}
          />
        )
      ) : (
        <ConfirmDialog
          isOpen={saving.waiting !== null}
          title={removeLabel}
          text={translate("forms.ending.text")}
          cancelLabel={translate("forms.ending.cancel")}
          confirmLabel={removeLabel}
          onCancel={saving.cancel}
          onConfirm={() => saving.confirm()}
        />
      )}
    </FormContexts>
  );
}

interface FormContextsProps {
  readonly controller: FormController;
  readonly sources: SourceContextValue;
  readonly parts: readonly FormPart[];
  readonly children: ReactNode;
}

/** Contexts of the inputs inside of a form: ours, react-admin's and react-hook-form's. */
function FormContexts({ controller, sources, parts, children }: FormContextsProps): ReactNode {
  const { form, formValues, saving, leaveToCreate } = controller;
  return (
    <SaveContextProvider value={saving.saveContext}>
      <SourceContextProvider value={sources}>
        <FormProvider {...form}>
          <FormGroupsProvider>
            <CreateRelatedContext value={leaveToCreate}>
              <FormValuesContext value={formValues}>
                <PartsContext value={parts}>{children}</PartsContext>
              </FormValuesContext>
            </CreateRelatedContext>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </SaveContextProvider>
  );
}

/** Related fields under a heading. */
function FormGroup({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const titleId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} className={`pad-16 ${styles.group}`}>
      <Typography id={titleId} variant="h2" gutterBottom>
        {title}
      </Typography>
      <div className="flex column gap-16 above-16 max-640">{children}</div>
    </Paper>
  );
}

/** Says that the form holds a restored draft, and offers to discard it. */
function DraftNotice({ onDiscard }: { readonly onDiscard: () => void }): ReactNode {
  const translate = useTranslate();
  return (
    <Alert
      severity="info"
      action={
        <Button size="small" color="inherit" onClick={onDiscard}>
          {translate("forms.draft.discard")}
        </Button>
      }
    >
      {translate("forms.draft.restored")}
    </Alert>
  );
}

const CallSimulation = lazyPart(() => import("../callSimulation/CallSimulation.tsx"), "CallSimulation", [
  "routing",
  "destinations",
  "preferences",
  "price",
]);

interface CallSimulationSectionProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: Json | undefined;
  readonly readForm: FormController["readWire"];
}

/** Tries the form on calls, where its resource routes calls and this user may know. */
function CallSimulationSection({
  descriptor: { name, callSimulation },
  ...props
}: CallSimulationSectionProps): ReactNode {
  const access = useAccess();
  const isOpen = callSimulation === true && hasExtension("call_routing");
  if (!isOpen || !access.canOpen("tool.callroutingverify", "read")) return null;
  if (!access.can(summaryOf("peeringgroups"), "read")) return null;
  return <CallSimulation resource={name} {...props} />;
}

/** The list of records that the form makes after its own. */
function AfterPart({ part }: { readonly part: FormPart }): ReactNode {
  const translate = useTranslate();
  const form = useFormContext();
  const { field, formState } = useController({ name: part.name, control: form.control });
  const items: readonly Json[] = Array.isArray(field.value) ? field.value : [];
  const label = translate(nameKey(part.resource), { smart_count: part.maxItems === 1 ? 1 : 2 });
  return (
    <ItemsControl
      id={fieldId(`/${part.name}`)}
      label={label}
      required={false}
      readOnly={false}
      problems={fieldErrorMessages(formState.errors, part.name)}
      items={items}
      onItems={(next) => {
        field.onChange(next.length > 0 ? [...next] : null);
        // The errors of those that are left have moved.
        if (Object.keys(formState.errors).length > 0) void form.trigger();
      }}
      newItem={() => newPartRecord(part)}
      renderItem={(item, index) => (
        <PartRecordInputs part={part} pointer={`/${part.name}/${index}`} values={isObject(item) ? item : {}} />
      )}
      addLabel={translate(actionKey(part.resource, "create"))}
      maxItems={part.maxItems}
      isOrdered={false}
    />
  );
}

/** A reference to an existing record, or in its place the inputs of a new one. */
function BeforePart({ mode: _mode, record: _record, ...props }: FieldComponentProps): ReactNode {
  const { id, path, field, label, help, required, readOnly, value, onChange, problems } = props;
  const translate = useTranslate();
  const part = use(PartsContext).find(({ name }) => name === path);
  const isNew = isObject(value);
  const decided = useMemo(() => new Set(Object.keys(limitsOf(field.reference))), [field.reference]);
  const container = useRef<HTMLDivElement>(null);
  /** The pressed button went away: the focus goes on in what replaced it. */
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    if (isNew) container.current?.querySelector<HTMLElement>("fieldset :is(input, textarea)")?.focus();
    else document.getElementById(id)?.focus();
  }, [isNew, id]);
  if (!part || readOnly) return <KindInput {...props} />;
  const begin = () => {
    isMoving.current = true;
    onChange(newPartRecord(part, field.reference));
  };
  if (!isNew)
    return (
      <CreateRelatedContext value={begin}>
        <KindInput {...props} />
      </CreateRelatedContext>
    );
  return (
    <div ref={container}>
      <Fieldset id={id} label={label} help={help} error={problems[""]} required={required}>
        <PartRecordInputs part={part} pointer={`/${path}`} values={value} decided={decided} />
        <Button
          size="small"
          onClick={() => {
            isMoving.current = true;
            onChange(null);
          }}
          className="above-8"
        >
          {translate("forms.composite.existing")}
        </Button>
      </Fieldset>
    </div>
  );
}
