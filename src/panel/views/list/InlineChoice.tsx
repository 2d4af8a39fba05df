import { type ReactNode, useState } from "react";
import styles from "./inline.module.css";
import { useEditorFocus } from "./useEditorFocus.ts";

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
