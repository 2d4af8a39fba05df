import type { PreferencesInForce, RecordName } from "../../core/telephony/callRouting/data.ts";
import { effectivePreference, type PreferenceLayer } from "../../core/telephony/preferences.ts";
import type { Db } from "../db/tables.ts";
import type { Row } from "../resourceHooks.ts";
import { neededKindOf } from "./preferenceKind.ts";
import { loadLevels, type Owner } from "./preferenceRecord.ts";

/** Own preferences, then those of the profile, the customer and the domain, and which of them sets each. */
export async function loadPreferencesInForce(
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
  const layers = await layersOf(
    db,
    owners.map((owner) => ({
      resource: owner.resource,
      owner: owner.resource === "subscribers" ? { ...subscriber } : { id: owner.id },
    })),
  );
  const names = new Set(layers.flatMap(({ values, defaults }) => [...Object.keys(values), ...Object.keys(defaults)]));
  const entries = [...names].map((name) => {
    const value = effectivePreference(name, layers);
    const from = owners.find(({ resource }) => resource === value?.source) ?? null;
    return [name, value && { value: value.value, from }] as const;
  });
  return Object.fromEntries(entries);
}

async function layersOf(
  db: Db,
  all: readonly { readonly resource: string; readonly owner: Owner }[],
): Promise<PreferenceLayer[]> {
  const levels = all.map(({ resource, owner }) => ({ kind: neededKindOf(resource), owners: [owner] }));
  const values = await loadLevels(db, levels);
  return all.map(({ resource }, index) => ({
    source: resource,
    values: values[index]?.[0] ?? {},
    defaults: Object.fromEntries(
      neededKindOf(resource).preferences.flatMap(({ attribute, default: standard }) =>
        standard ? [[attribute, standard]] : [],
      ),
    ),
  }));
}

/** The preferences of a peering server. */
export async function loadServerPreferences(db: Db, server: RecordName): Promise<PreferencesInForce> {
  const [{ values = {} } = {}] = await layersOf(db, [{ resource: server.resource, owner: { id: server.id } }]);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value: value ?? null, from: server }]),
  );
}
