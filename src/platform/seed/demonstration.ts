import { type Kysely, sql, type Transaction } from "kysely";
import { customerTemplates } from "../../core/mail/mailTemplates.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { anyOf } from "../db/statements.ts";
import { type Database, transaction } from "../db/tables.ts";
import { hashSecret, verifySecret } from "../secrets.ts";
import { accountsOf, addAdmin, addAdmins, DEMONSTRATION_PASSWORD } from "./adminSeed.ts";
import { addCallForwards } from "./callForwardSeed.ts";
import type { SeedCustomer } from "./customerSeed.ts";
import { addCustomers } from "./customerSeed.ts";
import { addDeviceFiles, addDevices } from "./deviceSeed.ts";
import { Draft } from "./draft.ts";
import { insertRows, type SeedTables } from "./insertRows.ts";
import { addInvoices, addInvoiceTemplates } from "./invoiceSeed.ts";
import { britain } from "./markets.ts";
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
import type { Tenant } from "./tenants.ts";
import { addPlatform, addSystemContact, addTenants } from "./tenants.ts";
import { addVouchers } from "./voucherSeed.ts";

/** The number blocks of the demonstration; blocks without a reseller name belong to no reseller. */
const blocks = [
  { of: "Albion Voice", cc: "44", ac: "20", sn_prefix: "79460", sn_length: 8 },
  { of: "Albion Voice", cc: "44", ac: "113", sn_prefix: "4960", sn_length: 7 },
  { cc: "44", ac: "161", sn_prefix: "4960", sn_length: 7, allocable: false },
  { of: "Spreeklang", cc: "49", ac: "30", sn_prefix: "23125", sn_length: 8 },
  { of: "Spreeklang", cc: "49", ac: "40", sn_prefix: "66969", sn_length: 8 },
  { of: "Bayview Telecom", cc: "1", ac: "510", sn_prefix: "5550", sn_length: 7 },
  { cc: "1", ac: "415", sn_prefix: "5550", sn_length: 7 },
] as const;

function addNumberBlocks(draft: Draft, tenants: readonly Tenant[]): void {
  for (const block of blocks) {
    const { cc, ac, sn_prefix, sn_length } = block;
    const owner = "of" in block ? tenants.find(({ name }) => name === block.of)?.id : undefined;
    draft.add("numberblocks", {
      cc,
      ac,
      sn_prefix,
      sn_length,
      allocable: !("allocable" in block),
      reseller_id: owner ?? null,
      prefix: `${cc}${ac}${sn_prefix}`,
    });
  }
}

/** Networks of sixteen addresses in an IPv4 block for documentation. */
const NETWORKS = 16;

/** Two sites of each cloud PBX customer, with documentation addresses. */
function addLocations(draft: Draft, customers: readonly SeedCustomer[]): void {
  for (const [index, { id, tenant }] of customers.filter(({ pbx }) => pbx).entries()) {
    const owner = { contract_id: id, reseller_id: tenant.id };
    draft.add("customerlocations", {
      ...owner,
      name: "Head office",
      description: "Offices and reception",
      blocks: [
        { ip: `192.0.2.${(index % NETWORKS) * 16}`, mask: 28 },
        { ip: `2001:db8:${index + 1}::`, mask: 48 },
      ],
    });
    draft.add("customerlocations", {
      ...owner,
      name: "Warehouse",
      description: "Warehouse and deliveries",
      blocks: [{ ip: `198.51.100.${index + 1}` }],
    });
  }
}

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

/** Interceptions with and without voice, delivered to fictional hosts. */
function addInterceptions(draft: Draft): void {
  const lines = (draft.tables.numbers ?? []).filter(({ is_primary }) => is_primary);
  for (const [index, line] of [lines[40], lines[300]].entries()) {
    if (!line) continue;
    const hasSpeech = index === 1;
    draft.add("interceptions", {
      reseller_id: line.reseller_id,
      liid: 20_260_101 + index,
      number: line.number,
      x2_host: "x2.mediation.example",
      x2_port: 18_090,
      x2_user: "platform",
      x2_password: null,
      x3_required: hasSpeech,
      x3_host: hasSpeech ? "x3.mediation.example" : null,
      x3_port: hasSpeech ? 18_091 : null,
    });
  }
}

/**
 * Gives resellers copies of the platform's mail templates, and their customers the usual ones. The last reseller has
 * none for faxes: the platform got those later.
 */
function addTemplateCopies(draft: Draft, tenants: readonly Tenant[]): void {
  const defaults = draft.rows("emailtemplates").filter(({ reseller_id }) => reseller_id === null);
  for (const tenant of tenants) {
    const own = new Set(namesOf(draft, tenant.id).keys());
    const isLast = tenant === tenants.at(-1);
    for (const { id: _, ...template } of defaults) {
      if (own.has(template.name) || (isLast && template.name.startsWith("fax_"))) continue;
      draft.add("emailtemplates", { ...template, reseller_id: tenant.id });
    }
  }
  const names = new Map(tenants.map(({ id }) => [id, namesOf(draft, id)]));
  draft.complete("customers", ({ reseller_id }) =>
    Object.fromEntries(
      customerTemplates.map(([field, use]) => [field, names.get(Number(reseller_id))?.get(use) ?? null]),
    ),
  );
}

/** A reseller's templates by name. */
function namesOf(draft: Draft, resellerId: number): ReadonlyMap<string, number> {
  const own = draft.rows("emailtemplates").filter(({ reseller_id }) => reseller_id === resellerId);
  return new Map(own.map(({ id, name }) => [name, id]));
}
