import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { anyOf } from "../db/statements.ts";
import { type Database, transaction } from "../db/tables.ts";
import { hashSecret, verifySecret } from "../secrets.ts";
import { accountsOf, addAdmin, addAdmins, DEMONSTRATION_PASSWORD } from "./adminSeed.ts";
import { addCallForwards } from "./callForwardSeed.ts";
import { addCustomers } from "./customerSeed.ts";
import { addDeviceFiles, addDevices } from "./deviceSeed.ts";
import { Draft } from "./draft.ts";
import { insertRows, type SeedTables } from "./insertRows.ts";
import { addInterceptions } from "./interceptionSeed.ts";
import { addInvoices, addInvoiceTemplates } from "./invoiceSeed.ts";
import { addLocations } from "./locationSeed.ts";
import { addTemplateCopies } from "./mailTemplateSeed.ts";
import { britain } from "./markets.ts";
import { addNumberBlocks } from "./numberBlockSeed.ts";
import { addPeering } from "./peeringSeed.ts";
import { addPhonebooks } from "./phonebookSeed.ts";
import { addPlainRecords } from "./plainSeed.ts";
import { addPreferences } from "./preferenceSeed.ts";
import { addProvisioningTemplates } from "./provisioningSeed.ts";
import { addRecent } from "./recentSeed.ts";
import { addFraudLimits, addSettings } from "./settingsSeed.ts";
import { addSounds, addTones } from "./soundSeed.ts";
import { addSubscribers } from "./subscriberSeed.ts";
import { addPackages, addTariffs } from "./tariffSeed.ts";
import { addPlatform, addSystemContact, addTenants } from "./tenants.ts";
import { addVouchers } from "./voucherSeed.ts";

/** The initial account of a platform without the demonstration. */
export const FIRST_LOGIN = "administrator";

/**
 * Seeds an empty platform with the demonstration: four resellers, 41 customers, 400 subscribers, peers, rules and
 * logins. Reproducible except for password salts and data relative to the current time (recentSeed.ts). Does nothing if
 * there is a reseller.
 */
export async function seedDemonstration(database: Pick<Database, "kysely">): Promise<void> {
  await fillEmpty(
    database,
    () => buildDemonstration(() => hashSecret(DEMONSTRATION_PASSWORD)),
    async (trx, tables) => {
      await addTones(trx);
      await addDeviceFiles(trx);
      const now = new Date();
      await addRecent(trx, tables, now);
      await addInvoices(trx, now);
    },
  );
}

/**
 * Seeds an empty platform with the minimum: its own reseller, and a system administrator who must change the password
 * at the first login. Does nothing and returns false if there is a reseller.
 */
export async function seedFirstSuperuser(
  database: Pick<Database, "kysely">,
  choosePassword: () => Promise<string>,
): Promise<boolean> {
  return fillEmpty(database, async () => {
    const draft = new Draft();
    const contact = {
      reseller_id: null,
      status: "active",
      company: "default",
      email: "administrator@platform.example",
    };
    addPlatform(draft, draft.add("contacts", contact));
    addAdmin(
      draft,
      { login: FIRST_LOGIN, role: "system", resellerId: 1, isMaster: true },
      { email: null, password: await hashSecret(await choosePassword()), password_to_change: true },
    );
    return draft.tables;
  });
}

/** Fills a database if it is empty; returns whether it was. */
async function fillEmpty(
  { kysely }: Pick<Database, "kysely">,
  build: () => Promise<SeedTables>,
  complete?: (trx: Transaction<Tables>, tables: SeedTables) => Promise<void>,
): Promise<boolean> {
  if (!(await isEmpty(kysely))) return false;
  const tables = await build();
  return transaction(kysely, async (trx) => {
    // Two processes can start with the same empty database.
    await sql`lock table resellers in exclusive mode`.execute(trx);
    if (!(await isEmpty(trx))) return false;
    await insertRows(trx, tables);
    await complete?.(trx, tables);
    return true;
  });
}

/** All rows of the demonstration; each call of `hash` returns another salted hash of its password. */
export async function buildDemonstration(hash: () => Promise<string>): Promise<SeedTables> {
  const draft = new Draft();
  addPlatform(draft, addSystemContact(draft, "Patchbay Demonstration", "operations@platform.example", britain));
  const tenants = addTenants(draft);
  const hashes = await Promise.all([hash(), ...accountsOf(tenants).map(hash)]);
  const [webPasswordHash = "", ...passwordHashes] = hashes;
  const customers = addCustomers(draft, tenants);
  addSubscribers(draft, customers, webPasswordHash);
  addCallForwards(draft);
  addPeering(draft);
  addPreferences(draft, tenants, customers);
  addAdmins(draft, tenants, passwordHashes);
  addPackages(draft, tenants);
  addVouchers(draft, tenants, customers);
  addPhonebooks(draft, tenants, customers);
  addInterceptions(draft);
  addNumberBlocks(draft, tenants);
  addLocations(draft, customers);
  addSounds(draft, tenants);
  addTariffs(draft, tenants);
  addInvoiceTemplates(draft, tenants);
  addPlainRecords(draft);
  addTemplateCopies(draft, tenants);
  // Last, so that the random numbers of all others stay the same.
  addSettings(draft);
  addFraudLimits(draft);
  addDevices(draft, tenants);
  addProvisioningTemplates(draft, tenants);
  return draft.tables;
}

/** Logins that still have the public password, administrator first; displayed after a start. */
export async function demonstrationLogins({
  kysely,
}: Pick<Database, "kysely">): Promise<readonly (readonly [login: string, password: string])[]> {
  const tenants = kysely.selectFrom("resellers").select(["id", "name"]).where("id", ">", 1);
  const resellers = await tenants.orderBy("id").limit(3).execute();
  const logins = accountsOf(resellers).map(({ login }) => login);
  const active = kysely.selectFrom("admins").select(["login", "password"]).where("is_active", "is", true);
  const admins = await active.where("login", "=", anyOf(logins)).orderBy("id").execute();
  const open = await Promise.all(admins.map(({ password }) => verifySecret(password, DEMONSTRATION_PASSWORD)));
  return admins.filter((_, index) => open[index]).map(({ login }) => [login, DEMONSTRATION_PASSWORD] as const);
}

async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return !(await db.selectFrom("resellers").select("id").limit(1).executeTakeFirst());
}
