import { HttpError } from "ra-core";
import { useRef, useState } from "react";
import type { WireRecord } from "../../../core/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { fieldKey } from "../../resource/labels.ts";
import { refusalText } from "../record/refusalText.ts";
import { topField } from "./fieldId.ts";
import { type ProblemContext, pathOf, problemText } from "./problemTexts.ts";
import { type Complaint, type SavePlan, toFieldErrors } from "./resolver.ts";
import type { SaveIntent } from "./SaveBar.tsx";
import { serverFieldErrors } from "./serverErrors.ts";
import { useProblemContext } from "./useProblemContext.ts";
import type { ResourceFormState } from "./useResourceForm.ts";

/**
 * Saves the plan on top of the record as the form knows it. Told `onPartlySaved` when something is stored although
 * the whole is refused.
 */
export type SaveRecord = (
  plan: SavePlan,
  record: PanelRecord | undefined,
  onPartlySaved: (record: PanelRecord) => void,
) => Promise<PanelRecord>;

interface SubmissionOptions {
  readonly state: ResourceFormState;
  readonly resource: string;
  readonly save: SaveRecord;
  readonly onSaved: (record: PanelRecord, intent: SaveIntent) => void;
}

export interface Submission {
  /** What is wrong besides the fields this form shows. */
  readonly general: readonly string[];
  /** The platform does not let this person save this. */
  readonly isForbidden: boolean;
  /** Someone else saved the record meanwhile, or removed it. */
  readonly conflict: "changed" | "gone" | null;
  /** Counts the attempts that failed: each moves the focus to what is wrong. */
  readonly failures: number;
  readonly intent: SaveIntent;
  readonly submit: (intent: SaveIntent, confirm?: (plan: SavePlan) => boolean) => Promise<void>;
  /** Saves what was held back for a confirmation. */
  readonly submitConfirmed: (plan: SavePlan) => Promise<void>;
  readonly forgetConflict: () => void;
}

/** What the platform refused, besides what was put at fields. */
interface Refused {
  readonly refusal: unknown;
  readonly elsewhere: readonly Complaint[];
  /** Nothing was said about any field. */
  readonly isWhole: boolean;
}

/** Sends the form and puts what the platform refuses where it belongs. Nothing typed is ever taken away. */
export function useSubmission({ state, resource, save, onSaved }: SubmissionOptions): Submission {
  const { form, groups, recordNow, restart } = state;
  const problems = useProblemContext(resource);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isForbidden, setIsForbidden] = useState(false);
  const [conflict, setConflict] = useState<Submission["conflict"]>(null);
  const [failures, setFailures] = useState(0);
  const [intent, setIntent] = useState<SaveIntent>("stay");
  const intentNow = useRef<SaveIntent>("stay");

  const refuse = (refusal: unknown, plan: SavePlan) => {
    setFailures((count) => count + 1);
    setIsForbidden(refusal instanceof HttpError && refusal.status === 403);
    const found = conflictIn(refusal);
    if (found && recordNow()) return setConflict(found);
    const shown = new Set(groups.flatMap(({ fields }) => fields.map(({ field }) => field.name)));
    const complaints = serverFieldErrors(refusal, Object.keys(form.getValues() as WireRecord)).map(
      ({ pointer, error, text = "" }) => ({
        pointer: plan.toFormPointer(pointer),
        text: error ? problemText(error, problems, text) : text,
        error,
        told: text,
      }),
    );
    const onFields = complaints.filter(({ pointer }) => shown.has(topField(pointer)));
    for (const [name, error] of Object.entries(toFieldErrors(onFields))) form.setError(name, error);
    const elsewhere = complaints.filter(({ pointer }) => !shown.has(topField(pointer)));
    setRefused({ refusal, elsewhere, isWhole: complaints.length === 0 });
  };
  const general = refused ? toGeneral(refused, problems) : [];

  const perform = async (plan: SavePlan) => {
    setRefused(null);
    setConflict(null);
    setIsForbidden(false);
    try {
      const saved = await save(plan, recordNow(), (stored) => restart(stored, state.mine()));
      restart(saved);
      setFailures(0);
      onSaved(saved, intentNow.current);
    } catch (refusal) {
      refuse(refusal, plan);
    }
  };

  const submit = async (wanted: SaveIntent, confirm?: (plan: SavePlan) => boolean) => {
    if (form.formState.isSubmitting) return;
    intentNow.current = wanted;
    setIntent(wanted);
    await form.handleSubmit(
      (plan) => (confirm?.(plan) === false ? undefined : perform(plan)),
      () => setFailures((count) => count + 1),
    )();
  };
  return {
    general,
    conflict,
    isForbidden,
    failures,
    intent,
    submit,
    submitConfirmed: perform,
    forgetConflict: () => setConflict(null),
  };
}

/** In words each time it is shown, as the language may have changed since. */
function toGeneral({ refusal, elsewhere, isWhole }: Refused, problems: ProblemContext): string[] {
  const { translate, resource } = problems;
  if (isWhole) return [refusalText(translate, refusal)];
  return elsewhere.map(({ pointer, error, told = "" }) => {
    const field = translate(fieldKey(resource, pathOf(pointer)), { _: pathOf(pointer) });
    return translate("forms.summary.line", { field, text: error ? problemText(error, problems, told) : told });
  });
}

function conflictIn(refusal: unknown): Submission["conflict"] {
  if (!(refusal instanceof HttpError)) return null;
  if (refusal.status === 412) return "changed";
  return refusal.status === 404 ? "gone" : null;
}
