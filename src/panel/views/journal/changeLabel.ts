import { fieldKey } from "../../navigation/labels.ts";
import type { Translate } from "../../providers/texts.ts";

/** Labels of preferences by resource, which the platform defines at run time. */
const preferenceLabels = new Map<string, ReadonlyMap<string, string>>();

/** Sets the labels of a resource's preferences. */
export function setPreferenceLabels(resource: string, labels: ReadonlyMap<string, string>): void {
  preferenceLabels.set(resource, labels);
}

/** Returns the name of what changed: a field, a preference, or a note of the entry. */
export function changeLabel(translate: Translate, resource: string, field: string): string {
  const noted = translate(`history.noted.${field}`, { _: field });
  return preferenceLabels.get(resource)?.get(field) ?? translate(fieldKey(resource, field), { _: noted });
}
