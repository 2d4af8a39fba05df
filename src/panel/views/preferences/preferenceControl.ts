import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";
import { isValid as isIpOrCidr } from "../../../core/formats/ip-or-cidr.ts";
import type { Choice } from "../../kinds/controls/ChoiceInput.tsx";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { type NamedSource, namedSourceOf } from "./namedSources.ts";

/** How a preference is changed; decided by its definition, which only arrives at run time. */
export type PreferenceControl =
  | { readonly by: "switch" }
  | { readonly by: "choice"; readonly choices: readonly Choice[]; readonly default?: string }
  | { readonly by: "record"; readonly source: NamedSource }
  | { readonly by: "chips"; readonly isValid?: (item: string) => boolean; readonly separators: RegExp }
  | { readonly by: "number" }
  | { readonly by: "text" }
  | { readonly by: "file" };

/** The platform keeps no longer text in a preference. */
export const longestText = 128;

const wholeNumber = /^-?\d{1,15}$/;

export function controlOf(def: PreferenceDef): PreferenceControl {
  if (def.data_type === "blob") return { by: "file" };
  if (def.max_occur !== 1) return chipsOf(def);
  switch (def.data_type) {
    case "boolean":
      return { by: "switch" };
    case "int":
      return { by: "number" };
    case "enum":
      return choiceOf(def);
    case "string": {
      const source = namedSourceOf(def.name);
      return source ? { by: "record", source } : { by: "text" };
    }
  }
}

function chipsOf(def: PreferenceDef): PreferenceControl {
  const separators = /[\s,;]/;
  if (def.data_type === "int") return { by: "chips", separators, isValid: (item) => wholeNumber.test(item) };
  if (def.name.endsWith("allowed_ips")) return { by: "chips", separators, isValid: isIpOrCidr };
  return { by: "chips", separators, isValid: (item) => [...item].length <= longestText };
}

function choiceOf({ enum_values = [] }: PreferenceDef): PreferenceControl {
  // The empty text can not be told from "not set" on this wire: both are said by removing the preference.
  const choices = enum_values.map(({ label, value }) => ({ label, value: value === "" ? null : value }));
  const preset = enum_values.find(({ default_val }) => default_val);
  return { by: "choice", choices, default: preset?.label };
}

/** The preference as a field, for inputs that also serve forms. */
export function fieldOf(def: PreferenceDef, control: PreferenceControl): FieldDescriptor {
  return {
    name: def.name,
    kind: control.by === "number" ? "integer" : control.by === "switch" ? "boolean" : "text",
    required: false,
  };
}

/** Message key for what keeps a typed value from being saved; null when nothing does. */
export function typedProblem(control: PreferenceControl, value: Json): string | null {
  if (control.by === "number" && value !== null && typeof value !== "number") return "forms.preferences.notWhole";
  if (control.by === "text" && typeof value === "string" && [...value].length > longestText) {
    return "forms.preferences.tooLong";
  }
  return null;
}

/** The items of a list preference as the wire wants them. */
export function toWireItems(def: PreferenceDef, items: readonly string[]): Json {
  return def.data_type === "int" ? items.map(Number) : [...items];
}

export function isSet(value: Json | undefined): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== "" &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0)
  );
}
