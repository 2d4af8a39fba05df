import Box from "@mui/material/Box";
import type { ReactNode } from "react";

interface HighlightProps {
  readonly text: string;
  /** Lower case. */
  readonly words: readonly string[];
}

/** A text with the words looked for marked in it. */
export function Highlight({ text, words }: HighlightProps): ReactNode {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  // Every second part is what the pattern caught.
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
      <Box key={index} component="mark" sx={{ bgcolor: "warning.light", color: "inherit", borderRadius: 0.5 }}>
        {part}
      </Box>
    ) : (
      part
    ),
  );
}
