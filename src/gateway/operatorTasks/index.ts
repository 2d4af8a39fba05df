import { generatePassword } from "../../core/validation/generatePassword.ts";
import { resources } from "../../generated/all.gen.ts";
import { liftBans } from "../../platform/accounts/bans.ts";
import { buildTokens } from "../../platform/accounts/sessions.ts";
import { setPassword } from "../../platform/accounts/setPassword.ts";
import type { Database } from "../../platform/db/tables.ts";
import { loadAdmin, platformAdmin, toActor } from "../../platform/records/actor.ts";
import type { PlatformContext } from "../../platform/records/context.ts";
import { createRecord } from "../../platform/records/operations/create.ts";
import { planOf } from "../../platform/records/plan/resourcePlan.ts";
import type { UnitOfWork } from "../../platform/records/unitOfWork/unitOfWork.ts";
import { defaultSettings } from "../../platform/runtime/settings.ts";
import { buildContext } from "../../platform/server/buildContext.ts";
import { copyDatabase, databaseState, noteBackup, planStatements, verifyJournals } from "./databaseTasks.ts";
import { exportRecords, importRecords } from "./recordTasks.ts";
import { type Task, TaskError } from "./task.ts";

/** Access to the database suffices to create administrators: the journal names no account. */
const operator = toActor({ ...platformAdmin, login: "command-line", is_master: true });

/** Creates an administrator of the platform's own reseller; the first login asks to change the password. */
const adminCreate: Task = async ({ database: { kysely } }, { options: { login = "", role = "system", ...given } }) => {
  if (await loadAdmin(kysely, { login }))
    throw new TaskError(`${login} exists already: admin reset-password lets it in again`);
  const context = contextOf(kysely);
  const { plans, passwordPolicy: policy } = context;
  const { password = generatePassword(policy) } = given;
  await context.inTransaction(operator, async (unit) => {
    const body = { login, role, password, reseller_id: 1, is_master: true };
    await createRecord(unit, { plan: planOf(plans, "admins"), body, policy });
    await expirePassword(unit, login);
  });
  return { result: { password } };
};

/**
 * Lets an administrator in again, whatever keeps it out: a forgotten password, a deactivated account, a ban of its
 * name, a lost second factor.
 */
const adminResetPassword: Task = async (
  { database: { kysely } },
  { options: { login = "", dropsSecondFactor, ...given } },
) => {
  const context = contextOf(kysely);
  const { passwordPolicy: policy } = context;
  const { password = generatePassword(policy) } = given;
  const admin = await loadAdmin(kysely, { login });
  if (!admin) throw new TaskError(`nobody has the login ${login}: admin list shows all`);
  await context.inTransaction(operator, async (unit) => {
    await setPassword(unit, admin, password, policy);
    const changes = { is_active: true, ...(dropsSecondFactor === "1" ? { enable_2fa: false } : {}) };
    await unit.updateMany("admins", [admin.id], changes);
    await expirePassword(unit, login);
  });
  await liftBans(kysely, login);
  return { result: { password } };
};

async function expirePassword({ db }: UnitOfWork, login: string): Promise<void> {
  await db.updateTable("admins").set({ password_to_change: true }).where("login", "=", login).execute();
}

function contextOf(kysely: Database["kysely"]): PlatformContext {
  return buildContext({ database: { kysely }, resources, settings: defaultSettings, tokens: buildTokens(kysely) });
}

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
