import { type RefObject, useEffect, useRef } from "react";

interface EditorFocus<Editor> {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly editor: RefObject<Editor | null>;
  /** Call it before the editor is closed by keyboard: otherwise something else was clicked and keeps the focus. */
  readonly giveBack: () => void;
}

/** Moves the focus into an editor that replaces a button, and back to the button. */
export function useEditorFocus<Editor extends HTMLElement>(isOpen: boolean): EditorFocus<Editor> {
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
  const giveBack = () => {
    isGivenBack.current = true;
  };
  return { trigger, editor, giveBack };
}
