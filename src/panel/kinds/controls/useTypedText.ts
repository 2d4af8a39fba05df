import { useState } from "react";
import type { Json } from "../../../core/descriptor.ts";

interface TypedTextParts {
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
  /** The value in the words of an input. Text that is no such value comes back as it is. */
  readonly format: (value: Json) => string;
  /** The value that the text means; null when it means none, and the text itself goes on to the rules. */
  readonly parse: (text: string) => Json;
}

interface TypedText {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Puts the text into its usual form; called when the field is left. */
  readonly settle: () => void;
}

/**
 * Text that is typed for a value that is none: "1.5 h" for 5400. What can not be read stays as it was typed, in
 * the value too, so that nothing typed is lost and the rules say what is wrong with it.
 */
export function useTypedText({ value, onChange, format, parse }: TypedTextParts): TypedText {
  const [typed, setTyped] = useState({ text: textOf(value, format), value });
  // The value was changed by something else than typing here: a reset, a restored draft.
  if (!isSame(typed.value, value)) setTyped({ text: textOf(value, format), value });
  return {
    text: isSame(typed.value, value) ? typed.text : textOf(value, format),
    onText: (text) => {
      const next = text.trim() === "" ? null : (parse(text) ?? text);
      setTyped({ text, value: next });
      onChange(next);
    },
    settle: () => setTyped((now) => ({ ...now, text: textOf(now.value, format) })),
  };
}

function textOf(value: Json | undefined, format: (value: Json) => string): string {
  return value === undefined || value === null ? "" : format(value);
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || ((a ?? null) === null && (b ?? null) === null);
}
