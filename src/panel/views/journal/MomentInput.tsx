import { useTranslate } from "react-admin";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { noErrors } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";

interface MomentInputProps {
  readonly id: string;
  readonly label: string;
  /** RFC 3339, or what was typed and is no time; null: none. */
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly onBlur?: () => void;
}

const field: FieldDescriptor = { name: "time", kind: "dateTime", required: false };

/** A time outside of forms, as forms ask for one. */
export function MomentInput({ value, ...props }: MomentInputProps) {
  const translate = useTranslate();
  return (
    <KindInput
      {...props}
      resource="journals"
      path="time"
      field={field}
      value={value}
      errors={isMoment(value) ? noErrors : { "": translate("history.noTime") }}
    />
  );
}

/** Whether it is a time, or none. */
export function isMoment(value: Json): value is string | null {
  return value === null || (typeof value === "string" && /^\d{4}-.*T.*(Z|[+-]\d\d:\d\d)$/.test(value));
}
