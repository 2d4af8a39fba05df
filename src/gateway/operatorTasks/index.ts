import { generatePassword } from "../../core/validation/generatePassword.ts";
import { resources } from "../../generated/all.gen.ts";
import { liftBans } from "../../platform/accounts/bans.ts";
import { setPassword } from "../../platform/accounts/setPassword.ts";
import { buildTokens } from "../../platform/accounts/tokens.ts";
import type { Database } from "../../platform/db/tables.ts";
import { loadAdmin, platformAdmin, toActor } from "../../platform/records/actor.ts";
import type { PlatformContext } from "../../platform/records/context.ts";
import { createRecord } from "../../platform/records/operations/create.ts";
import { planOf } from "../../platform/records/plan/resourcePlan.ts";
import { defaultSettings } from "../../platform/runtime/settings.ts";
import { buildContext } from "../../platform/server/buildContext.ts";
import { copyDatabase, databaseState, noteBackup, planStatements, verifyJournals } from "./databaseTasks.ts";
import { exportRecords, importRecords } from "./recordTasks.ts";
import { type Task, TaskError } from "./task.ts";

const adminCreate: Task = async ({ database }, { options: { login = "", role = "system", password } }) => {
  if (await loadAdmin(database.kysely, { login })) {
    throw new TaskError(`${login} exists already: admin reset-password lets it in again`);
  }
  return { result: { password: await ensureAdmin(database, { login, role, password }) } };
};

const adminResetPassword: Task = async ({ database }, { options }) => {
  const { login = "", password, dropsSecondFactor } = options;
  const newPassword = await recoverAdmin(database, { login, password, dropsSecondFactor: dropsSecondFactor === "1" });
  if (newPassword === undefined) throw new TaskError(`nobody has the login ${login}: admin list shows all`);
  return { result: { password: newPassword } };
};

const adminUnban: Task = async ({ database }, { options: { who = "" } }) => ({
  result: { lifted: await liftBans(database.kysely, who) },
});

const adminList: Task = async ({ database }) => {
  const columns = ["login", "role", "is_active", "reseller_id", "enable_2fa"] as const;
  const admins = await database.kysely.selectFrom("admins").select(columns).orderBy("id").execute();
  return { result: admins.map((admin) => ({ ...admin })) };
};

/** Everything the command line can ask a running product for, by name. */
export const tasks = {
  adminCreate,
  adminList,
  adminResetPassword,
  adminUnban,
  copyDatabase,
  databaseState,
  exportRecords,
  importRecords,
  noteBackup,
  planStatements,
  verifyJournals,
} satisfies Readonly<Record<string, Task>>;

export type TaskName = keyof typeof tasks;

/** Access to the database suffices to create administrators: the journal names no account. */
const operator = toActor({ ...platformAdmin, login: "command-line", is_master: true });

interface NewAdmin {
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
export async function ensureAdmin(
  database: Pick<Database, "kysely">,
  { login, role, password: chosen }: NewAdmin,
): Promise<string> {
  const context = contextOf(database);
  const policy = context.passwordPolicy;
  const password = chosen ?? generatePassword(policy);
  const existing = await loadAdmin(database.kysely, { login });
  if (existing && existing.role !== role) throw new Error(`${login} already has the role ${existing.role}`);
  await context.inTransaction(existing ? toActor(existing) : operator, async (unit) => {
    const body = { login, role, password, reseller_id: 1, is_master: true };
    if (existing) await setPassword(unit, existing, password, policy);
    else await createRecord(unit, { plan: planOf(context.plans, "admins"), body, policy });
    await unit.db.updateTable("admins").set({ password_to_change: true }).where("login", "=", login).execute();
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
async function recoverAdmin(
  database: Pick<Database, "kysely">,
  { login, password: chosen, dropsSecondFactor }: Recovery,
): Promise<string | undefined> {
  const context = contextOf(database);
  const policy = context.passwordPolicy;
  const password = chosen ?? generatePassword(policy);
  const admin = await loadAdmin(database.kysely, { login });
  if (!admin) return undefined;
  await context.inTransaction(operator, async (unit) => {
    await setPassword(unit, admin, password, policy);
    const changes = { is_active: true, ...(dropsSecondFactor ? { enable_2fa: false } : {}) };
    await unit.updateMany("admins", [admin.id], changes);
    await unit.db.updateTable("admins").set({ password_to_change: true }).where("login", "=", login).execute();
  });
  await liftBans(database.kysely, login);
  return password;
}

function contextOf(database: Pick<Database, "kysely">): PlatformContext {
  const tokens = buildTokens(database.kysely);
  return buildContext({ database, resources, settings: defaultSettings, tokens });
}
