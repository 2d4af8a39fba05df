import Box from "@mui/material/Box";
import type { ClipboardEvent, ReactNode } from "react";
import type { FieldDescriptor } from "../../../core/descriptor.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { Members } from "../controls/Members.tsx";
import { editableParts, membersOf } from "../controls/parts.ts";

/** Room for country code, area code and subscriber number; whatever else a number has takes its own. */
const widths: Readonly<Record<string, string>> = { cc: "9.5rem", ac: "8.5rem", sn: "minmax(9rem, 1fr)" };

/**
 * The parts of a number side by side. A whole number pasted into any of them ("+43 1 234567") falls apart into
 * all of them.
 */
export function NumberParts(props: Omit<InputProps, "label" | "help">): ReactNode {
  const { field, value, onChange, readOnly } = props;

  const onPaste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (readOnly || !looksWhole(text)) return;
    event.preventDefault();
    // The numbering plans of the world weigh more than the rest of the form.
    const { parsePhoneNumber } = await import("../../../core/phoneNumberText.ts");
    const number = parsePhoneNumber(text);
    onChange({
      ...membersOf(value),
      ...(number ? { ...number, ac: number.ac || null } : { sn: text.replace(/[^\d]/g, "") }),
    });
  };

  return (
    <Box
      onPasteCapture={onPaste}
      sx={{
        display: "grid",
        gap: 1.5,
        gridTemplateColumns: { xs: "1fr", sm: columnsFor(editableParts(field)) },
        maxWidth: 640,
      }}
    >
      <Members {...props} />
    </Box>
  );
}

function columnsFor(parts: readonly FieldDescriptor[]): string {
  return parts.map(({ name }) => widths[name] ?? "auto").join(" ");
}

/** With an international prefix: the one sign that this is more than a part. */
function looksWhole(text: string): boolean {
  return /^\s*(?:\+|00)\s*[1-9]/.test(text);
}
