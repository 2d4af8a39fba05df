import type { Identifier } from "react-admin";
import type { Json, ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { hasValue } from "../../core/schema/valueAt.ts";
import {
  type EffectivePreference,
  effectivePreference,
  type PreferenceLayer,
} from "../../core/telephony/preferences.ts";
import { malformedError } from "./errors.ts";
import { hasExtension } from "./extensions.ts";
import { fetchObject, requireMembers } from "./fetchObject.ts";
import { type HttpRequest, type HttpResponse, send } from "./http.ts";
import { collectionPath, hasFlag, itemPath, type PanelRecord, type PatchOperation } from "./rest.ts";
import { summaryOf } from "./summaries.ts";

/** A preference's definition, which the platform sends at run time. */
export interface PreferenceDef {
  readonly name: string;
  readonly data_type: "string" | "int" | "boolean" | "enum" | "blob";
  /** 1: a single value; anything else: a list. */
  readonly max_occur: number;
  readonly read_only: boolean;
  readonly label: string;
  readonly description: string;
  readonly preference_group: string;
  /** Content types of a file, where the platform names them. */
  readonly accept?: readonly string[];
  /** Whether subscribers or their customers find it on their own pages, if the platform reports that. */
  readonly exposed?: boolean;
  readonly enum_values?: readonly {
    readonly label: string;
    readonly value: string | number | null;
    readonly default_val?: boolean;
  }[];
}

/** Preferences that are set, by name, along with the owner's id. */
export type PreferenceRecord = WireRecord & { id: number | string };

/**
 * Definitions of `domainpreferences` are at `domainpreferencedefs`; `lang` translates their texts. `owner` leaves out
 * those made at run time for others, where the platform knows the parameter.
 */
export function toPreferenceDefsRequest(resource: string, lang: string, owner?: Identifier): HttpRequest {
  const query = { lang, ...(owner === undefined ? {} : { owner_id: owner }) };
  return { path: collectionPath(resource.replace(/s$/, "defs")), query };
}

/** Not a collection: a single object keyed by preference name. */
export function fromPreferenceDefs(resource: string, { body }: HttpResponse): PreferenceDef[] {
  if (!isObject(body)) throw malformedError(`${resource}: preference definitions should be an object`);
  return Object.entries(body).flatMap(([name, def]) =>
    name === "_links" || !isObject(def)
      ? []
      : [{ ...requireMembers<PreferenceDef>(resource, def, {}), name, read_only: hasFlag(def, "read_only") }],
  );
}

/**
 * The patch that sets one preference. Null, empty text, empty list and false all mean "not set", expressed by removing
 * it. `add` also overwrites, so it serves for first and later values.
 */
export function toPreferenceOperation(name: string, value: Json | undefined): PatchOperation {
  const path = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return value === false || !hasValue(value) ? { op: "remove", path } : { op: "add", path, value };
}

/** Preference -> effective value while the owner has none of its own. */
export type InheritedPreferences = Readonly<Record<string, EffectivePreference>>;

interface InheritedQuestion {
  readonly descriptor: ResourceDescriptor;
  /** Resource of the owner's values. */
  readonly resource: string;
  readonly owner: PanelRecord;
  readonly defs: readonly PreferenceDef[];
  readonly lang: string;
}

/**
 * Returns the values that an owner inherits: as reported by the platform if it can, otherwise computed from the owner's
 * ancestors. An unreadable ancestor ends the search: it may override those beyond it.
 */
export async function loadInherited(question: InheritedQuestion): Promise<InheritedPreferences> {
  const { resource, owner, defs } = question;
  if (hasExtension("effective_preferences")) {
    const request = { path: itemPath(resource, owner.id), query: { effective: true } };
    return (await fetchObject<{ readonly effective?: InheritedPreferences }>(request, {})).effective ?? {};
  }
  const layers = await layersBehind(question);
  const entries = defs.map(({ name }) => [name, effectivePreference(name, layers)] as const);
  return Object.fromEntries(entries.flatMap(([name, effective]) => (effective ? [[name, effective]] : [])));
}

async function layersBehind({ descriptor, owner, defs, lang }: InheritedQuestion): Promise<PreferenceLayer[]> {
  const layers: PreferenceLayer[] = [{ source: "own", values: {}, defaults: defaultsOf(defs) }];
  for (const name of descriptor.inheritsPreferences ?? []) {
    const id = owner[name];
    const target = descriptor.fields.find((field) => field.name === name)?.reference?.resource;
    const values = target === undefined ? undefined : summaryOf(target).preferences;
    if (values === undefined || typeof id !== "number") continue;
    const layer = await layerOf(values, id, lang).catch(() => undefined);
    if (!layer) break;
    layers.push(layer);
  }
  return layers;
}

async function layerOf(resource: string, id: Identifier, lang: string): Promise<PreferenceLayer> {
  const [values, defs] = await Promise.all([
    send({ path: itemPath(resource, id) }),
    send(toPreferenceDefsRequest(resource, lang)),
  ]);
  return {
    source: resource.replace(/preferences$/, ""),
    values: isObject(values.body) ? values.body : {},
    defaults: defaultsOf(fromPreferenceDefs(resource, defs)),
  };
}

function defaultsOf(defs: readonly PreferenceDef[]): PreferenceLayer["defaults"] {
  return Object.fromEntries(
    defs.map(({ name, enum_values = [] }) => [name, enum_values.find(({ default_val }) => default_val)?.value]),
  );
}
