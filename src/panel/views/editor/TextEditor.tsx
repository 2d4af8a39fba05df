import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { type ComponentProps, type ReactNode, useCallback, useRef, useState } from "react";
import { HttpError, useNotify, useTranslate } from "react-admin";
import { LeaveDialog, useLeaveGuard } from "../../kit/LeaveDialog.tsx";
import { CodeArea, type CodeAreaHandle } from "../../ui/editor/CodeArea.tsx";
import styles from "../../ui/editor/editor.module.css";
import { LineFaults } from "../../ui/editor/LineFaults.tsx";
import type { SaveError } from "../form/formErrors.ts";
import { useErrorMessageContext } from "../form/useErrorMessageContext.ts";
import { useValidatedSave } from "../form/useValidatedSave.ts";

interface TextEditingOptions {
  readonly resource: string;
  /** As it is when the editor opens: what somebody edits does not change under their hands. */
  readonly storedText: string;
  /** Rejects when the text is refused. */
  readonly store: (text: string) => Promise<void>;
  /** The notice of a stored text. */
  readonly savedKey: string;
  /** Returns the text of an error. */
  readonly reasonOf?: (refused: SaveError) => string;
}

const messageOf = ({ error }: SaveError) => (error instanceof HttpError ? error.message : String(error));

/** A text while somebody edits it, until it is stored. */
export function useTextEditing(options: TextEditingOptions) {
  const { resource, storedText, store, savedKey, reasonOf = messageOf } = options;
  const notify = useNotify();
  const [saved, setSaved] = useState(storedText);
  const [text, setText] = useState(storedText);
  const saving = useValidatedSave({ messageContext: useErrorMessageContext(resource) });
  const isChanged = text !== saved;
  const guard = useLeaveGuard(useCallback(() => isChanged, [isChanged]));
  const save = async () => {
    const result = await saving.save({ check: () => ({ wire: text }), send: store });
    if ("refused" in result) return notify(reasonOf(result.refused), { type: "error" });
    setSaved(text);
    notify(savedKey, { type: "success" });
  };
  return { text, setText, saved, isChanged, isSaving: saving.isSaving, save, guard };
}

interface TextEditorProps extends Pick<ComponentProps<typeof LineFaults>, "faults" | "severity"> {
  readonly editing: ReturnType<typeof useTextEditing>;
  /** Keys of what the text and its faults are called. */
  readonly label: string;
  readonly faultsTitle: string;
  readonly tokens: ComponentProps<typeof CodeArea>["tokens"];
  readonly mayWrite: boolean;
  /** The text can be stored as it is. */
  readonly isValid: boolean;
  /** More buttons, after the one that stores the text. */
  readonly actions?: ReactNode;
  /** Shows what can be inserted where the cursor is. */
  readonly renderPlaceholders?: (insert: (text: string) => void) => ReactNode;
  /** Shown beside the text: what it gives. */
  readonly children: ReactNode;
}

/** Edits a text with everything wrong in it, beside what it gives. */
export function TextEditor(props: TextEditorProps): ReactNode {
  const { editing, faults, severity, mayWrite, actions } = props;
  const translate = useTranslate();
  const area = useRef<CodeAreaHandle>(null);
  return (
    <div className={styles.templateEditor}>
      <div>
        {!mayWrite && <Alert severity="info">{translate("forms.template.readOnly")}</Alert>}
        <CodeArea
          ref={area}
          label={translate(props.label)}
          value={editing.text}
          onChange={editing.setText}
          readOnly={!mayWrite}
          tokens={props.tokens}
          marked={new Set(faults.map(({ line }) => line))}
        />
        <LineFaults
          title={translate(props.faultsTitle)}
          faults={faults}
          severity={severity}
          onGoTo={(line) => area.current?.goTo(line)}
        />
        {(mayWrite || actions) && (
          <p className="row below-16">
            {mayWrite && (
              <Button
                variant="contained"
                loading={editing.isSaving}
                disabled={!props.isValid || !editing.isChanged}
                onClick={() => void editing.save()}
              >
                {translate("forms.save.save")}
              </Button>
            )}
            {actions}
          </p>
        )}
        {mayWrite && props.renderPlaceholders?.((text) => area.current?.insert(text))}
      </div>
      {props.children}
      <LeaveDialog guard={editing.guard} text="forms.template.leave" />
    </div>
  );
}
