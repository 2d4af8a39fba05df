import { isAdminOnly } from "../telephony/preferences.ts";
import type { DeclarableRule } from "../validation/businessRules.ts";
import type { BusinessEntry } from "./businessBook.ts";

/** The part of a preference's definition that its rules follow from. */
interface Preference {
  readonly attribute: string;
  readonly data_type: string;
  readonly max_occur: number;
  readonly uniqueItems?: boolean;
  readonly reference?: object;
}

/** The business rules of a kind of preferences: each is reported at the preference that breaks it. */
export function preferenceRulesOf(resource: string, preferences: readonly Preference[]): readonly BusinessEntry[] {
  const breakable: Readonly<Partial<Record<DeclarableRule, (preference: Preference) => boolean>>> = {
    preferenceSingle: ({ max_occur }) => max_occur === 1,
    preferenceList: ({ max_occur }) => max_occur !== 1,
    duplicateValue: ({ uniqueItems }) => uniqueItems === true,
    preferenceFileSize: ({ data_type }) => data_type === "blob",
    preferenceNameUnknown: ({ reference }) => reference !== undefined,
    preferenceAdminOnly: ({ attribute }) => isAdminOnly(attribute),
  };
  return (Object.keys(breakable) as DeclarableRule[])
    .filter((rule) => preferences.some((preference) => breakable[rule]?.(preference)))
    .map((rule) => ({ rule, resource, pointer: "" }));
}
