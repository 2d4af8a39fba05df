import { useTranslate } from "ra-core";
import { enumKey } from "../../resource/labels.ts";
import { Choices } from "../Choices.tsx";
import type { FilterProps } from "../filter.ts";

/** Any of the values that the schema lists, or one where the platform compares with one only. */
export function EnumFilter({ id, resource, filter, field, label, value, onChange }: FilterProps) {
  const translate = useTranslate();
  const choices = (field.enum ?? []).map((choice) => ({
    value: String(choice),
    label: translate(enumKey(resource, filter.source, choice), { _: String(choice) }),
  }));
  return (
    <Choices
      id={id}
      label={label}
      several={filter.match === "list"}
      choices={choices}
      chosen={value === undefined ? [] : String(value).split(",")}
      onChoose={(chosen) => onChange(chosen.length > 0 ? chosen.join(",") : undefined)}
    />
  );
}
