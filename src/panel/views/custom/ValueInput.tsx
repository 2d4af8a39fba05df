import { useInput, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { helpOf } from "../../kinds/controls/FieldNotes.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { useRequiredResource } from "../../kit/contexts.ts";
import { useRequiredForm } from "../../kit/useRequiredForm.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { useResource } from "../../providers/resources.ts";
import { fieldId } from "../form/fieldId.ts";

interface ValueInputProps {
  readonly source: string;
}

const asItIs = (value: Json) => value;

/** The input of a field as the generic forms have it, in any form of react-admin's. */
export function ValueInput({ source }: ValueInputProps) {
  const resource = useRequiredResource("ValueInput");
  useRequiredForm("ValueInput");
  const translate = useTranslate();
  const { fields } = useResource(resource).descriptor;
  const { field: bound, fieldState } = useInput({ source, parse: asItIs, format: asItIs, defaultValue: null });
  const field = fields.find(({ name }) => name === source);
  if (!field) return null;
  return (
    <KindInput
      id={fieldId(`/${source}`)}
      resource={resource}
      path={source}
      field={field}
      value={bound.value}
      onChange={bound.onChange}
      onBlur={bound.onBlur}
      label={translate(fieldKey(resource, source))}
      help={helpOf(translate, resource, source, field)}
      required={field.required !== false}
      readOnly={field.readOnly === true}
      errors={Object.fromEntries(textsIn(fieldState.error, ""))}
    />
  );
}

/** Messages by pointer below the field: react-admin's forms keep them in the shape of the value. */
function textsIn(error: unknown, pointer: string): [string, string][] {
  if (typeof error !== "object" || error === null) return [];
  const text = messageIn(error) ?? messageIn("message" in error ? error.message : undefined);
  if (text !== undefined) return [[pointer, text]];
  return Object.entries(error).flatMap(([part, within]) => textsIn(within, `${pointer}/${part}`));
}

function messageIn(error: unknown): string | undefined {
  const isText = typeof error === "object" && error !== null && "message" in error && typeof error.message === "string";
  return isText ? String(error.message) : undefined;
}
