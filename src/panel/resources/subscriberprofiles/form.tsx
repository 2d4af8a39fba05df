import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useDataProvider, useLocale, useTranslate } from "react-admin";
import { toItems } from "../../kinds/controls/ChipsInput.tsx";
import { renderPicker } from "../../kinds/controls/PickerField.tsx";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";

export const form: FormOverride<"subscriberprofiles"> = {
  fieldComponents: { attributes: GrantedPreferences },
};

const values = "subscriberpreferences";

/** Preferences that subscribers with the profile may set, chosen by label. */
function GrantedPreferences(props: FieldComponentProps): ReactNode {
  const { id, label, help, value, onChange, onBlur, required, readOnly, errors } = props;
  const translate = useTranslate();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const lang = useLocale();
  const { data } = useQuery({
    queryKey: [values, "definitions", lang],
    queryFn: () => dataProvider.getPreferenceDefs(values, lang),
    staleTime: 5 * 60_000,
  });
  const defs = useMemo(
    () => new Map(grantablePreferences(data ?? [], lang).map((def) => [def.name, def])),
    [data, lang],
  );
  const labelOf = (name: string) => defs.get(name)?.label ?? name;
  const items = toItems(value);
  return (
    <Autocomplete
      id={id}
      multiple
      fullWidth
      disableCloseOnSelect
      readOnly={readOnly}
      options={[...defs.keys()]}
      groupBy={(name) => defs.get(name)?.preference_group ?? ""}
      getOptionLabel={labelOf}
      filterOptions={createFilterOptions({ stringify: (name) => `${labelOf(name)} ${name}` })}
      value={items}
      noOptionsText={translate("forms.picker.nothing")}
      clearText={translate("forms.picker.clear", { field: label })}
      openText={translate("forms.picker.open", { field: label })}
      closeText={translate("forms.picker.close", { field: label })}
      onChange={(_, names) => onChange(names)}
      onBlur={onBlur}
      renderInput={renderPicker({
        label,
        help,
        required,
        error: Object.values(errors)[0],
        isFilled: items.length > 0,
      })}
    />
  );
}

/** Returns the preferences visible to subscribers, if the platform reports that; grouped for the select. */
function grantablePreferences(defs: readonly PreferenceDef[], locale: string): PreferenceDef[] {
  const exposedDefs = defs.filter(({ exposed }) => exposed);
  return (exposedDefs.length > 0 ? exposedDefs : [...defs]).sort(
    (a, b) => a.preference_group.localeCompare(b.preference_group, locale) || a.label.localeCompare(b.label, locale),
  );
}
