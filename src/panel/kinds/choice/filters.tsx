import { useTranslate } from "react-admin";
import { enumKey } from "../../navigation/labels.ts";
import { byInput } from "../byInput.ts";
import { Choices } from "../Choices.tsx";
import type { FilterProps, Filters } from "../filter.ts";

export const filters = {
  boolean: BooleanFilter,
  enum: EnumFilter,
  country: byInput,
  timezone: byInput,
} satisfies Filters;

/** Either of the two; neither means no filter. */
function BooleanFilter({ id, label, value, onChange }: FilterProps) {
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

/** Any of the schema's values, or a single one where the platform compares with one only. */
function EnumFilter({ id, resource, filter, field, label, value, onChange }: FilterProps) {
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
