import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./inline.module.css";

interface InlineChoiceProps {
  /** "" for none. */
  readonly value: string;
  readonly label: string;
  /** Placeholder for no value. */
  readonly none: string;
  readonly choices: readonly { readonly value: string | number; readonly label: string }[];
  readonly onSave: (value: string | number) => void;
  readonly children: ReactNode;
}

/** A value that turns into a select when clicked. Choosing saves; Escape and blur discard. */
export function InlineChoice({ value, label, none, choices, onSave, children }: InlineChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { trigger, editor, giveBack } = useEditorFocus<HTMLSelectElement>(isOpen);
  if (!isOpen) {
    return (
      <button type="button" ref={trigger} className={styles.edit} aria-label={label} onClick={() => setIsOpen(true)}>
        {children}
      </button>
    );
  }
  const close = () => {
    giveBack();
    setIsOpen(false);
  };
  const choose = (text: string) => {
    const choice = choices.find((candidate) => String(candidate.value) === text);
    close();
    if (choice && text !== value) onSave(choice.value);
  };
  return (
    <select
      ref={editor}
      className={`control full ${styles.input}`}
      aria-label={label}
      value={value}
      onChange={({ target }) => choose(target.value)}
      onKeyDown={({ key }) => key === "Escape" && close()}
      onBlur={() => setIsOpen(false)}
    >
      {value === "" && <option value="">{none}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

interface InlineTextProps {
  /** The value as typed. */
  readonly text: string;
  readonly label: string;
  readonly isNumber: boolean;
  readonly onSave: (value: string | number | null) => void;
  /** The value as displayed. */
  readonly children: ReactNode;
}

/** A value that turns into an input when clicked. Enter and blur save, Escape discards. */
export function InlineText({ text, label, isNumber, onSave, children }: InlineTextProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const { trigger, editor, giveBack } = useEditorFocus<HTMLInputElement>(draft !== null);
  if (draft === null) {
    return (
      <button type="button" ref={trigger} className={styles.edit} aria-label={label} onClick={() => setDraft(text)}>
        {children}
      </button>
    );
  }
  const save = () => {
    setDraft(null);
    if (draft.trim() !== text) onSave(toValue(draft, isNumber));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Otherwise the Enter that closes the editor would press the button that replaces it.
    event.preventDefault();
    giveBack();
    if (event.key === "Enter") save();
    else setDraft(null);
  };
  return (
    <input
      ref={editor}
      className={`control full ${styles.input}`}
      aria-label={label}
      inputMode={isNumber ? "decimal" : undefined}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  );
}

/** An invalid number is sent as typed: the platform explains the error better than a silent null. */
function toValue(inputText: string, isNumber: boolean): string | number | null {
  const text = inputText.trim();
  if (text === "") return null;
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Moves the focus into an editor that replaces a button, and back to the button. */
function useEditorFocus<Editor extends HTMLElement>(isOpen: boolean) {
  const trigger = useRef<HTMLButtonElement>(null);
  const editor = useRef<Editor>(null);
  const isGivenBack = useRef(false);
  useEffect(() => {
    if (isOpen) {
      editor.current?.focus();
      if (editor.current instanceof HTMLInputElement) editor.current.select();
      // Opened at once, so that arrow keys browse the choices instead of selecting the next one.
      if (editor.current instanceof HTMLSelectElement) editor.current.showPicker?.();
    } else if (isGivenBack.current) {
      trigger.current?.focus();
    }
    isGivenBack.current = false;
  }, [isOpen]);
  /** Call it before the editor is closed by keyboard: otherwise something else was clicked and keeps the focus. */
  const giveBack = () => {
    isGivenBack.current = true;
  };
  return { trigger, editor, giveBack };
}
