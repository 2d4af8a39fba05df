import { sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { insertAll } from "../db/insertAll.ts";
import { transaction } from "../db/statements.ts";
import type { Database, Db } from "../db/tables.ts";
import { seedDemonstration } from "./demonstration.ts";
import { continueIds, type SeedDraft, withoutIndexes } from "./insertRows.ts";
import { readData, SeedBuilder } from "./seedBuilder.ts";

const SUBSCRIBERS_PER_CUSTOMER = 20;
/** One in this many subscribers is locked. */
const LOCKED_EVERY = 40;
/** Reserved by the ITU-T, so that no generated number can be dialled. */
const SPARE_COUNTRY_CODE = "999";
/** A primary number and two aliases, which differ by area code. */
const NUMBERS_PER_SUBSCRIBER = 3;
/** Coprime to 10^8, so that the generated names are unique and not in order. */
const SPREAD = 7368787;
/** The reference date of the demonstration. */
const SINCE = "2026-01-05T08:00:00Z";
const FILLED = ["contacts", "customers", "subscribers", "numbers"] as const;

/** Records that the generated rows refer to. */
interface Roots {
  readonly resellerId: number;
  readonly domainId: number;
  readonly profileId: number;
}

/** The generated rows; their ids follow the base of each kind. */
export interface ScaleRows {
  readonly resellerId: number;
  readonly customers: number;
  readonly customerBase: number;
  readonly subscribers: number;
  readonly subscriberBase: number;
}

/**
 * Adds a reseller with `count` subscribers, each with three numbers, for benchmarks. The database generates the rows
 * and rebuilds the indexes afterwards, so that a million takes a minute or two on a server. Locks the tables until
 * then. Seeds an empty platform with the demonstration first, including its logins.
 */
export async function seedScale(database: Pick<Database, "kysely">, count: number): Promise<ScaleRows> {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError("the number of subscribers must be at least 1");
  await seedDemonstration(database);
  const rows = await transaction(database.kysely, async (trx) => {
    const roots = await insertRoots(trx);
    const customers = Math.ceil(count / SUBSCRIBERS_PER_CUSTOMER);
    const bases = await withoutIndexes(trx, FILLED, async () => {
      const contactBase = await insertContacts(trx, roots, customers);
      const customerBase = await insertCustomers(trx, roots, customers, contactBase);
      const subscriberBase = await insertSubscribers(trx, roots, count, customerBase);
      await insertNumbers(trx, roots, count, subscriberBase);
      return { customerBase, subscriberBase };
    });
    for (const table of FILLED) await continueIds(trx, table);
    return { resellerId: roots.resellerId, customers, subscribers: count, ...bases };
  });
  for (const table of FILLED) await sql`analyze ${sql.table(table)}`.execute(database.kysely);
  return rows;
}

async function insertRoots(db: Db): Promise<Roots> {
  const tag = (await highestId(db, "resellers")) + 1;
  const contact = await insert(db, "contacts", { email: `scale-${tag}@platform.example`, status: "active" });
  const contract = await insert(db, "contracts", {
    type: "reseller",
    contact_id: contact,
    status: "active",
    external_id: `SCALE-${tag}`,
    all_billing_profiles: [openInterval(1)],
  });
  const resellerId = await insert(db, "resellers", {
    contract_id: contract,
    name: `Scale ${tag}`,
    status: "active",
    enable_rtc: false,
  });
  const platform = new SeedBuilder();
  platform.run(readData("platform"), { contact: {} });
  const [profile] = platform.tables.billingprofiles ?? [];
  if (!profile) throw new Error("the platform has no billing profile");
  const { id: _, ...usual } = profile;
  const names = { reseller_id: resellerId, handle: "scale", name: "Scale", interval_charge: 990 };
  const profileId = await insert(db, "billingprofiles", { ...usual, ...names });
  const domainId = await insert(db, "domains", { reseller_id: resellerId, domain: `scale-${tag}.example` });
  return { resellerId, domainId, profileId };
}

function openInterval(profileId: number) {
  return { profile_id: profileId, start: null, stop: null, effective_start_time: SINCE };
}

async function insert<Table extends keyof Tables>(db: Db, table: Table, row: SeedDraft<Table>): Promise<number> {
  const [{ id } = { id: 0 }] = await insertAll<{ readonly id: number }>(db, table, [row]);
  return id;
}

/** Generated rows have higher ids. */
async function highestId(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(db);
  return rows[0]?.id ?? 0;
}

async function insertContacts(db: Db, { resellerId }: Roots, count: number): Promise<number> {
  const base = await highestId(db, "contacts");
  await sql`
    insert into contacts (id, reseller_id, status, company, email, city, country)
    select ${base}::integer + n, ${resellerId}::integer, 'active', 'Company ' || n, 'office@company-' || n || '.example',
      (array['London', 'Berlin', 'Vienna', 'Lyon', 'Turin'])[1 + n % 5],
      (array['GB', 'DE', 'AT', 'FR', 'IT'])[1 + n % 5]
    from generate_series(1, ${count}::integer) as n`.execute(db);
  return base;
}

async function insertCustomers(db: Db, roots: Roots, count: number, contactBase: number): Promise<number> {
  const base = await highestId(db, "customers");
  const intervals = JSON.stringify([openInterval(roots.profileId)]);
  await sql`
    insert into customers (id, reseller_id, type, contact_id, status, external_id, vat_rate, add_vat,
      all_billing_profiles, create_timestamp, activate_timestamp, modify_timestamp)
    select ${base}::integer + n, ${roots.resellerId}::integer, 'sipaccount', ${contactBase}::integer + n, 'active',
      'S-' || (${base}::integer + n), 20, true, ${intervals}::jsonb, since, since, since
    from generate_series(1, ${count}::integer) as n,
      lateral (select ${SINCE}::timestamptz - n % 1000 * interval '1 day' as since) as made`.execute(db);
  return base;
}

async function insertSubscribers(db: Db, roots: Roots, count: number, customerBase: number): Promise<number> {
  const base = await highestId(db, "subscribers");
  await sql`
    insert into subscribers (id, reseller_id, customer_id, domain_id, username, password, display_name, email,
      administrative, status, lock, uuid, create_timestamp, modify_timestamp)
    select ${base}::integer + n, ${roots.resellerId}::integer,
      ${customerBase}::integer + 1 + (n - 1) / ${SUBSCRIBERS_PER_CUSTOMER}::integer, ${roots.domainId}::integer,
      'line' || digits, 'Sc-' || left(md5(n::text), 16) || 'A1', 'Line ' || n,
      'line' || n || '@company-' || 1 + (n - 1) / ${SUBSCRIBERS_PER_CUSTOMER}::integer || '.example', false,
      case when is_locked then 'locked' else 'active' end, case when is_locked then 4 end,
      md5('subscriber ' || (${base}::integer + n))::uuid::text, since, since
    from generate_series(1, ${count}::integer) as n,
      lateral (select n % ${LOCKED_EVERY}::integer = 0 as is_locked,
        lpad(((n * ${SPREAD}::bigint + 12345679) % 100000000)::text, 8, '0') as digits,
        ${SINCE}::timestamptz - n % 1000 * interval '1 day' as since) as made`.execute(db);
  return base;
}

async function insertNumbers(db: Db, { resellerId }: Roots, count: number, subscriberBase: number): Promise<void> {
  const base = await highestId(db, "numbers");
  await sql`
    insert into numbers (id, reseller_id, subscriber_id, cc, ac, sn, number, is_primary, is_devid)
    select ${base}::integer + (n - 1) * ${NUMBERS_PER_SUBSCRIBER}::integer + kind, ${resellerId}::integer,
      ${subscriberBase}::integer + n, cc, kind::text, sn, cc || kind || sn, kind = 1, false
    from generate_series(1, ${count}::integer) as n, generate_series(1, ${NUMBERS_PER_SUBSCRIBER}::integer) as kind,
      lateral (select ${SPARE_COUNTRY_CODE} as cc, lpad((${subscriberBase}::integer + n)::text, 9, '0') as sn) as made`.execute(
    db,
  );
}
