import { fieldKey } from "../../navigation/labels.ts";
import type { Translate } from "../../providers/texts.ts";

/** What preferences are called, by resource: the platform tells it at run time. */
const preferenceLabels = new Map<string, ReadonlyMap<string, string>>();

/** What the preferences of a resource are called from now on. */
export function setPreferenceLabels(resource: string, labels: ReadonlyMap<string, string>): void {
  preferenceLabels.set(resource, labels);
}

/** The name of what changed: a field, a preference, or what entries note beside. */
export function changeLabel(translate: Translate, resource: string, field: string): string {
  const noted = translate(`history.noted.${field}`, { _: field });
  return preferenceLabels.get(resource)?.get(field) ?? translate(fieldKey(resource, field), { _: noted });
}
