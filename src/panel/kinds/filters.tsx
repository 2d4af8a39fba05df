import TextField from "@mui/material/TextField";
import { useTranslate } from "react-admin";
import type { FieldKind } from "../../core/schema/descriptor.ts";
import { enumKey } from "../navigation/labels.ts";
import { loadedLate } from "../providers/later.ts";
import { Choices } from "./Choices.tsx";
import type { FilterEditor, FilterProps } from "./filter.ts";
import type { inputFilters } from "./inputFilters.tsx";

/** Lazy, as pickers are large: most users filter by status and text. */
const ReferenceFilter = loadedLate(() => import("./reference/ReferencePicker.tsx"), "ReferenceFilter");

/** Lazy too: the filter that uses the input of this kind. */
function byInput(kind: keyof typeof inputFilters): FilterEditor {
  return loadedLate(async () => (await import("./inputFilters.tsx")).inputFilters, kind);
}

/** The filters of kinds that are not searched as text. */
const filters: Partial<Readonly<Record<FieldKind, FilterEditor>>> = {
  integer: byInput("integer"),
  decimal: byInput("decimal"),
  money: byInput("money"),
  percent: byInput("percent"),
  duration: byInput("duration"),
  boolean: BooleanFilter,
  enum: EnumFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
  dateTime: byInput("dateTime"),
  date: byInput("date"),
  country: byInput("country"),
  timezone: byInput("timezone"),
};

/** The filter input of a kind. */
export function filterOf(kind: FieldKind): FilterEditor {
  return filters[kind] ?? TextFilter;
}

/** Search text: matches anywhere where the filter supports wildcards, otherwise the whole value. */
function TextFilter({ id, filter, label, value, problem, onChange }: FilterProps) {
  const translate = useTranslate();
  const help = translate(filter.match === "wildcard" ? "views.filter.wildcard" : "views.filter.exact");
  return (
    <TextField
      id={id}
      label={label}
      error={problem !== undefined}
      helperText={problem ?? help}
      value={String(value ?? "")}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    />
  );
}

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
