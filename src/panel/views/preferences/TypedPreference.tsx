import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useTranslate } from "ra-core";
import type { KeyboardEvent, ReactNode } from "react";
import type { InputProps } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { PreferenceEditorProps } from "./PreferenceEditor.tsx";
import { typedProblem } from "./preferenceControl.ts";

interface TypedPreferenceProps extends PreferenceEditorProps {
  readonly input: InputProps;
}

/** Text or a number: saved by Enter or a button, taken back by Escape or another, emptied by a third. */
export function TypedPreference({ input, control, edit, def, isSet, isLocked }: TypedPreferenceProps): ReactNode {
  const translate = useTranslate();
  const wrong = typedProblem(control, edit.value);
  const canSave = edit.isChanged && wrong === null && !isLocked;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && canSave) void edit.save(edit.value);
    if (event.key === "Escape" && edit.isChanged) edit.reset();
  };
  return (
    <Stack spacing={0.5} onKeyDown={onKeyDown}>
      <KindInput {...input} onChange={edit.type} problems={wrong ? { "": translate(wrong) } : input.problems} />
      {!isLocked && (
        <Stack direction="row" spacing={1}>
          {canSave && (
            <Button
              size="small"
              variant="contained"
              aria-label={translate("forms.preferences.saveNamed", { name: def.label })}
              onClick={() => void edit.save(edit.value)}
            >
              {translate("forms.preferences.save")}
            </Button>
          )}
          {(edit.isChanged || edit.refusal) && (
            <Button
              size="small"
              aria-label={translate("forms.preferences.resetNamed", { name: def.label })}
              onClick={edit.reset}
            >
              {translate("forms.preferences.reset")}
            </Button>
          )}
          {isSet && !edit.isChanged && (
            <Button
              size="small"
              aria-label={translate("forms.preferences.clearNamed", { name: def.label })}
              onClick={() => void edit.save(null)}
            >
              {translate("forms.preferences.clear")}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  );
}
