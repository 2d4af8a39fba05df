import Box from "@mui/material/Box";
import type { HTMLAttributes, ReactNode } from "react";
import type { Choice } from "./choices.ts";

interface ChoiceOptionProps extends HTMLAttributes<HTMLLIElement> {
  readonly choice: Choice;
}

/** A choice in the list: its label, and quietly what tells it from others of the same label. */
export function ChoiceOption({ choice, ...props }: ChoiceOptionProps): ReactNode {
  return (
    <Box
      component="li"
      {...props}
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, justifyContent: "space-between !important" }}
    >
      <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis" }}>
        {choice.label}
      </Box>
      <Box component="span" sx={{ color: "text.secondary", typography: "caption", overflowWrap: "anywhere" }}>
        {choice.note}
      </Box>
    </Box>
  );
}
