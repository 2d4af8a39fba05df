import type { ClipboardEvent, ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import styles from "../controls/controls.module.css";
import { Fieldset } from "../controls/Fieldset.tsx";
import { errorsBelow, type InputProps, type Inputs } from "../controls/InputProps.ts";
import { ItemsControl } from "../controls/ItemsControl.tsx";
import { editableParts, Members, membersOf, newItem } from "../controls/Members.tsx";

export const inputs = { phoneNumber: PhoneNumberInput, phoneNumbers: PhoneNumbersInput } satisfies Inputs;

/** A phone number in parts: country code, area code, subscriber number. */
function PhoneNumberInput(props: InputProps): ReactNode {
  const { id, label, help, required, errors } = props;
  return (
    <Fieldset id={id} label={label} help={help} error={errors[""]} required={required}>
      <NumberParts {...props} />
    </Fieldset>
  );
}

/** Several phone numbers. */
function PhoneNumbersInput(props: InputProps): ReactNode {
  const { id, field, value, onChange, errors } = props;
  const translate = useTranslate();
  return (
    <ItemsControl
      {...props}
      items={Array.isArray(value) ? value : []}
      onItems={(items) => onChange([...items])}
      newItem={() => newItem(field)}
      isOrdered={false}
      addLabel={translate("forms.phoneNumbers.add")}
      maxItems={field.maxItems}
      renderItem={(item, index, onItem) => (
        <NumberParts
          {...props}
          id={`${id}-${index}`}
          required
          value={item}
          onChange={(next) => onItem(next ?? {})}
          errors={errorsBelow(errors, index)}
        />
      )}
    />
  );
}

/** Widths of country code, area code and subscriber number; other parts size themselves. */
const widths: Readonly<Record<string, string>> = { cc: "9.5rem", ac: "8.5rem", sn: "minmax(9rem, 1fr)" };

/**
 * The parts of a number side by side. A full number pasted into any of them ("+43 1 234567") is split across all of
 * them.
 */
function NumberParts(props: Omit<InputProps, "label" | "help">): ReactNode {
  const { field, value, onChange, readOnly } = props;

  const onPaste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (readOnly || !hasInternationalPrefix(text)) return;
    event.preventDefault();
    // Lazy: the world's numbering plans are larger than the rest of the form.
    const { parsePhoneNumber } = await import("../../../core/values/phoneNumberText.ts");
    const number = parsePhoneNumber(text.replace(extension, ""));
    // A text that is no number with its country code leaves all parts as they are.
    if (number) onChange({ ...membersOf(value), ...number, ac: number.ac || null });
  };

  return (
    <div
      onPasteCapture={onPaste}
      className={`stack max-640 ${styles.phoneNumber}`}
      style={{ "--columns": columnsFor(editableParts(field)) }}
    >
      <Members {...props} />
    </div>
  );
}

function columnsFor(parts: readonly FieldDescriptor[]): string {
  return parts.map(({ name }) => widths[name] ?? "auto").join(" ");
}

/** An extension as in RFC 3966 (`;ext=12`), and as people write it. */
const extension = /\s*(?:;\s*ext=|,?\s*(?:ext|extn|extension)\b\.?|\bx)\s*\d+\s*$/i;

/** An international prefix: the only sign that this is more than a part. */
function hasInternationalPrefix(text: string): boolean {
  return /^\s*(?:\+|00)\s*[1-9]/.test(text);
}
