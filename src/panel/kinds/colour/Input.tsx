import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { parseColour, toHex } from "../../../core/colour.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { useTypedText } from "../controls/useTypedText.ts";

/** A colour: typed in any of its spellings, or picked from the browser's own palette. */
export function ColourInput(props: InputProps): ReactNode {
  const { value, onChange, readOnly, label } = props;
  const translate = useTranslate();
  const { text, onText, settle } = useTypedText({ value, onChange, format: String, parse: (typed) => typed.trim() });
  const colour = parseColour(text.trim());
  const onBlur = () => {
    settle();
    props.onBlur?.();
  };
  const palette = (
    <Box
      component="input"
      type="color"
      disabled={readOnly}
      aria-label={translate("forms.colour.pick", { field: label })}
      value={colour ? toHex(colour) : "#000000"}
      onChange={(event) => onChange(event.target.value)}
      onBlur={props.onBlur}
      sx={{
        width: 36,
        height: 26,
        p: 0,
        border: 1,
        borderColor: "divider",
        borderRadius: 0.75,
        bgcolor: "transparent",
        opacity: colour ? 1 : 0.35,
        cursor: readOnly ? "default" : "pointer",
      }}
    />
  );
  return <TextControl {...props} text={text} onText={onText} onBlur={onBlur} end={palette} width={26} />;
}
