import { generatePassword } from "../core/generatePassword.ts";
import { resources } from "../generated/all.gen.ts";
import { loadAdmin, toActor } from "./auth/actor.ts";
import { liftBans } from "./auth/bans.ts";
import { setPassword } from "./auth/setPassword.ts";
import { buildTokens } from "./auth/tokens.ts";
import { buildContext } from "./buildContext.ts";
import type { PlatformContext } from "./context.ts";
import type { Database } from "./db/tables.ts";
import { createRecord } from "./operations/create.ts";
import { planOf } from "./plan/resourcePlan.ts";
import { defaultSettings } from "./settings.ts";

/** Whoever can access the database may appoint anybody: the journal names no account. */
const operator = toActor({ id: 0, login: "command-line", role: "system", is_master: true });

export interface Appointment {
  readonly login: string;
  /** Role on the wire: `system`, `admin`, `lintercept` ... */
  readonly role: string;
  /** A random one by default. */
  readonly password?: string | undefined;
}

/**
 * Creates an administrator of the platform's own reseller, or resets the password of an existing one with this role, to
 * recover access. Returns the password, which the next login asks to change.
 */
export async function appoint(
  database: Pick<Database, "kysely">,
  { login, role, password: given }: Appointment,
): Promise<string> {
  const context = contextOf(database);
  const policy = context.passwordPolicy;
  const password = given ?? generatePassword(policy);
  const known = await loadAdmin(database.kysely, { login });
  if (known && known.role !== role) throw new Error(`${login} already has the role ${known.role}`);
  await context.inTransaction(known ? toActor(known) : operator, async (work) => {
    const body = { login, role, password, reseller_id: 1, is_master: true };
    if (known) await setPassword(work, known, password, policy);
    else await createRecord(work, { plan: planOf(context.plans, "admins"), body, policy });
    await work.db.updateTable("admins").set({ password_to_change: true }).where("login", "=", login).execute();
  });
  return password;
}

interface Recovery {
  readonly login: string;
  /** A random one by default. */
  readonly password?: string | undefined;
  /** Switches the second factor off, for those who lost theirs. */
  readonly dropsSecondFactor: boolean;
}

/**
 * Lets an administrator in again, whatever keeps it out: a forgotten password, a deactivated account, a ban of its
 * name, a lost second factor. Returns the password, which the next login asks to change; undefined when nobody has this
 * login.
 */
export async function recover(
  database: Pick<Database, "kysely">,
  { login, password: given, dropsSecondFactor }: Recovery,
): Promise<string | undefined> {
  const context = contextOf(database);
  const policy = context.passwordPolicy;
  const password = given ?? generatePassword(policy);
  const known = await loadAdmin(database.kysely, { login });
  if (!known) return undefined;
  await context.inTransaction(operator, async (work) => {
    await setPassword(work, known, password, policy);
    const changes = { is_active: true, ...(dropsSecondFactor ? { enable_2fa: false } : {}) };
    await work.change("admins", [known.id], changes);
    await work.db.updateTable("admins").set({ password_to_change: true }).where("login", "=", login).execute();
  });
  await liftBans(database.kysely, login);
  return password;
}

function contextOf(database: Pick<Database, "kysely">): PlatformContext {
  const tokens = buildTokens(database.kysely);
  return buildContext({ database, resources, settings: defaultSettings, tokens });
}
