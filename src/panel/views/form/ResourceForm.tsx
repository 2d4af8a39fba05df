import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import {
  Fragment,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router";
import type { WireRecord } from "../../../core/descriptor.ts";
import type { ResourceModule } from "../../../core/resourceModule.ts";
import { CreateRelatedContext } from "../../kinds/controls/createRelated.ts";
import { FormValuesContext } from "../../kinds/controls/formValues.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { actionKey } from "../../resource/labels.ts";
import { expectBack, forgetUnfinished } from "../../shell/unfinishedForms.ts";
import { ChangeCount } from "./ChangeCount.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { DraftNotice } from "./DraftNotice.tsx";
import { holdsSecret } from "./drafts.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { endsRecord } from "./endsRecord.ts";
import { FormField } from "./FormField.tsx";
import { FormGroup } from "./FormGroup.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { toDeparture } from "./journey.ts";
import { LeaveDialog } from "./LeaveDialog.tsx";
import type { FormOverride } from "./override.ts";
import { problemsInOrder } from "./problemsInOrder.ts";
import { problemsOf, type SavePlan } from "./resolver.ts";
import { SaveBar, type SaveIntent } from "./SaveBar.tsx";
import { useCameBack } from "./useCameBack.ts";
import { useDraft } from "./useDraft.ts";
import { useFresherRecord } from "./useFresherRecord.ts";
import { useLeaveGuard } from "./useLeaveGuard.ts";
import { useResourceForm } from "./useResourceForm.ts";
import { type SaveRecord, useSubmission } from "./useSubmission.ts";

export interface ResourceFormProps {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  /** Empty where the page around has a heading. */
  readonly title: string;
  readonly record?: PanelRecord;
  /** Values that the form's address gives. */
  readonly presets?: WireRecord;
  readonly override?: FormOverride;
  /** Why nothing can be changed here; the form is only to be read then. */
  readonly frozenNotice?: string;
  /** Saves the plan on top of the record as the form knows it; rejects with the platform's refusal. */
  readonly save: SaveRecord;
  /** The stored record as it is now; for forms that change one. */
  readonly reload?: () => Promise<PanelRecord>;
  readonly onSaved: (record: PanelRecord, intent: SaveIntent) => void;
  readonly onCancel: () => void;
}

const Conflict = lazy(async () => {
  const [{ Conflict: component }] = await Promise.all([import("./conflict/Conflict.tsx"), addTexts("conflict")]);
  return { default: component };
});

/** What gets the focus is scrolled clear of the header above and the bar with the buttons below. */
const notUnderBars = { "& :is(input, select, textarea, button, fieldset)": { scrollMarginBlock: "6rem" } } as const;
const noPresets: WireRecord = {};
const noOverride: FormOverride = {};

/** The form of any resource, from its descriptor. */
export function ResourceForm(props: ResourceFormProps): ReactNode {
  const { module, mode, title, presets = noPresets, override = noOverride, frozenNotice, reload, onCancel } = props;
  const { descriptor } = module;
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname, search, state: place } = useLocation();
  const address = pathname + search;
  const state = useResourceForm({ module, mode, record: props.record, presets, override });
  const { form, groups, formValues, record, start, changed, restart } = state;
  const { errors, isSubmitting } = form.formState;

  const secrets = useMemo(() => new Set(descriptor.fields.filter(holdsSecret).map(({ name }) => name)), [descriptor]);
  const draft = useDraft({ state, address, secrets });
  const isDetour = useCameBack(state);
  useEffect(() => forgetUnfinished(address), [address]);
  const isFree = useRef(false);
  const guard = useLeaveGuard(useCallback(() => !isFree.current && changed().length > 0, [changed]));
  const submission = useSubmission({
    state,
    resource: descriptor.name,
    save: props.save,
    onSaved: (saved, intent) => {
      if (mode === "create" || intent === "close") draft.abandon();
      else draft.forget();
      props.onSaved(saved, intent);
    },
  });
  useFresherRecord(props.record, state);
  const [ending, setEnding] = useState<SavePlan | null>(null);
  const submit = (intent: SaveIntent) =>
    submission.submit(intent, (plan) => {
      if (!endsRecord(descriptor, plan.record, state.recordNow())) return true;
      setEnding(plan);
      return false;
    });

  const notice = useRef<HTMLDivElement>(null);
  const { failures } = submission;
  useEffect(() => {
    // A conflict takes the focus by itself, once it is there.
    if (failures > 0) notice.current?.focus();
  }, [failures]);

  const leaveToCreate = useCallback(
    (target: string, fieldId: string) => {
      draft.keepNow();
      if (changed().length > 0) expectBack({ address, title, state: place });
      isFree.current = true;
      navigate(target, { state: toDeparture({ address, fieldId }) });
    },
    [draft.keepNow, changed, navigate, address, title, place],
  );
  const hasBeenShown = useRef(false);
  if (state.isDeciding && !hasBeenShown.current) return <FormSkeleton />;
  hasBeenShown.current = true;

  const discardDraft = () => {
    restart(props.record);
    draft.forget();
  };
  const goOn = async (theirs: PanelRecord, changes: WireRecord, wanted?: SaveIntent) => {
    restart(theirs, changes);
    submission.forgetConflict();
    if (Object.keys(changes).length === 0) draft.forget();
    if (wanted) await submit(wanted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      if (!frozenNotice && submission.conflict === null) void submit("stay");
    }
  };

  const right = mode === "create" ? "create" : "update";
  const question = { resource: descriptor.name, right, record: props.record } as const;
  const isConflict = submission.conflict !== null;

  return (
    <CreateRelatedContext value={leaveToCreate}>
      <FormValuesContext value={formValues}>
        <form
          noValidate
          aria-busy={isSubmitting}
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            void submit("stay");
          }}
        >
          <Stack spacing={2} sx={{ mb: 2, maxWidth: 760 }}>
            {title !== "" && <Typography variant="h1">{title}</Typography>}
            {frozenNotice && !isConflict && <Alert severity="info">{frozenNotice}</Alert>}
            {draft.isRestored && !isDetour && <DraftNotice onDiscard={discardDraft} />}
            {failures > 0 && !isConflict && (
              <ErrorSummary
                ref={notice}
                resource={descriptor.name}
                fields={problemsInOrder(groups, errors)}
                general={submission.general}
                refused={submission.isForbidden ? question : undefined}
              />
            )}
          </Stack>
          {isConflict && record && reload && (
            <Suspense fallback={<FormSkeleton />}>
              <Conflict
                descriptor={module.descriptor}
                id={record.id}
                base={start}
                mine={form.getValues() as WireRecord}
                isGone={submission.conflict === "gone"}
                intent={submission.intent}
                load={reload}
                onGoOn={(...parts) => void goOn(...parts)}
                onLeave={onCancel}
              />
            </Suspense>
          )}
          {/* Kept while versions are compared: texts that are no values yet live in the inputs. */}
          <Stack spacing={2} sx={{ maxWidth: 760, ...notUnderBars, ...(isConflict ? { display: "none" } : {}) }}>
            {groups.map(({ name, fields }, index) => (
              <Fragment key={name}>
                <FormGroup resource={descriptor.name} name={name}>
                  {fields.map(({ field, required, readOnly, isLocked }) => (
                    <FormField
                      key={field.name}
                      form={form}
                      resource={descriptor.name}
                      mode={mode}
                      record={record}
                      before={start[field.name]}
                      field={field}
                      required={required}
                      readOnly={readOnly || frozenNotice !== undefined}
                      isLocked={isLocked && frozenNotice === undefined}
                      problems={problemsOf(errors, field.name)}
                      component={override.fieldComponents?.[field.name] ?? undefined}
                    />
                  ))}
                </FormGroup>
                {index === 0 && override.Aside && <override.Aside />}
              </Fragment>
            ))}
            {frozenNotice ? (
              <Button onClick={onCancel} sx={{ alignSelf: "flex-start" }}>
                {translate("forms.save.back")}
              </Button>
            ) : (
              <SaveBar
                saveLabel={
                  mode === "create" ? translate(actionKey(descriptor.name, "create")) : translate("forms.save.save")
                }
                canStay={mode === "update"}
                isSaving={isSubmitting}
                savingIntent={submission.intent}
                status={<ChangeCount form={form} changed={changed} isSaving={isSubmitting} />}
                onSaveAndClose={() => void submit("close")}
                onCancel={onCancel}
              />
            )}
          </Stack>
        </form>
        <LeaveDialog guard={guard} text={translate("forms.leave.text")} onLeave={draft.abandon} />
        <ConfirmDialog
          isOpen={ending !== null}
          title={translate(actionKey(descriptor.name, "remove"))}
          text={translate("forms.ending.text")}
          cancelLabel={translate("forms.ending.cancel")}
          confirmLabel={translate(actionKey(descriptor.name, "remove"))}
          onCancel={() => setEnding(null)}
          onConfirm={() => {
            setEnding(null);
            if (ending) void submission.submitConfirmed(ending);
          }}
        />
      </FormValuesContext>
    </CreateRelatedContext>
  );
}
