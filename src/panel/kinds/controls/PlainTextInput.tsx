import type { ReactNode } from "react";
import type { InputProps } from "./InputProps.ts";
import { TextControl, type TextControlProps } from "./TextControl.tsx";
import { useTypedText } from "./useTypedText.ts";

type PlainTextProps = InputProps & Pick<TextControlProps, "inputMode" | "type" | "monospace" | "multiline" | "width">;

/** Text that is its own value. Blanks around it are slips of the keyboard, except where `multiline` or `monospace`. */
export function PlainTextInput(props: PlainTextProps): ReactNode {
  const keepsBlanks = props.multiline || props.monospace;
  const { text, onText, settle } = useTypedText({
    value: props.value,
    onChange: props.onChange,
    format: String,
    parse: (typed) => (keepsBlanks ? typed : typed.trim()),
  });
  const onBlur = () => {
    settle();
    props.onBlur?.();
  };
  return <TextControl {...props} text={text} onText={onText} onBlur={onBlur} />;
}
