import en from "../../../i18n/en/preferences.json" with { type: "json" };
import type { Json } from "../../core/descriptor.ts";
import { isAdminOnly } from "../../core/preferences.ts";
import { type Messages, type Texts, textsFrom } from "../../core/texts.ts";
import type { PreferenceDefinition, PreferenceKind } from "./preferenceKind.ts";

/** Languages that `lang` may ask for; English stands in for what is missing. */
const languages: Readonly<Record<string, Messages>> = { en };

export interface Description {
  readonly language?: string;
  /** Whether the reader may set what is for administrators only. */
  readonly setsAdminOnly?: boolean;
}

/** The definitions of a kind as the wire has them: attribute -> type, texts and choices. */
export function describeKind(
  kind: PreferenceKind,
  { language = "en", setsAdminOnly = true }: Description = {},
): Record<string, Json> {
  const text = textsIn(language);
  return Object.fromEntries(
    kind.preferences.map((definition) => {
      const isLocked = definition.read_only || (isAdminOnly(definition.attribute) && !setsAdminOnly);
      return [definition.attribute, { ...describe(kind, definition, text), read_only: isLocked ?? false }];
    }),
  );
}

/** Texts of preferences; those of `rules` are named by field errors as `preferences.rules.<name>`. */
export function textsIn(language: string): Texts {
  const known = Object.hasOwn(languages, language) ? languages[language] : undefined;
  const english = textsFrom({ preferences: en });
  if (!known || known === en) return english;
  const own = textsFrom({ preferences: known });
  return (key, params) => {
    const found = own(key, params);
    return found === key ? english(key, params) : found;
  };
}

function describe(kind: PreferenceKind, definition: PreferenceDefinition, text: Texts): { [key: string]: Json } {
  const { attribute, data_type, max_occur, group, accept, expose } = definition;
  const base = `preferences.attributes.${attribute}`;
  return {
    data_type,
    max_occur,
    dynamic: 0,
    label: text(`${base}.label`),
    description: text(`${base}.description`),
    preference_group: text(`preferences.groups.${group}`),
    ...(accept ? { accept: [...accept] } : {}),
    ...(expose ? { exposed: true } : {}),
    ...(definition.enum
      ? {
          enum_values: definition.enum.map((value) => ({
            label: text(choiceKey(kind, definition, value)),
            value,
            default_val: value === definition.default,
          })),
        }
      : {}),
  };
}

/** Key of a choice's text. "Not set" of what can be inherited says so; JSON keys do not do well when empty. */
export function choiceKey({ inherits }: PreferenceKind, { attribute }: PreferenceDefinition, value: string | null) {
  if (value === null && inherits.has(attribute)) return "preferences.choices.inherited";
  const name = value === null ? "unset" : value === "" ? "empty" : value;
  return `preferences.attributes.${attribute}.values.${name}`;
}
