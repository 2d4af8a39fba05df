import { HttpError, useTranslate } from "ra-core";
import { useRef, useState } from "react";
import type { WireRecord } from "../../../core/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { fieldKey } from "../../resource/labels.ts";
import { refusalText } from "../record/refusalText.ts";
import { topField } from "./fieldId.ts";
import { pathOf, problemText } from "./problemTexts.ts";
import { type SavePlan, toFieldErrors } from "./resolver.ts";
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

/** Sends the form and puts what the platform refuses where it belongs. Nothing typed is ever taken away. */
export function useSubmission({ state, resource, save, onSaved }: SubmissionOptions): Submission {
  const { form, groups, recordNow, restart } = state;
  const translate = useTranslate();
  const problems = useProblemContext(resource);
  const [general, setGeneral] = useState<readonly string[]>([]);
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
    const texts = serverFieldErrors(refusal, Object.keys(form.getValues() as WireRecord)).map(
      ({ pointer, error, text = "" }) =>
        [plan.toFormPointer(pointer), error ? problemText(error, problems, text) : text] as const,
    );
    const onFields = texts.filter(([pointer]) => shown.has(topField(pointer)));
    for (const [name, error] of Object.entries(toFieldErrors(onFields))) form.setError(name, error);
    const elsewhere = texts
      .filter(([pointer]) => !shown.has(topField(pointer)))
      .map(([pointer, text]) => `${translate(fieldKey(resource, pathOf(pointer)), { _: pathOf(pointer) })}: ${text}`);
    setGeneral(texts.length > 0 ? elsewhere : [refusalText(translate, refusal)]);
  };

  const perform = async (plan: SavePlan) => {
    setGeneral([]);
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

function conflictIn(refusal: unknown): Submission["conflict"] {
  if (!(refusal instanceof HttpError)) return null;
  if (refusal.status === 412) return "changed";
  return refusal.status === 404 ? "gone" : null;
}
