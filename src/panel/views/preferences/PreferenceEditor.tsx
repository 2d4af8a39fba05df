import { type Identifier, useTranslate } from "ra-core";
import { type ReactNode, useMemo } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { BooleanInput } from "../../kinds/boolean/Input.tsx";
import { ChoiceInput } from "../../kinds/controls/ChoiceInput.tsx";
import { type InputProps, noProblems } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { PreferenceChips } from "./PreferenceChips.tsx";
import { PreferenceFile } from "./PreferenceFile.tsx";
import { fieldOf, type PreferenceControl } from "./preferenceControl.ts";
import { TypedPreference } from "./TypedPreference.tsx";
import type { PreferenceEdit } from "./usePreferenceEdit.ts";

export interface PreferenceEditorProps {
  readonly id: string;
  readonly ownerId: Identifier;
  readonly resource: string;
  readonly def: PreferenceDef;
  readonly control: PreferenceControl;
  readonly edit: PreferenceEdit;
  readonly stored: Json | undefined;
  readonly isSet: boolean;
  readonly resellerId: number | undefined;
  readonly isLocked: boolean;
}

/** The input of a preference. What is flipped or chosen is saved at once; what is typed waits for a word. */
export function PreferenceEditor(props: PreferenceEditorProps): ReactNode {
  const { id, resource, def, control, edit, resellerId, isLocked } = props;
  const translate = useTranslate();
  const filter = useMemo(
    (): Record<string, Json> => (resellerId === undefined ? {} : { reseller_id: resellerId }),
    [resellerId],
  );
  const input: InputProps = {
    id,
    resource,
    path: def.name,
    field: fieldOf(def, control),
    value: edit.value,
    onChange: (value) => void saveOrReturn(edit, value),
    label: def.label,
    required: false,
    readOnly: isLocked,
    problems: edit.refusal ? { "": edit.refusal } : noProblems,
    Part: KindInput,
  };
  switch (control.by) {
    case "switch":
      return <BooleanInput {...input} />;
    case "choice": {
      const hasEmpty = control.choices.some(({ value }) => value === null);
      const none = control.default
        ? translate("forms.preferences.notSetDefault", { value: control.default })
        : translate("forms.preferences.notSet");
      return (
        <ChoiceInput
          {...input}
          choices={hasEmpty ? control.choices : [{ value: null, label: none }, ...control.choices]}
        />
      );
    }
    case "record":
      return <ReferencePicker {...input} source={control.source} filter={filter} />;
    case "chips":
      return <PreferenceChips {...props} input={input} control={control} />;
    case "number":
    case "text":
      return <TypedPreference {...props} input={input} />;
    case "file":
      return <PreferenceFile {...props} />;
  }
}

/** A switch or a choice that was refused goes back to where it was, with the reason beside it. */
async function saveOrReturn(edit: PreferenceEdit, value: Json): Promise<void> {
  if (!(await edit.save(value))) edit.forgetTyped();
}
