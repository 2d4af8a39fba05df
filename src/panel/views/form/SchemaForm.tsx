import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Fragment, type ReactNode, useCallback, useEffect, useRef } from "react";
import {
  type Identifier,
  type SaveContextValue,
  type SaveHandlerCallbacks,
  useIsMounted,
  useNotify,
  useTranslate,
} from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { CreateRelatedContext, FormValuesContext } from "../../kinds/controls/formValues.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import styles from "../../kit/form.module.css";
import { LeaveDialog } from "../../kit/LeaveDialog.tsx";
import { SaveBar, type SaveIntent } from "../../kit/SaveBar.tsx";
import { FormGroup, SimpleForm } from "../../kit/SimpleForm.tsx";
import { FormSkeleton } from "../../kit/Skeletons.tsx";
import { actionKey, fieldKey, groupKey } from "../../navigation/labels.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { type PanelRecord, toBody } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { AfterPart, BeforePart, PartsContext } from "./composite/PartInputs.tsx";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { pointerLabel } from "./errorMessages.ts";
import { FormField } from "./FormField.tsx";
import { type FormError, fieldErrorMessages } from "./formErrors.ts";
import { type FormPart, ownValues } from "./formParts.ts";
import type { ConfirmationProps } from "./override.ts";
import { toChangedRecord } from "./saveRecord.ts";
import { useDraft, useStoredDraft, useWaysOut } from "./useDraft.ts";
import { useFormPlan } from "./useFormPlan.ts";
import { type FormOptions, putIn, useRecordForm } from "./useRecordForm.ts";
import { useSaveRecord } from "./useValidatedSave.ts";

interface SchemaFormProps extends FormOptions {
  /** The form's heading; names it while it waits for a detour. */
  readonly title: string;
  /** Shown above the first field. */
  readonly note?: string | undefined;
  /** The record that a new one is to be a copy of. */
  readonly originalId?: Identifier | undefined;
  /** Label of the submit button of a new record, where it is not plain "Create". */
  readonly saveLabel?: string;
  /** A new record's page opens after saving, and another button returns to the list. */
  readonly isClosable?: boolean;
  /** The reason that the form is read-only. */
  readonly frozenNotice?: string;
  /** Called once the record is stored; without an intent if the form was left since. */
  readonly onSaved: (saved: PanelRecord, before: WireRecord, intent?: SaveIntent) => void;
  readonly onCancel: () => void;
  /** Inputs in place of those of the schema. */
  readonly children?: ReactNode;
}

type FormController = ReturnType<typeof useFormController>;

const noParts: readonly FormPart[] = [];

const Conflict = lazyPart(() => import("./conflict/Conflict.tsx"), "Conflict", ["conflict"], <FormSkeleton isPart />);

/**
 * The form of any resource, from its descriptor. Provides what react-admin's inputs need: they work inside of it like our
 * own, as `children` in place of all of them.
 *
 * @example
 * <SchemaForm module={useResource("domains")} mode="create" title={title} onSaved={onSaved} onCancel={onCancel}>
 *   <TextInput source="domain" />
 * </SchemaForm>
 */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  const { module, mode, frozenNotice, parts = noParts, onCancel } = props;
  const { name: resource } = module.descriptor;
  const translate = useTranslate();
  const controller = useFormController(props);
  const getLabel = useCallback((source: string) => fieldKey(resource, source), [resource]);
  const { saving, submit } = controller;
  if (controller.isDeciding) return <FormSkeleton />;

  const isConflict = saving.conflict !== null;
  const isUpdate = mode === "update";
  const toolbar = frozenNotice ? (
    <Button className={styles.back} onClick={onCancel}>
      {translate("forms.save.back")}
    </Button>
  ) : (
    <SaveBar
      saveLabel={
        isUpdate ? translate("forms.save.save") : (props.saveLabel ?? translate(actionKey(resource, "create")))
      }
      closeLabel={
        isUpdate || props.isClosable
          ? translate(isUpdate ? "forms.save.close" : "forms.save.createAndClose")
          : undefined
      }
      isSaving={saving.isSaving}
      savingIntent={saving.intent}
      changed={controller.changed}
      hold={controller.hold}
      onSaveAndClose={() => submit("close")}
      onCancel={onCancel}
      onReset={isUpdate ? controller.reset : undefined}
    />
  );
  return (
    <CreateRelatedContext value={controller.leaveToCreate}>
      <FormValuesContext value={controller.formValues}>
        <PartsContext value={parts}>
          <SimpleForm
            form={controller.form}
            saveContext={controller.saveContext}
            getLabel={getLabel}
            onSubmit={() => !frozenNotice && !isConflict && submit("stay")}
            head={
              <>
                <FormHead {...props} controller={controller} />
                {isConflict && controller.record && (
                  <Conflict
                    descriptor={module.descriptor}
                    id={controller.record.id}
                    base={controller.start}
                    mine={controller.form.getValues()}
                    isGone={saving.conflict === "gone"}
                    intent={saving.intent}
                    onGoOn={controller.goOn}
                    onLeave={onCancel}
                  />
                )}
              </>
            }
            toolbar={toolbar}
            isHidden={isConflict}
          >
            {props.children ?? <FormGroups {...props} controller={controller} />}
          </SimpleForm>
        </PartsContext>
      </FormValuesContext>
      {frozenNotice === undefined && !isConflict && <CallSimulationSection controller={controller} parts={parts} />}
      <LeaveDialog guard={controller.guard} text="forms.leave.text" onLeave={controller.abandonDraft} />
      <Confirmation {...props} waiting={saving.waiting} />
    </CreateRelatedContext>
  );
}

/** All that a resource's form knows and does: values, visible fields, draft, ways out and saving. */
function useFormController(props: SchemaFormProps) {
  const { mode, title, parts = noParts, override = {}, originalId, onSaved } = props;
  const notify = useNotify();
  const draft = useStoredDraft();
  const recordForm = useRecordForm(props, draft);
  const { form, baseNow, restart } = recordForm;
  const plan = useFormPlan(props, recordForm);
  const drafts = useDraft(recordForm, parts, draft);
  const { isBack, ...ways } = useWaysOut(recordForm, title, drafts.keepNow);
  const shownNames = plan.groups.flatMap(({ fields }) => fields.map(({ field }) => field.name));
  const saving = useSaveRecord(recordForm, {
    originalId,
    shownFields: new Set([...shownNames, ...parts.map(({ name }) => name)]),
    isConfirmed: override.Confirmation !== undefined,
  });
  const isMounted = useIsMounted();
  const save = async (intent: SaveIntent, { onSuccess, onError }: SaveHandlerCallbacks = {}, check = saving.check) => {
    const { record: before = {} } = baseNow();
    const result = await saving.save(intent, check);
    if ("refused" in result) return onError?.(result.refused.error, undefined, undefined);
    const saved = result.stored;
    if (!saved) return;
    if (isMounted.current) {
      restart(saved);
      if (mode === "create" || intent === "close") drafts.abandon();
      else drafts.forget();
    }
    onSaved(saved, before, isMounted.current ? intent : undefined);
    onSuccess?.(saved, undefined, undefined);
  };
  return {
    ...recordForm,
    ...plan,
    ...ways,
    saving,
    submit: (intent: SaveIntent) => {
      if (plan.hold === undefined && !saving.isSaving) void save(intent);
    },
    /** For components in the form: saves through the form, which shows errors and goes on from what is stored. */
    saveContext: {
      saving: saving.isSaving,
      mutationMode: "pessimistic",
      save: (record, callbacks) =>
        save("stay", callbacks, async () => ({ wire: { record, patches: [], toFormPointer: (pointer) => pointer } })),
    } satisfies SaveContextValue,
    /** Leaves without saving, once confirmed. */
    abandonDraft: drafts.abandon,
    isRestored: drafts.isRestored && !isBack,
    discardDraft: () => {
      restart(props.record);
      drafts.forget();
    },
    /** Back to what is stored; what was typed can be brought back. */
    reset: () => {
      const unsaved = recordForm.unsaved();
      restart(baseNow().record);
      saving.forget();
      drafts.forget();
      notify("forms.save.resetDone", { type: "success", undo: () => putIn(form, unsaved) });
    },
    /** Continues over their version with these changes on top, and saves if an intent is given. */
    goOn: (theirs: PanelRecord, changes: WireRecord, intent?: SaveIntent) => {
      restart(theirs, changes);
      saving.forget();
      if (Object.keys(changes).length === 0) drafts.forget();
      if (intent) void save(intent);
    },
  };
}

interface FormSectionProps extends SchemaFormProps {
  readonly controller: FormController;
}

/** The heading, what the user should know, and the errors, which take the focus. */
function FormHead({ module, mode, title, record, frozenNotice, note, parts = noParts, controller }: FormSectionProps) {
  const { name: resource } = module.descriptor;
  const { form, groups, saving } = controller;
  const notice = useRef<HTMLDivElement>(null);
  const { failures, isForbidden } = saving;
  const isConflict = saving.conflict !== null;
  useEffect(() => {
    // A conflict takes the focus itself once rendered.
    if (failures > 0) notice.current?.focus();
  }, [failures]);
  const question = { resource, right: mode, record } as const;
  return (
    <div className={`flex column gap-16 max-760 ${styles.head}`}>
      {title !== "" && <Typography variant="h1">{title}</Typography>}
      {frozenNotice && !isConflict && <Alert severity="info">{frozenNotice}</Alert>}
      {note && <Alert severity="info">{note}</Alert>}
      {controller.isRestored && <DraftNotice onDiscard={controller.discardDraft} />}
      {failures > 0 && !isConflict && (
        <ErrorSummary
          ref={notice}
          resource={resource}
          groups={groups}
          parts={parts}
          errors={form.formState.errors}
          general={saving.general}
          question={isForbidden ? question : undefined}
          onFocus={(name) => form.setFocus(name)}
        />
      )}
    </div>
  );
}

/** The inputs of all fields, and of the records that are made with this one. */
function FormGroups({ mode, override = {}, frozenNotice, parts = noParts, controller }: FormSectionProps) {
  const { form, descriptor, groups, record, start } = controller;
  const { name: resource } = descriptor;
  const { errors } = form.formState;
  const before = new Set(parts.flatMap(({ name, created }) => (created === "before" ? [name] : [])));
  const after = parts.filter(({ created }) => created === "after");
  return (
    <>
      {groups.map(({ name, fields }, index) => (
        <Fragment key={name}>
          <FormGroup title={groupKey(resource, name)}>
            {fields.map(({ field, required, readOnly, isLocked, live }) => (
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
                live={live}
                errors={fieldErrorMessages(errors, field.name)}
                component={override.fieldComponents?.[field.name] ?? (before.has(field.name) ? BeforePart : undefined)}
              />
            ))}
          </FormGroup>
          {index === 0 && override.Aside && <override.Aside />}
        </Fragment>
      ))}
      {after.length > 0 && (
        <FormGroup title="forms.composite.title">
          {after.map((part) => (
            <AfterPart key={part.name} part={part} />
          ))}
        </FormGroup>
      )}
    </>
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

type ConfirmationQuestionProps = Pick<SchemaFormProps, "module" | "override"> & {
  readonly waiting: ConfirmationProps | null;
};

/** Asks before a record ends, or what the form asks before it is saved. */
function Confirmation({ module, override, waiting }: ConfirmationQuestionProps): ReactNode {
  if (override?.Confirmation) return waiting && <override.Confirmation {...waiting} />;
  const removeLabel = actionKey(module.descriptor.name, "remove");
  return (
    <Confirm
      isOpen={waiting !== null}
      title={removeLabel}
      content="forms.ending.text"
      cancel="forms.ending.cancel"
      confirm={removeLabel}
      onClose={() => waiting?.onCancel()}
      onConfirm={() => waiting?.onConfirm()}
    />
  );
}

const CallSimulation = lazyPart(() => import("../callSimulation/CallSimulation.tsx"), "CallSimulation", [
  "routing",
  "destinations",
  "preferences",
  "price",
]);

interface CallSimulationSectionProps {
  readonly controller: FormController;
  readonly parts: readonly FormPart[];
}

/** Tries the form on calls, where its resource routes calls and this user may know. */
function CallSimulationSection({ controller, parts }: CallSimulationSectionProps): ReactNode {
  const { descriptor, messageContext, record: base, saving } = controller;
  const access = useAccess();
  const isOpen = descriptor.callSimulation === true && hasExtension("call_routing");
  if (!isOpen || !access.canOpen("tool.callroutingverify", "read")) return null;
  if (!access.can(summaryOf("peeringgroups"), "read")) return null;
  /** The record that saving would send, without others that are made with it, or what is wrong. */
  const readForm = async () => {
    const checked = await saving.check();
    if ("wire" in checked) {
      const { record } = checked.wire;
      return { record: toBody(base ? toChangedRecord(descriptor, base, record) : ownValues(parts, record)) };
    }
    const lineOf = ({ pointer, text }: FormError) =>
      messageContext.translate("forms.summary.line", { field: pointerLabel(messageContext, pointer), text });
    return { texts: checked.errors.map(lineOf) };
  };
  return <CallSimulation resource={descriptor.name} id={base?.id} readForm={readForm} />;
}
