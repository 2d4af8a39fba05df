import type { Json } from "../../core/schema/descriptor.ts";
import { effectivePreference, type PreferenceLayer } from "../../core/telephony/preferences.ts";
import { withCustom } from "../preferences/customPreferences.ts";
import { type PreferenceKind, preferenceKindOf } from "../preferences/preferenceKind.ts";
import { loadValues, type PreferenceValues, withoutBytes } from "../preferences/preferenceRecord.ts";
import type { ReadContext, Row } from "../resourceHooks.ts";
import { type Owners, ownersPlan } from "./preferenceOwner.ts";

/**
 * Effective values where an owner has set nothing itself: preference -> value and its source (`profile`, `domain`,
 * `default`). Visible although the caller may not read the source records.
 */
export async function loadEffectiveValues(
  context: Owners,
  readContext: ReadContext,
  kind: PreferenceKind,
  owner: Row,
  ownValues: PreferenceValues,
): Promise<Record<string, { value: Json; source: string }>> {
  const all = await withCustom(readContext.db, kind, owner.id);
  const layers = [toLayer(all, "own", ownValues), ...(await layersBehind(context, readContext, kind, owner))];
  const effective: Record<string, { value: Json; source: string }> = {};
  for (const { attribute } of all.preferences) {
    const effectiveValue = effectivePreference(attribute, layers);
    if (!effectiveValue || effectiveValue.source === "own") continue;
    effective[attribute] = { value: withoutBytes(effectiveValue.value), source: effectiveValue.source };
  }
  return effective;
}

async function layersBehind(
  context: Owners,
  { db }: ReadContext,
  kind: PreferenceKind,
  owner: Row,
): Promise<PreferenceLayer[]> {
  const { fields, inheritsPreferences = [] } = ownersPlan(context, kind).descriptor;
  const layers: PreferenceLayer[] = [];
  for (const name of inheritsPreferences) {
    const resource = fields.find((field) => field.name === name)?.reference?.resource;
    const behind = resource === undefined ? undefined : preferenceKindOf(resource);
    if (!behind) throw new Error(`${kind.owner.resource}.${name} refers to nothing that has preferences`);
    const id = owner[name];
    const [values = {}] = typeof id === "number" ? await loadValues(db, behind, [{ id }]) : [];
    layers.push(toLayer(typeof id === "number" ? await withCustom(db, behind, id) : behind, behind.kind, values));
  }
  return layers;
}

function toLayer(kind: PreferenceKind, source: string, values: PreferenceValues): PreferenceLayer {
  const defaults = Object.fromEntries(kind.preferences.map((preference) => [preference.attribute, preference.default]));
  return { source, values, defaults };
}
