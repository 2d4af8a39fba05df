import { type Kysely, sql } from "kysely";
import { hashSecret, verifySecret } from "../auth/secrets.ts";
import type { Database } from "../db/engine.ts";
import { type AnyTables, transaction } from "../db/tables.ts";
import { accountsOf, addAdmins, DEMONSTRATION_PASSWORD } from "./adminSeed.ts";
import { addCallForwards } from "./callForwardSeed.ts";
import { addCustomers } from "./customerSeed.ts";
import { Draft } from "./draft.ts";
import { insertRows, type SeedTables } from "./insertRows.ts";
import { addInterceptions } from "./interceptionSeed.ts";
import { addLocations } from "./locationSeed.ts";
import { addNumberBlocks } from "./numberBlockSeed.ts";
import { addPeering } from "./peeringSeed.ts";
import { addPhonebooks } from "./phonebookSeed.ts";
import { addPlainRecords } from "./plainSeed.ts";
import { addPreferences } from "./preferenceSeed.ts";
import { addRecent } from "./recentSeed.ts";
import { addSettings } from "./settingsSeed.ts";
import { addSounds, addTones } from "./soundSeed.ts";
import { addSubscribers } from "./subscriberSeed.ts";
import { addPlatform, addTenants } from "./tenants.ts";
import { addVouchers } from "./voucherSeed.ts";

/**
 * Fills an empty platform with the demonstration: four resellers, 41 customers, 400 subscribers, peers, rules and
 * logins, the same every time but for the salts of passwords and what is counted from now (recentSeed.ts). Does nothing where there is a reseller already.
 */
export async function seedDemonstration({ kysely }: Pick<Database, "kysely">): Promise<void> {
  if (!(await isEmpty(kysely))) return;
  const tables = await buildDemonstration(() => hashSecret(DEMONSTRATION_PASSWORD));
  await transaction(kysely, async (trx) => {
    // Two processes may start on one empty database.
    await sql`lock table resellers in exclusive mode`.execute(trx);
    if (!(await isEmpty(trx))) return;
    await insertRows(trx, tables);
    await addTones(trx);
    await addRecent(trx, tables, new Date());
  });
}

/** All rows of the demonstration; `hash` is asked for one salted hash of its password after the other. */
export async function buildDemonstration(hash: () => Promise<string>): Promise<SeedTables> {
  const draft = new Draft();
  addPlatform(draft);
  const tenants = addTenants(draft);
  const hashes = await Promise.all([hash(), ...accountsOf(tenants).map(hash)]);
  const [webPasswordHash = "", ...passwordHashes] = hashes;
  const customers = addCustomers(draft, tenants);
  addSubscribers(draft, customers, webPasswordHash);
  addCallForwards(draft);
  addPeering(draft);
  addPreferences(draft, tenants, customers);
  addAdmins(draft, tenants, passwordHashes);
  addVouchers(draft, tenants, customers);
  addPhonebooks(draft, tenants, customers);
  addInterceptions(draft);
  addNumberBlocks(draft, tenants);
  addLocations(draft, customers);
  addSounds(draft, tenants);
  addPlainRecords(draft);
  // Last, as all draw from one row of random numbers.
  addSettings(draft);
  return draft.tables;
}

/** Logins that the known password still opens, administrator first: for the first look after a start. */
export async function demonstrationLogins({
  kysely,
}: Pick<Database, "kysely">): Promise<readonly (readonly [login: string, password: string])[]> {
  const { rows: resellers } = await sql<{ id: number; name: string }>`
    select id, name from resellers where id > 1 order by id limit 3`.execute(kysely);
  const logins = accountsOf(resellers).map(({ login }) => login);
  const { rows: admins } = await sql<{ login: string; password: string }>`
    select login, password from admins where is_active and login in (${sql.join(logins)})
    order by id`.execute(kysely);
  const open = await Promise.all(admins.map(({ password }) => verifySecret(password, DEMONSTRATION_PASSWORD)));
  return admins.filter((_, index) => open[index]).map(({ login }) => [login, DEMONSTRATION_PASSWORD] as const);
}

async function isEmpty(db: Kysely<AnyTables>): Promise<boolean> {
  const { rows } = await sql`select 1 from resellers limit 1`.execute(db);
  return rows.length === 0;
}
