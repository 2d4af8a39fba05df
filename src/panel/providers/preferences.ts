import type { Json, WireRecord } from "../../core/descriptor.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";
import { isObject } from "./isObject.ts";
import { malformed } from "./malformed.ts";
import { collectionPath, type PatchOperation } from "./rest.ts";

/** A preference as the platform describes it at run time. */
export interface PreferenceDef {
  readonly name: string;
  readonly data_type: "string" | "int" | "boolean" | "enum" | "blob";
  /** 1: a single value; anything else: a list. */
  readonly max_occur: number;
  readonly read_only: boolean;
  readonly label: string;
  readonly description: string;
  readonly preference_group: string;
  /** Content types of a file, where the platform says them. */
  readonly accept?: readonly string[];
  /** Whether subscribers or their customers find it on pages of their own, where the platform says so. */
  readonly exposed?: boolean;
  readonly enum_values?: readonly {
    readonly label: string;
    readonly value: string | number | null;
    readonly default_val?: boolean;
  }[];
}

/** Preferences that are set, by name, beside the owner's id. */
export type PreferenceValues = WireRecord & { id: number | string };

/** Definitions of `domainpreferences` are at `domainpreferencedefs`; `lang` translates their texts. */
export function toPreferenceDefsRequest(resource: string, lang: string): HttpRequest {
  return { path: collectionPath(resource.replace(/s$/, "defs")), query: { lang } };
}

/** Not a collection: one object keyed by preference name. */
export function fromPreferenceDefs(resource: string, { body }: HttpAnswer): PreferenceDef[] {
  if (!isObject(body)) throw malformed(`${resource}: preference definitions should be an object`);
  return Object.entries(body).flatMap(([name, def]) =>
    name === "_links" || !isObject(def)
      ? []
      : [{ ...(def as unknown as PreferenceDef), name, read_only: Boolean(def.read_only) }],
  );
}

/**
 * The patch that sets one preference. Nothing, an empty text, an empty list and a switch turned off are all
 * "not set", which is said by removing it. `add` also overwrites, so it serves for the first value and later ones.
 */
export function toPreferenceOperation(name: string, value: Json | undefined): PatchOperation {
  const path = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return isUnset(value) ? { op: "remove", path } : { op: "add", path, value };
}

function isUnset(value: Json | undefined): value is null | undefined | "" | false {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}
