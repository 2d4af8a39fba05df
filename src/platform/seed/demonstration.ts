import { type Kysely, sql, type Transaction } from "kysely";
import type { Json } from "../../core/schema/descriptor.ts";
import { toRfc3339 } from "../../core/values/dateTime.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { anyOf, transaction } from "../db/statements.ts";
import type { Database } from "../db/tables.ts";
import { type ModelFront, toLineRanges } from "../features/provisioning/catalogue/catalogueModels.ts";
import { hashSecret, verifySecret } from "../records/secrets.ts";
import { buildCalls, buildMaliciousCalls } from "./callSeed.ts";
import { buildCaptures } from "./captureSeed.ts";
import { addFiles } from "./fileSeed.ts";
import { insertSeedRows, type SeedRow, type SeedTables } from "./insertRows.ts";
import { addInvoices } from "./invoiceSeed.ts";
import { addJsonRecords } from "./jsonSeed.ts";
import { buildRecordings } from "./recordingSeed.ts";
import { readData, SeedBuilder, type SeedStep } from "./seedBuilder.ts";

/** The initial account of a platform without the demonstration. */
export const FIRST_LOGIN = "administrator";

/** Password of all accounts of the demonstration. It is public, so never use it on a platform with a network. */
export const DEMONSTRATION_PASSWORD = "Copper-Lantern-42!";

/** An account of the demonstration. Together they cover all roles of the panel. */
interface Account {
  readonly login: string;
  readonly [more: string]: Json;
}

/** In the order in which they are displayed; the first has all permissions. */
const readAccounts = () => readData<readonly Account[]>("accounts");

/**
 * Seeds an empty platform with the demonstration: four resellers, 41 customers, 400 subscribers, peers, rules and
 * logins. Reproducible except for password salts and times relative to the current one. Does nothing if there is a
 * reseller.
 */
export async function seedDemonstration(database: Pick<Database, "kysely">): Promise<void> {
  const now = new Date();
  await fillEmpty(
    database,
    async () => {
      const tables = await buildDemonstration(() => hashSecret(DEMONSTRATION_PASSWORD), now);
      return { ...tables, ...buildRecent(tables, now) };
    },
    async (trx) => {
      await addFiles(trx, now);
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
    const draft = new SeedBuilder();
    const contact = {
      reseller_id: null,
      status: "active",
      company: "default",
      email: "administrator@platform.example",
    };
    draft.run(readData("platform"), { contact });
    const account = { login: FIRST_LOGIN, role: "system", reseller: "default", is_master: true };
    const password = await hashSecret(await choosePassword());
    const credentials = { email: null, password, password_to_change: true, password_changed_at: null };
    draft.run(readData("admins"), { accounts: [{ ...account, ...credentials }] });
    return draft.tables;
  });
}

/** Fills a database if it is empty; returns whether it was. */
async function fillEmpty(
  { kysely }: Pick<Database, "kysely">,
  build: () => Promise<SeedTables>,
  complete?: (trx: Transaction<Tables>) => Promise<void>,
): Promise<boolean> {
  if (!(await isEmpty(kysely))) return false;
  const tables = await build();
  return transaction(kysely, async (trx) => {
    // Two processes can start with the same empty database.
    await sql`lock table resellers in exclusive mode`.execute(trx);
    if (!(await isEmpty(trx))) return false;
    await insertSeedRows(trx, tables);
    await complete?.(trx);
    return true;
  });
}

/** All rows from files; each call of `hash` returns another salted hash of the password. */
export async function buildDemonstration(hash: () => Promise<string>, now = new Date()): Promise<SeedTables> {
  const draft = new SeedBuilder(now);
  const run = (file: string, variables: Readonly<Record<string, Json>> = {}) =>
    draft.run(readData<readonly SeedStep[]>(file), variables);
  const [webPassword = "", ...passwords] = await Promise.all([hash(), ...readAccounts().map(hash)]);
  const accounts = readAccounts().map((account, index) => ({
    ...account,
    email: `${account.login}@platform.example`,
    password: passwords[index] ?? "",
    password_to_change: false,
    password_changed_at: toRfc3339(now),
  }));
  const models = readData<readonly ModelFront[]>("phones").map((front) => ({ ...front, ranges: toLineRanges(front) }));
  run("platform", { contact: readData("operator") });
  run("resellers", { models });
  run("customers", { markets: readData("companies"), webPassword });
  for (const file of ["peering", "vouchers", "numbers", "sounds"]) run(file);
  run("admins", { accounts });
  addJsonRecords(draft);
  for (const file of ["mail", "provisioning", "recent"]) run(file);
  return draft.tables;
}

/** Calls until now and what follows from them, captured calls, and events about the subscribers. */
function buildRecent(tables: SeedTables, now: Date): SeedTables {
  const calls = buildCalls(tables, now);
  return {
    calls,
    ...buildRecordings(calls),
    events: buildEvents(tables),
    maliciouscalls: buildMaliciousCalls(tables, calls),
    sip_trace: buildCaptures(tables, now),
  };
}

/** Logins that still have the public password, administrator first; displayed after a start. */
export async function demonstrationLogins({
  kysely,
}: Pick<Database, "kysely">): Promise<readonly (readonly [login: string, password: string])[]> {
  const logins = readAccounts().map(({ login }) => login);
  const active = kysely.selectFrom("admins").select(["login", "password"]).where("is_active", "is", true);
  const admins = await active.where("login", "=", anyOf(logins)).orderBy("id").execute();
  const open = await Promise.all(admins.map(({ password }) => verifySecret(password, DEMONSTRATION_PASSWORD)));
  return admins.filter((_, index) => open[index]).map(({ login }) => [login, DEMONSTRATION_PASSWORD] as const);
}

async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return !(await db.selectFrom("resellers").select("id").limit(1).executeTakeFirst());
}

/** Returns the events about subscribers with a profile and PBX groups at their creation, in that order. */
function buildEvents({
  subscribers = [],
  numbers = [],
  subscriberprofiles = [],
  subscriberprofilesets = [],
}: SeedTables): readonly SeedRow<"events">[] {
  const primary = new Map(numbers.filter(({ is_primary }) => is_primary).map((row) => [row.subscriber_id, row]));
  const pilots = new Map(subscribers.filter(({ is_pbx_pilot }) => is_pbx_pilot).map((row) => [row.customer_id, row]));
  const profiles = new Map(subscriberprofiles.map(({ id, name }) => [id, name]));
  const sets = new Map(subscriberprofilesets.map(({ id, name }) => [id, name]));
  const reported = subscribers.filter(({ profile_id, is_pbx_group }) => profile_id !== null || is_pbx_group === true);
  const timeOf = ({ create_timestamp }: SeedRow<"subscribers">) => create_timestamp ?? "";
  const inOrder = reported.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));
  return inOrder.map((row, index) => {
    const number = primary.get(row.id);
    const pilot = pilots.get(row.customer_id);
    const ofPilot = primary.get(pilot?.id ?? 0);
    return {
      id: index + 1,
      type: row.is_pbx_group === true ? "start_huntgroup" : "start_profile",
      subscriber_id: row.id,
      reseller_id: row.reseller_id ?? 0,
      old_status: "",
      new_status: row.profile_id?.toString() ?? "",
      timestamp: timeOf(row),
      non_primary_alias_username: null,
      primary_number_id: number?.id ?? null,
      primary_number_cc: number?.cc ?? null,
      primary_number_ac: number?.ac ?? null,
      primary_number_sn: number?.sn ?? null,
      primary_alias_username_after: number?.number ?? null,
      subscriber_profile_id: row.profile_id,
      subscriber_profile_name: profiles.get(row.profile_id ?? 0) ?? null,
      subscriber_profile_set_id: row.profile_set_id,
      subscriber_profile_set_name: sets.get(row.profile_set_id ?? 0) ?? null,
      pilot_subscriber_id: pilot?.id ?? null,
      pilot_primary_number_id: ofPilot?.id ?? null,
      pilot_primary_alias_username_before: ofPilot?.number ?? null,
      pilot_primary_alias_username_after: ofPilot?.number ?? null,
      export_status: "unexported",
    };
  });
}
