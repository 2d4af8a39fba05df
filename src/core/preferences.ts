import { roles } from "../generated/permissions.gen.ts";
import { baseRole, lineage } from "./accessGrants.ts";
import type { Json } from "./descriptor.ts";

/** Bytes of the largest file that a preference holds. */
export const LARGEST_FILE = 1024 * 1024;

/** Whether only administrators set this preference: it goes before what people set themselves. */
export function isAdminOnly(name: string): boolean {
  return name.startsWith("adm_");
}

/** Whether the role may set preferences that are for administrators only: customer care may not. */
export function setsAdminOnly(role: string | null): boolean {
  return role !== null && lineage(baseRole(role), roles).some((name) => name === "superuser" || name === "reseller");
}

/** Preferences that a record goes by: its own, or those of a record behind it. */
export interface PreferenceLayer {
  /** `own`, or the kind of preferences the values are of: `profile`, `domain`. */
  readonly source: string;
  readonly values: Readonly<Record<string, Json | undefined>>;
  /** Choices in force where nothing is set, by preference. */
  readonly defaults: Readonly<Record<string, Json | undefined>>;
}

export interface EffectivePreference {
  readonly value: Json;
  /** A layer's source, or `default`. */
  readonly source: string;
}

/**
 * What a preference comes to: the value of the nearest layer that has one, else the nearest default. Undefined where
 * nothing is set and nothing is said of that.
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
