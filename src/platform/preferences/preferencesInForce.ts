import { effectivePreference, type PreferenceLayer } from "../../core/preferences.ts";
import type { PreferencesInForce, RecordName } from "../../core/routing/data.ts";
import type { Reading, Row } from "../entityHooks.ts";
import { neededKindOf } from "./preferenceKind.ts";
import { loadValues } from "./preferenceRecord.ts";

type Db = Reading["db"];

/** Own preferences, then those of the profile, the customer and the domain, and which of them sets each. */
export async function preferencesInForce(
  db: Db,
  subscriber: Pick<Row<"subscribers">, "id" | "profile_id" | "customer_id" | "domain_id">,
  { title, domain }: { readonly title: string; readonly domain: string },
): Promise<PreferencesInForce> {
  const { profile_id, customer_id, domain_id } = subscriber;
  const owners: readonly RecordName[] = [
    { resource: "subscribers", id: subscriber.id, title },
    ...(profile_id === null ? [] : [{ resource: "subscriberprofiles", id: profile_id, title: `#${profile_id}` }]),
    { resource: "customers", id: customer_id, title: `#${customer_id}` },
    { resource: "domains", id: domain_id, title: domain },
  ];
  const layers: PreferenceLayer[] = [];
  for (const owner of owners)
    layers.push(await layerOf(db, owner, owner.resource === "subscribers" ? subscriber : owner));
  const names = new Set(layers.flatMap(({ values, defaults }) => [...Object.keys(values), ...Object.keys(defaults)]));
  const found = [...names].map((name) => {
    const value = effectivePreference(name, layers);
    const from = owners.find(({ resource }) => resource === value?.source) ?? null;
    return [name, value && { value: value.value, from }] as const;
  });
  return Object.fromEntries(found);
}

async function layerOf(db: Db, { resource }: RecordName, owner: { readonly id: number }): Promise<PreferenceLayer> {
  const kind = neededKindOf(resource);
  const [values = {}] = await loadValues(db, kind, [{ ...owner }]);
  const defaults = Object.fromEntries(
    kind.preferences.flatMap(({ attribute, default: standard }) => (standard ? [[attribute, standard]] : [])),
  );
  return { source: resource, values, defaults };
}

/** The preferences of a peering server. */
export async function serverPreferencesOf(db: Db, server: RecordName): Promise<PreferencesInForce> {
  const { values } = await layerOf(db, server, server);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value: value ?? null, from: server }]),
  );
}
