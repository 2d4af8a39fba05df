import { useLocale } from "ra-core";
import { type ReactNode, useMemo } from "react";
import { countryCodes } from "../../../core/formats/iso-3166-alpha2.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { LocalPicker } from "../controls/LocalPicker.tsx";

/** A country by its name in the reader's language; its two letters find it too. */
export function CountryInput(props: InputProps): ReactNode {
  const locale = useLocale();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "region" });
    return countryCodes
      .map((code) => ({ value: code, label: names.of(code) ?? code }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
  }, [locale]);
  return <LocalPicker {...props} options={options} />;
}
