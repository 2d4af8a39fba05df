import { useCallback, useState } from "react";
import { HttpError, useNotify } from "react-admin";
import { useLeaveGuard } from "../form/LeaveDialog.tsx";

interface TextEditingOptions {
  /** As it is when the editor opens: what somebody edits does not change under their hands. */
  readonly storedText: string;
  /** Rejects when the text is refused. */
  readonly store: (text: string) => Promise<void>;
  /** The notice of a stored text. */
  readonly savedKey: string;
  /** Returns the text of an error. */
  readonly reasonOf?: (error: unknown) => string;
}

const messageOf = (error: unknown) => (error instanceof HttpError ? error.message : String(error));

/** A text while somebody edits it, until it is stored. */
export function useTextEditing({ storedText, store, savedKey, reasonOf = messageOf }: TextEditingOptions) {
  const notify = useNotify();
  const [saved, setSaved] = useState(storedText);
  const [text, setText] = useState(storedText);
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = text !== saved;
  const guard = useLeaveGuard(useCallback(() => isChanged, [isChanged]));
  const save = async () => {
    setIsSaving(true);
    try {
      await store(text);
      setSaved(text);
      notify(savedKey, { type: "success" });
    } catch (error) {
      notify(reasonOf(error), { type: "error" });
    } finally {
      setIsSaving(false);
    }
  };
  return { text, setText, saved, isChanged, isSaving, save, guard };
}
