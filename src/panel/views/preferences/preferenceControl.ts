import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { isValid as isIpOrCidr } from "../../../core/validation/formats/ip-or-cidr.ts";
import { summaries } from "../../../generated/index.gen.ts";
import type { SelectOption } from "../../kinds/controls/ChoiceInput.tsx";
import type { PreferenceDef } from "../../providers/preferences.ts";

/** The control of a preference; depends on its definition, which is only known at run time. */
export type PreferenceControl =
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly choices: readonly SelectOption[]; readonly default?: string }
  | { readonly kind: "record"; readonly source: NamedSource }
  | { readonly kind: "chips"; readonly isValid?: (item: string) => boolean; readonly separators: RegExp }
  | { readonly kind: "number" }
  | { readonly kind: "text"; readonly isSecret?: boolean }
  | { readonly kind: "file" };

/** Most characters that the platform stores in a preference. */
export const MAX_PREFERENCE_LENGTH = 128;

const wholeNumber = /^-?\d{1,15}$/;

export function toPreferenceControl(def: PreferenceDef): PreferenceControl {
  if (def.data_type === "blob") return { kind: "file" };
  if (def.max_occur !== 1) return chipsOf(def);
  switch (def.data_type) {
    case "boolean":
      return { kind: "switch" };
    case "int":
      return { kind: "number" };
    case "enum":
      return choiceOf(def);
    case "string": {
      const source = namedSourceOf(def.name);
      return source ? { kind: "record", source } : { kind: "text", isSecret: isSecret(def) };
    }
  }
}

/** Passwords and PINs, which the definitions do not tell from other texts. */
export function isSecret({ name }: Pick<PreferenceDef, "name">): boolean {
  return /_(?:pass|password|pin)$/.test(name);
}

function chipsOf(def: PreferenceDef): PreferenceControl {
  const separators = /[\s,;]/;
  if (def.data_type === "int") return { kind: "chips", separators, isValid: (item) => wholeNumber.test(item) };
  if (def.data_type === "enum") {
    return {
      kind: "chips",
      separators,
      isValid: (item) => (def.enum_values ?? []).some(({ value }) => value === item),
    };
  }
  if (def.name.endsWith("allowed_ips")) return { kind: "chips", separators, isValid: isIpOrCidr };
  return { kind: "chips", separators, isValid: (item) => [...item].length <= MAX_PREFERENCE_LENGTH };
}

function choiceOf({ enum_values = [] }: PreferenceDef): PreferenceControl {
  // On this wire an empty text equals "not set": both remove the preference.
  const choices = enum_values.map(({ label, value }) => ({ label, value: value === "" ? null : value }));
  const preset = enum_values.find(({ default_val }) => default_val);
  return { kind: "choice", choices, default: preset?.label };
}

/** The preference as a field, for the inputs of forms. */
export function toFieldDescriptor(def: PreferenceDef, control: PreferenceControl): FieldDescriptor {
  return {
    name: def.name,
    kind: control.kind === "number" ? "integer" : control.kind === "switch" ? "boolean" : "text",
    required: false,
  };
}

/** Message key of a value's error; null when valid. */
export function typedValueErrorKey(control: PreferenceControl, value: Json): string | null {
  if (control.kind === "number" && value !== null && typeof value !== "number") return "forms.preferences.notWhole";
  if (control.kind === "text" && typeof value === "string" && [...value].length > MAX_PREFERENCE_LENGTH) {
    return "forms.preferences.tooLong";
  }
  return null;
}

export function isSet<Value extends Json | undefined>(value: Value): value is NonNullable<Value> {
  return (
    value !== undefined &&
    value !== null &&
    value !== "" &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0)
  );
}

/** A record that a preference references by name: the wire carries this field, not the id. */
interface NamedSource {
  readonly resource: string;
  readonly search: string;
  readonly label: string;
  readonly keep: string;
}

/** The definitions call these plain texts, so clients have to know them. */
const namedSources: Readonly<Record<string, readonly [resource: string, field: string]>> = {
  rewrite_rule_set: ["rewriterulesets", "name"],
  cdr_export_sclidui_rwrs: ["rewriterulesets", "name"],
  header_rule_set: ["headerrulesets", "name"],
  sound_set: ["soundsets", "name"],
  contract_sound_set: ["soundsets", "name"],
  ncos: ["ncoslevels", "level"],
  adm_ncos: ["ncoslevels", "level"],
  adm_cf_ncos: ["ncoslevels", "level"],
  ncos_set: ["ncossets", "name"],
  adm_ncos_set: ["ncossets", "name"],
  adm_cf_ncos_set: ["ncossets", "name"],
  emergency_mapping_container: ["emergencymappingcontainers", "name"],
};

/** The source of a preference's choices; undefined where it is not a name, or its records are not served here. */
function namedSourceOf(preference: string): NamedSource | undefined {
  const [resource, field] = namedSources[preference] ?? [];
  return resource && field && resource in summaries
    ? { resource, search: field, label: field, keep: field }
    : undefined;
}
