import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Json } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { Dial } from "../../kinds/phoneNumber/Dial.tsx";
import { Value } from "../../kinds/Value.tsx";
import { enumKey } from "../../navigation/labels.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { EditedCell } from "./InlineQuestion.tsx";
import { InlineSwitch } from "./InlineSwitch.tsx";
import styles from "./inline.module.css";

interface InlineCellProps extends EditedCell {
  readonly onSave: (value: Json) => Promise<void>;
}

const InlineQuestion = lazyPart(() => import("./InlineQuestion.tsx"), "InlineQuestion");

/** A value that can be edited in place, after a question where a slip would do harm. */
export function InlineCell({ onSave, ...cell }: InlineCellProps) {
  const [pending, setPending] = useState<{ readonly value: Json; readonly onAnswer: (isYes: boolean) => void } | null>(
    null,
  );
  const ask = (value: Json) =>
    new Promise<void>((resolve) => {
      const onAnswer = (isYes: boolean) => {
        setPending(null);
        resolve(isYes ? onSave(value) : undefined);
      };
      setPending({ value, onAnswer });
    });
  return (
    <>
      <InlineControl {...cell} onSave={cell.column.field?.inlineEdit === "confirm" ? ask : onSave} />
      {pending && <InlineQuestion {...cell} value={pending.value} onAnswer={pending.onAnswer} />}
    </>
  );
}

function InlineControl({ column, record, title, context, onSave }: InlineCellProps) {
  const { translate, resource } = context;
  const { source, kind, field } = column;
  const value = record[source];
  const name = translate(column.labelKey);
  if (kind === "boolean") {
    const label = translate("views.list.inline.switch", { name, title });
    return <InlineSwitch isOn={value === true || value === 1} label={label} onFlip={onSave} />;
  }
  const none = translate("views.list.inline.none");
  const content = hasValue(value) ? (
    // The cell is a button already: the one that calls follows it.
    <Value
      kind={kind}
      value={value}
      source={source}
      record={record}
      field={field?.clickToDial ? undefined : field}
      context={context}
    />
  ) : (
    <span className="quiet">{none}</span>
  );
  const labelFor = (text: string) =>
    translate(hasValue(value) ? "views.list.inline.edit" : "views.list.inline.fill", { name, title, value: text });
  if (kind === "enum") {
    const choices = (field?.enum ?? []).map((choice) => ({
      value: choice,
      label: translate(enumKey(resource, source, choice), { _: String(choice) }),
    }));
    const current = choices.find((choice) => choice.value === value);
    return (
      <InlineChoice
        value={String(value ?? "")}
        label={labelFor(current?.label ?? String(value ?? ""))}
        none={none}
        choices={choices}
        onSave={(choice) => void onSave(choice)}
      >
        {content}
      </InlineChoice>
    );
  }
  const text = hasValue(value) ? String(value) : "";
  return (
    <>
      <InlineText
        text={text}
        label={labelFor(text)}
        isNumber={kind === "integer" || kind === "decimal"}
        onSave={(newText) => void onSave(newText)}
      >
        {content}
      </InlineText>
      {field?.clickToDial && text !== "" && <Dial number={text} />}
    </>
  );
}

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
function InlineChoice({ value, label, none, choices, onSave, children }: InlineChoiceProps) {
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
  readonly onSave: (value: Json) => void;
  /** The value as displayed. */
  readonly children: ReactNode;
}

/** A value that turns into an input when clicked. Enter and blur save, Escape discards. */
function InlineText({ text, label, isNumber, onSave, children }: InlineTextProps) {
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
function toValue(inputText: string, isNumber: boolean): Json {
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
