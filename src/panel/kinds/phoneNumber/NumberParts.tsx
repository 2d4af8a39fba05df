import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { ClipboardEvent, ReactNode } from "react";
import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";
import { fieldKey } from "../../resource/labels.ts";
import { helpOf } from "../controls/fieldTexts.ts";
import { type InputProps, problemsBelow } from "../controls/InputProps.ts";
import { editableParts, membersOf, withMember } from "../controls/parts.ts";

/** Room for country code, area code and subscriber number; whatever else a number has takes its own. */
const widths: Readonly<Record<string, string>> = { cc: "9.5rem", ac: "8.5rem", sn: "minmax(9rem, 1fr)" };

/**
 * The parts of a number side by side. A whole number pasted into any of them ("+43 1 234567") falls apart into
 * all of them.
 */
export function NumberParts(props: Omit<InputProps, "label" | "help">): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, required, readOnly, problems, Part } = props;
  const translate = useTranslate();
  const parts = editableParts(field);
  const members = membersOf(value);
  const isThere = required || (value !== undefined && value !== null);

  const onPaste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (readOnly || !looksWhole(text)) return;
    event.preventDefault();
    // The numbering plans of the world weigh more than the rest of the form.
    const { parsePhoneNumber } = await import("../../../core/phoneNumberText.ts");
    const number = parsePhoneNumber(text);
    onChange({ ...members, ...(number ? { ...number, ac: number.ac || null } : { sn: text.replace(/[^\d]/g, "") }) });
  };

  return (
    <Box
      onPasteCapture={onPaste}
      sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr", sm: columnsFor(parts) }, maxWidth: 640 }}
    >
      {parts.map((part) => {
        const partPath = `${path}.${part.name}`;
        return (
          <Part
            key={part.name}
            id={`${id}-${part.name}`}
            resource={resource}
            path={partPath}
            field={part}
            value={members[part.name]}
            onChange={(member: Json) => onChange(withMember(value, part.name, member))}
            onBlur={onBlur}
            label={translate(fieldKey(resource, partPath))}
            help={helpOf(translate, resource, partPath)}
            required={isThere && Boolean(part.required)}
            readOnly={readOnly}
            problems={problemsBelow(problems, part.name)}
          />
        );
      })}
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
