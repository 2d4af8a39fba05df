import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { useEditorFocus } from "./useEditorFocus.ts";

interface InlineTextProps {
  /** As it is typed. */
  readonly text: string;
  readonly label: string;
  readonly isNumber: boolean;
  readonly onSave: (value: Json) => void;
  /** The value as it is read. */
  readonly children: ReactNode;
}

/** A value that becomes an input when it is clicked. Enter or leaving it saves, Escape does not. */
export function InlineText({ text, label, isNumber, onSave, children }: InlineTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { trigger, editor, giveBack } = useEditorFocus<HTMLInputElement>(typed !== null);
  if (typed === null) {
    return (
      <button type="button" ref={trigger} className="list-edit" aria-label={label} onClick={() => setTyped(text)}>
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
    // Else the Enter that ends the editor would press the button that takes its place.
    event.preventDefault();
    giveBack();
    if (event.key === "Enter") save();
    else setTyped(null);
  };
  return (
    <input
      ref={editor}
      className="list-input"
      aria-label={label}
      inputMode={isNumber ? "decimal" : undefined}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  );
}

/** What is no number is sent as typed: the platform says what is wrong with it better than a silent null. */
function toValue(typed: string, isNumber: boolean): Json {
  const text = typed.trim();
  if (text === "") return null;
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}
