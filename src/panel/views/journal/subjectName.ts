import { nameKey } from "../../navigation/labels.ts";
import { ownerOfPreferences } from "../../providers/summaries.ts";
import type { Translate } from "../../providers/texts.ts";

/** Returns the name of the subject of a resource's entries: a record, or its preferences. */
export function subjectName(translate: Translate, resource: string, count: 1 | 2): string {
  const owner = ownerOfPreferences(resource);
  const name = translate(nameKey(owner ?? resource), { smart_count: count === 1 ? 1 : 2 });
  return owner === undefined ? name : translate("history.preferencesOf", { name });
}
