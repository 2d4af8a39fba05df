import { textIn } from "../../core/schema/valueAt.ts";
import { anyName } from "../accounts/bans.ts";
import type { ReadContext, ResourceHooks } from "../resourceHooks.ts";

/** Rows whose ban is in force: of one name, or over all names from one address (`anyName`). */
const inForce = ({ db, now }: ReadContext) =>
  db.selectFrom("loginattempts").where("banned_until", ">", now.toISOString());

export const bannedips: ResourceHooks<"bannedips"> = {
  computeRecords: (context) =>
    inForce(context)
      .where("username", "=", anyName)
      .select(["ip as id", "ip", "failures as auth_count", "last_failure_at as last_auth", "banned_until"])
      .execute(),
  removeComputed: async ({ context, record }) => {
    const ofAddress = context.db.deleteFrom("loginattempts").where("ip", "=", textIn(record, "ip"));
    await ofAddress.where("username", "=", anyName).execute();
  },
};

/** A name may be banned from several addresses: one record, that lasts as long as the last of them. */
export const bannedusers: ResourceHooks<"bannedusers"> = {
  computeRecords: (context) =>
    inForce(context)
      .where("username", "<>", anyName)
      .groupBy("username")
      .select(({ fn }) => [
        "username as id",
        "username",
        fn.sum<number>("failures").as("auth_count"),
        fn.max("last_failure_at").as("last_auth"),
        fn.max("banned_until").as("banned_until"),
        fn.jsonAgg("ip").orderBy("ip").as("ips"),
      ])
      .execute(),
  removeComputed: async ({ context, record }) => {
    await context.db.deleteFrom("loginattempts").where("username", "=", textIn(record, "username")).execute();
  },
};
