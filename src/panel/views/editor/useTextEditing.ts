import { useCallback, useState } from "react";
import { HttpError, useNotify } from "react-admin";
import { useLeaveGuard } from "../../kit/LeaveDialog.tsx";
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

const noFields: ReadonlySet<string> = new Set();
const messageOf = ({ error }: SaveError) => (error instanceof HttpError ? error.message : String(error));

/** A text while somebody edits it, until it is stored. */
export function useTextEditing(options: TextEditingOptions) {
  const { resource, storedText, store, savedKey, reasonOf = messageOf } = options;
  const notify = useNotify();
  const [saved, setSaved] = useState(storedText);
  const [text, setText] = useState(storedText);
  const saving = useValidatedSave({ problems: useErrorMessageContext(resource), shownFields: noFields });
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
