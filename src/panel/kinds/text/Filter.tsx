import TextField from "@mui/material/TextField";
import { useTranslate } from "ra-core";
import type { FilterProps } from "../filter.ts";

/** Text to look for: anywhere in the value where the filter knows wildcards, else the whole value. */
export function TextFilter({ id, filter, label, value, onChange }: FilterProps) {
  const translate = useTranslate();
  const help = translate(filter.match === "wildcard" ? "views.filter.wildcard" : "views.filter.exact");
  return (
    <TextField
      id={id}
      label={label}
      helperText={help}
      value={String(value ?? "")}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    />
  );
}
