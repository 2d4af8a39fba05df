import type { useTranslate } from "react-admin";
import { fieldKey } from "../../resource/labels.ts";

/** The name of what changed: a field, a preference, or what entries note beside. */
export function changeLabel(translate: ReturnType<typeof useTranslate>, resource: string, field: string): string {
  const noted = translate(`history.noted.${field}`, { _: field });
  const preference = translate(`preferences.attributes.${field}.label`, { _: noted });
  return translate(fieldKey(resource, field), { _: preference });
}
