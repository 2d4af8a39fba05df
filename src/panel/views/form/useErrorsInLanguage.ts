import { useEffect, useRef } from "react";
import { type ProblemContext, problemText } from "./problemTexts.ts";
import { complaintsIn, toFieldErrors } from "./resolver.ts";
import type { PanelForm } from "./useResourceForm.ts";

/** Says what is wrong with fields in another language once it is chosen, without checking anything anew. */
export function useErrorsInLanguage(form: PanelForm, problems: ProblemContext): void {
  const latest = useRef(problems);
  useEffect(() => {
    latest.current = problems;
  });
  const { translate } = problems;
  const worded = useRef(translate);
  useEffect(() => {
    if (worded.current === translate) return;
    worded.current = translate;
    const complaints = complaintsIn(form.formState.errors).map((complaint) => {
      const { error, told } = complaint;
      return error ? { ...complaint, text: problemText(error, latest.current, told) } : complaint;
    });
    for (const [name, error] of Object.entries(toFieldErrors(complaints))) form.setError(name, error);
  }, [form, translate]);
}
