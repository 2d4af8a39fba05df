import { appoint, recover } from "../../platform/appoint.ts";
import { loadAdmin } from "../../platform/auth/actor.ts";
import { liftBans } from "../../platform/auth/bans.ts";
import { type Task, TaskError } from "./task.ts";

export const adminCreate: Task = async ({ database }, { options: { login = "", role = "system", password } }) => {
  if (await loadAdmin(database.kysely, { login })) {
    throw new TaskError(`${login} exists already: admin reset-password lets it in again`);
  }
  return { result: { password: await appoint(database, { login, role, password }) } };
};

export const adminResetPassword: Task = async ({ database }, { options }) => {
  const { login = "", password, dropsSecondFactor } = options;
  const made = await recover(database, { login, password, dropsSecondFactor: dropsSecondFactor === "1" });
  if (made === undefined) throw new TaskError(`nobody has the login ${login}: admin list shows all`);
  return { result: { password: made } };
};

export const adminUnban: Task = async ({ database }, { options: { who = "" } }) => ({
  result: { lifted: await liftBans(database.kysely, who) },
});

export const adminList: Task = async ({ database }) => {
  const columns = ["login", "role", "is_active", "reseller_id", "enable_2fa"] as const;
  const admins = await database.kysely.selectFrom("admins").select(columns).orderBy("id").execute();
  return { result: admins.map((admin) => ({ ...admin })) };
};
