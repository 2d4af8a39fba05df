import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Json } from "../../../core/descriptor.ts";
import styles from "./inline.module.css";
import { useEditorFocus } from "./useEditorFocus.ts";

interface InlineTextProps {
  /** The value as typed. */
  readonly text: string;
  readonly label: string;
  readonly isNumber: boolean;
  readonly onSave: (value: Json) => void;
  /** The value as displayed. */
  readonly children: ReactNode;
}

/** A value that turns into an input when clicked. Enter and blur save, Escape discards. */
export function InlineText({ text, label, isNumber, onSave, children }: InlineTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { trigger, editor, giveBack } = useEditorFocus<HTMLInputElement>(typed !== null);
  if (typed === null) {
    return (
      <button type="button" ref={trigger} className={styles.edit} aria-label={label} onClick={() => setTyped(text)}>
        {children}
      </button>
    );
  }
  const save = () => {
    setTyped(null);
    if (typed.trim() !== text) onSave(toValue(typed, isNumber));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Otherwise the Enter that closes the editor would press the button that replaces it.
    event.preventDefault();
    giveBack();
    if (event.key === "Enter") save();
    else setTyped(null);
  };
  return (
    <input
      ref={editor}
      className={`control full ${styles.input}`}
      aria-label={label}
      inputMode={isNumber ? "decimal" : undefined}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  );
}

/** An invalid number is sent as typed: the platform explains the error better than a silent null. */
function toValue(typed: string, isNumber: boolean): Json {
  const text = typed.trim();
  if (text === "") return null;
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}
