import { sql } from "kysely";
import type { Json } from "../../core/schema/descriptor.ts";
import { anyOf } from "../db/statements.ts";
import type { Db } from "../db/tables.ts";
import { loadCustomOf } from "./customPreferences.ts";
import { neededKindOf } from "./preferenceKind.ts";
import { loadLevels, type PreferenceValues } from "./preferenceRecord.ts";

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
