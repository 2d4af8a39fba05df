import { useTranslate } from "ra-core";
import { Choices } from "../Choices.tsx";
import type { FilterProps } from "../filter.ts";

/** Either of the two: neither is no filter. */
export function BooleanFilter({ id, label, value, onChange }: FilterProps) {
  const translate = useTranslate();
  return (
    <Choices
      id={id}
      label={label}
      choices={[
        { value: "true", label: translate("views.value.yes") },
        { value: "false", label: translate("views.value.no") },
      ]}
      chosen={value === undefined ? [] : [String(value)]}
      onChoose={([choice]) => onChange(choice === undefined ? undefined : choice === "true")}
    />
  );
}
