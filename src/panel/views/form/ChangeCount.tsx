import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { PanelForm } from "./useResourceForm.ts";

interface ChangeCountProps {
  readonly form: PanelForm;
  readonly changed: () => readonly string[];
  readonly isSaving: boolean;
}

/** How many fields are changed; alone in following every keystroke of every field. */
export function ChangeCount({ form, changed, isSaving }: ChangeCountProps): ReactNode {
  const translate = useTranslate();
  useWatch({ control: form.control });
  const count = changed().length;
  if (isSaving) return translate("forms.save.busy");
  return count > 0 ? translate("forms.save.changes", { smart_count: count }) : null;
}
