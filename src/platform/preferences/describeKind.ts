import type { Json } from "../../core/schema/descriptor.ts";
import { humanize } from "../../core/schema/humanize.ts";
import type { Texts } from "../../core/schema/texts.ts";
import {
  findPreferenceKind,
  type PreferenceDefinition,
  type PreferenceKind,
} from "../../core/telephony/preferenceKind.ts";
import { isAdminOnly } from "../../core/telephony/preferences.ts";

export interface Description {
  /** In the reader's language. */
  readonly text: Texts;
  /** Whether the reader may set administrator preferences. */
  readonly setsAdminOnly?: boolean;
}

/** The definitions of a kind on the wire: attribute -> type, texts and choices. */
export function describeKind(kind: PreferenceKind, { text, setsAdminOnly = true }: Description): Record<string, Json> {
  return Object.fromEntries(
    kind.preferences.map((definition) => {
      const isLocked = definition.read_only || (isAdminOnly(definition.attribute) && !setsAdminOnly);
      return [definition.attribute, { ...describe(kind, definition, text), read_only: isLocked ?? false }];
    }),
  );
}

function describe(kind: PreferenceKind, definition: PreferenceDefinition, text: Texts): { [key: string]: Json } {
  const { attribute, data_type, max_occur, group, accept, expose, texts } = definition;
  const base = `preferences.attributes.${attribute}`;
  const textOr = (key: string, missing: string) => {
    const found = text(key);
    return found === key ? missing : found;
  };
  const labelOf = (choice: string | null) =>
    texts ? (texts.choices.get(choice ?? "") ?? choice) : textOr(choiceKey(kind, definition, choice), choice ?? "");
  const owners = deviceFlagsOf(attribute);
  return {
    data_type,
    ...owners,
    max_occur,
    dynamic: texts ? 1 : 0,
    label: texts?.label ?? textOr(`${base}.label`, humanize(attribute)),
    description: texts?.description ?? textOr(`${base}.description`, ""),
    preference_group: textOr(`preferences.groups.${group}`, humanize(group)),
    ...(accept ? { accept: [...accept] } : {}),
    ...(expose ? { exposed: true } : {}),
    ...(definition.enum
      ? {
          enum_values: definition.enum.map((value) => ({
            label: labelOf(value),
            value,
            default_val: value === definition.default,
            ...owners,
          })),
        }
      : {}),
  };
}

/** Whether phone models, their profiles and single phones have the preference, too: 0 or 1 by the names of the wire. */
function deviceFlagsOf(attribute: string): { readonly [flag: string]: 0 | 1 } {
  const has = (resource: string) => {
    const { preferences = [] } = findPreferenceKind(resource) ?? {};
    return preferences.some((definition) => definition.attribute === attribute) ? 1 : 0;
  };
  return {
    dev_pref: has("pbxdevicepreferences"),
    devprof_pref: has("pbxdeviceprofilepreferences"),
    fielddev_pref: has("pbxfielddevicepreferences"),
  };
}

/** Key of a choice's text. "Not set" mentions inheritance where there is some; empty JSON keys are awkward. */
export function choiceKey({ inherits }: PreferenceKind, { attribute }: PreferenceDefinition, value: string | null) {
  if (value === null && inherits.has(attribute)) return "preferences.choices.inherited";
  const name = value === null ? "unset" : value === "" ? "empty" : value;
  return `preferences.attributes.${attribute}.values.${name}`;
}
