import { sql } from "kysely";
import type { Json } from "../../core/schema/descriptor.ts";
import type { PreferencesInForce, RecordName } from "../../core/telephony/callRouting/data.ts";
import { neededKindOf } from "../../core/telephony/preferenceKind.ts";
import { effectivePreference, type PreferenceLayer } from "../../core/telephony/preferences.ts";
import { anyOf } from "../db/statements.ts";
import type { Db } from "../db/tables.ts";
import type { Row } from "../resourceHooks.ts";
import { loadCustomOf } from "./customPreferences.ts";
import { loadLevels, type Owner, type PreferenceValues } from "./preferenceRecord.ts";

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

/** Resource whose preferences those of customers at a place are stored under. */
const PLACE = "customerlocations";

/**
 * Returns the values in force at subscribers, pairwise: their own preferences, else those of their customer, else those
 * of the domain. A level that has one replaces those behind it, lists included. Profiles and resellers take no part.
 * `ip`: a location of the customer with this address among its blocks replaces the customer.
 */
export async function loadActiveValues(
  db: Db,
  ids: readonly number[],
  ip?: string,
): Promise<readonly PreferenceValues[]> {
  const kinds = {
    subscribers: neededKindOf("subscribers"),
    customers: neededKindOf("customers"),
    domains: neededKindOf("domains"),
  };
  const owners = await db.selectFrom("subscribers").selectAll().where("id", "=", anyOf(ids)).execute();
  const byId = new Map(owners.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const behind = (column: "customer_id" | "domain_id") => rows.map((row) => ({ id: row[column] }));
  const places =
    ip === undefined
      ? new Map<number, number>()
      : await placesAt(
          db,
          rows.map((row) => row.customer_id),
          ip,
        );
  const [ownValues = [], ofDomain = [], ofCustomer = [], atPlaces = []] = await loadLevels(db, [
    { kind: kinds.subscribers, owners: rows },
    { kind: kinds.domains, owners: behind("domain_id") },
    { kind: kinds.customers, owners: behind("customer_id") },
    { kind: { ...kinds.customers, kind: PLACE }, owners: [...places.values()].map((id) => ({ id })) },
  ]);
  const ofPlace = new Map([...places.keys()].map((customer, index) => [customer, atPlaces[index] ?? {}]));
  const platformNames = new Set(kinds.subscribers.preferences.map(({ attribute }) => attribute));
  const ownOf = await loadCustomOf(
    db,
    kinds.subscribers,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, customer_id }, index) => {
    const layers = [ofDomain[index], ofPlace.get(customer_id) ?? ofCustomer[index], ownValues[index]];
    const merged: Record<string, Json> = Object.assign({}, ...layers);
    const customNames = new Set(ownOf(id).map(({ attribute }) => attribute));
    return Object.fromEntries(
      Object.entries(merged).filter(([name]) => platformNames.has(name) || customNames.has(name)),
    );
  });
}

/** The first location of each customer that has exactly this address, whatever its mask. */
async function placesAt(db: Db, customers: readonly number[], ip: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom(PLACE)
    .select(["id", "contract_id"])
    .where("contract_id", "=", anyOf(new Set(customers)))
    .where(sql<boolean>`blocks @> ${JSON.stringify([{ ip }])}::jsonb`)
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map(({ id, contract_id }) => [contract_id, id]));
}
