import type { Identifier } from "ra-core";
import type { Json, ResourceDescriptor } from "../../core/descriptor.ts";
import { type EffectivePreference, effectivePreference, type PreferenceLayer } from "../../core/preferences.ts";
import { isOffered } from "./extensions.ts";
import { send } from "./http.ts";
import { isObject } from "./isObject.ts";
import { fromPreferenceDefs, type PreferenceDef, toPreferenceDefsRequest } from "./preferences.ts";
import { summaryOf } from "./resources.ts";
import { itemPath, type PanelRecord } from "./rest.ts";

/** Preference -> what holds while the owner itself has set nothing. */
export type Inherited = Readonly<Record<string, EffectivePreference>>;

interface InheritedQuestion {
  readonly descriptor: ResourceDescriptor;
  /** Resource of the owner's values. */
  readonly resource: string;
  readonly owner: PanelRecord;
  readonly defs: readonly PreferenceDef[];
  readonly lang: string;
}

/**
 * What an owner inherits: the platform's own answer where it gives one, else worked out from the records behind the
 * owner. A record that may not be read ends the search: what lies behind it may be overruled there.
 */
export async function getInherited(question: InheritedQuestion): Promise<Inherited> {
  const { resource, owner, defs } = question;
  if (isOffered("effective_preferences")) {
    const { body } = await send({ path: itemPath(resource, owner.id), query: { effective: true } });
    return isObject(body) && isObject(body.effective) ? (body.effective as unknown as Inherited) : {};
  }
  const layers = await layersBehind(question);
  const found = defs.map(({ name }) => [name, effectivePreference(name, layers)] as const);
  return Object.fromEntries(found.flatMap(([name, effective]) => (effective ? [[name, effective]] : [])));
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
    values: isObject(values.body) ? (values.body as Record<string, Json>) : {},
    defaults: defaultsOf(fromPreferenceDefs(resource, defs)),
  };
}

function defaultsOf(defs: readonly PreferenceDef[]): PreferenceLayer["defaults"] {
  return Object.fromEntries(
    defs.map(({ name, enum_values = [] }) => [name, enum_values.find(({ default_val }) => default_val)?.value]),
  );
}
