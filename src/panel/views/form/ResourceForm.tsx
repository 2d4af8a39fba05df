import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Fragment, type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef } from "react";
import {
  FormGroupsProvider,
  SaveContextProvider,
  SourceContextProvider,
  type SourceContextValue,
  useNotify,
  useTranslate,
} from "react-admin";
import { FormProvider } from "react-hook-form";
import type { Json, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { CreateRelatedContext, FormValuesContext } from "../../kinds/controls/formValues.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { actionKey, fieldKey, groupKey } from "../../resource/labels.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { AfterParts } from "./composite/AfterParts.tsx";
import { BeforePart } from "./composite/BeforePart.tsx";
import type { FormPart } from "./composite/formParts.ts";
import { PartsContext } from "./composite/PartsContext.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { FormField } from "./FormField.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import styles from "./form.module.css";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { problemsOf } from "./resolver.ts";
import { SaveBar, type SaveIntent } from "./SaveBar.tsx";
import { type FormController, type FormOptions, useFormController } from "./useFormController.ts";

interface ResourceFormProps extends FormOptions {
  /** Shown above the first field. */
  readonly note?: string | undefined;
  /** Label of the submit button of a new record, where it is not plain "Create". */
  readonly saveLabel?: string;
  /** A new record's page opens after saving, and another button returns to the list. */
  readonly isClosable?: boolean;
  /** Why the form is read-only. */
  readonly frozenNotice?: string;
  /** Refetches the stored record; for edit forms. */
  readonly reload?: () => Promise<PanelRecord>;
  readonly onCancel: () => void;
}

const noParts: readonly FormPart[] = [];

const Conflict = lazy(async () => {
  const [{ Conflict: component }] = await Promise.all([import("./conflict/Conflict.tsx"), addTexts("conflict")]);
  return { default: component };
});

/**
 * The form of any resource, from its descriptor. Saves by react-admin's save context, and provides what react-admin's
 * inputs need: they work inside of it like our own.
 */
export function ResourceForm(props: ResourceFormProps): ReactNode {
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

  const before = new Set(parts.flatMap(({ name, made }) => (made === "before" ? [name] : [])));
  const after = parts.filter(({ made }) => made === "after");
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
              refused={saving.isForbidden ? question : undefined}
              onFocus={(name) => form.setFocus(name)}
            />
          )}
        </div>
        {isConflict && record && reload && (
          <Suspense fallback={<FormSkeleton isPart />}>
            <Conflict
              descriptor={descriptor}
              id={record.id}
              base={start}
              mine={form.getValues() as WireRecord}
              isGone={saving.conflict === "gone"}
              intent={saving.intent}
              load={reload}
              onGoOn={(...parts) => void controller.goOn(...parts)}
              onLeave={onCancel}
            />
          </Suspense>
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
                    problems={problemsOf(errors, field.name)}
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
              <AfterParts parts={after} />
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
        <TryOutSection descriptor={descriptor} id={record?.id} readForm={controller.readWire} />
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

/** What inputs inside of a form ask for: ours, react-admin's and react-hook-form's. */
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
      <div className="flex column gap-20 above-16 max-640">{children}</div>
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

const TryOut = lazy(async () => {
  const texts = ["routing", "destinations", "preferences", "price"];
  const [{ TryOut: component }] = await Promise.all([import("../../routing/TryOut.tsx"), ...texts.map(addTexts)]);
  return { default: component };
});

interface TryOutSectionProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: Json | undefined;
  readonly readForm: FormController["readWire"];
}

/** Tries the form on calls, where that tells something of its resource and this user may know. */
function TryOutSection({ descriptor: { name, tryOut }, ...props }: TryOutSectionProps): ReactNode {
  const access = useAccess();
  const isOpen = tryOut !== undefined && isOffered("call_routing");
  if (!isOpen || !access.canOpen("tool.callroutingverify", "read")) return null;
  if (!access.can(summaryOf("peeringgroups"), "read")) return null;
  return (
    <Suspense fallback={null}>
      <TryOut resource={name} {...props} />
    </Suspense>
  );
}
