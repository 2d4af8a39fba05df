import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { enumKey } from "../../resource/labels.ts";
import { ChoiceInput } from "../controls/ChoiceInput.tsx";
import type { InputProps } from "../controls/InputProps.ts";

/** One of the values that the schema lists. */
export function EnumInput(props: InputProps): ReactNode {
  const translate = useTranslate();
  const { resource, path, field } = props;
  const choices = (field.enum ?? []).map((value) => ({
    value,
    label: translate(enumKey(resource, path, value), { _: String(value) }),
  }));
  return <ChoiceInput {...props} choices={choices} />;
}
