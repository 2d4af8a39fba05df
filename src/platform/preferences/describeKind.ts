import en from "../../../i18n/en/preferences.json" with { type: "json" };
import type { Json } from "../../core/descriptor.ts";
import { type Messages, type Texts, textsFrom } from "../../core/texts.ts";
import type { PreferenceDefinition, PreferenceKind } from "./preferenceKind.ts";

/** Languages that `lang` may ask for; English stands in for what is missing. */
const languages: Readonly<Record<string, Messages>> = { en };

/** The definitions of a kind as the wire has them: attribute -> type, texts and choices. */
export function describeKind(kind: PreferenceKind, language = "en"): Record<string, Json> {
  const text = textsIn(language);
  return Object.fromEntries(kind.preferences.map((definition) => [definition.attribute, describe(definition, text)]));
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

function describe(definition: PreferenceDefinition, text: Texts): { [key: string]: Json } {
  const { attribute, data_type, max_occur, read_only = false, group } = definition;
  const base = `preferences.attributes.${attribute}`;
  return {
    data_type,
    max_occur,
    read_only,
    dynamic: 0,
    label: text(`${base}.label`),
    description: text(`${base}.description`),
    preference_group: text(`preferences.groups.${group}`),
    ...(definition.enum
      ? {
          enum_values: definition.enum.map((value) => ({
            label: text(`${base}.values.${choiceKey(value)}`),
            value,
            default_val: value === definition.default,
          })),
        }
      : {}),
  };
}

/** JSON keys can neither be null nor do well when empty. */
export function choiceKey(value: string | null): string {
  return value === null ? "unset" : value === "" ? "empty" : value;
}
