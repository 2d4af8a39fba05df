import { roles } from "../../generated/permissions.gen.ts";
import { baseRole, lineage } from "../access/accessGrants.ts";
import type { Json } from "../schema/descriptor.ts";
import type { FieldError } from "../validation/errors.ts";
import { MEGABYTE } from "../values/bytes.ts";

/** Maximum size in bytes of a file in a preference. */
export const MAX_PREFERENCE_FILE_BYTES = MEGABYTE;

/** Maximum length of a text, also of each list entry. */
export const MAX_PREFERENCE_LENGTH = 128;

/** Most values of a list in a preference. */
export const MAX_PREFERENCE_VALUES = 1000;

/** Whether only administrators set this preference: it overrides what users set themselves. */
export function isAdminOnly(name: string): boolean {
  return name.startsWith("adm_");
}

/** Whether the role may set preferences for administrators only: customer care may not. */
export function setsAdminOnly(role: string | null): boolean {
  return role !== null && lineage(baseRole(role), roles).some((name) => name === "superuser" || name === "reseller");
}

/** Rules that only preferences have keep their texts with the preferences. */
export function preferenceRuleError(
  pointer: string,
  rule: FieldError["rule"],
  name: "integerList" | "wholeNumber" | "greater",
  params: FieldError["params"],
): FieldError {
  return { pointer, rule, params, key: `preferences.rules.${name}` };
}

/** One layer of preferences: the record's own, or those of a record it inherits from. */
export interface PreferenceLayer {
  /** `own`, or the kind of record: `profile`, `domain`. */
  readonly source: string;
  readonly values: Readonly<Record<string, Json | undefined>>;
  /** Default choices, by preference. */
  readonly defaults: Readonly<Record<string, Json | undefined>>;
}

export interface EffectivePreference {
  readonly value: Json;
  /** A layer's source, or `default`. */
  readonly source: string;
}

/**
 * The effective value: that of the nearest layer that sets it, else the nearest default. Undefined when neither exists.
 */
export function effectivePreference(name: string, layers: readonly PreferenceLayer[]): EffectivePreference | undefined {
  for (const { source, values } of layers) {
    const value = values[name];
    if (value !== undefined && value !== null) return { value, source };
  }
  for (const { defaults } of layers) {
    const value = defaults[name];
    if (value !== undefined && value !== null) return { value, source: "default" };
  }
  return undefined;
}
