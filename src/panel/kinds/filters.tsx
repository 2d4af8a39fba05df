import TextField from "@mui/material/TextField";
import { useTranslate } from "react-admin";
import type { FieldKind } from "../../core/schema/descriptor.ts";
import { byKind } from "./byKind.ts";
import type { FilterEditor, FilterProps } from "./filter.ts";

/** The filters of kinds that are not searched as text. */
const filters: Partial<Readonly<Record<FieldKind, FilterEditor>>> = byKind<FilterEditor>(
  Object.values(import.meta.glob("./*/filters.{ts,tsx}", { eager: true, import: "filters" })),
);

/** The filter input of a kind. */
export function filterOf(kind: FieldKind): FilterEditor {
  return filters[kind] ?? TextFilter;
}

/** Search text: matches anywhere where the filter supports wildcards, otherwise the whole value. */
function TextFilter({ id, filter, label, value, error, onChange }: FilterProps) {
  const translate = useTranslate();
  const help = translate(filter.match === "wildcard" ? "views.filter.wildcard" : "views.filter.exact");
  return (
    <TextField
      id={id}
      label={label}
      error={error !== undefined}
      helperText={error ?? help}
      value={String(value ?? "")}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    />
  );
}
