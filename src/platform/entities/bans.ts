import { type RawBuilder, sql } from "kysely";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { anyName } from "../auth/bans.ts";
import type { EntityHooks, Reading } from "../entityHooks.ts";

/** Rows whose ban is in force, over all names from one address or of one name. */
const inForce = (now: Date, kind: RawBuilder<boolean>) =>
  sql`from loginattempts where banned_until > ${now} and ${kind}`;
const ofNames = sql<boolean>`username <> ${anyName}`;
const ofAddresses = sql<boolean>`username = ${anyName}`;

export const bannedips: EntityHooks = {
  rows: ({ db, now }) =>
    records(
      db,
      sql`select ip as id, ip, failures as auth_count, last_failure_at as last_auth, banned_until
        ${inForce(now, ofAddresses)}`,
    ),
  removeComputed: async ({ work, record }) => {
    await sql`delete from loginattempts where username = ${anyName} and ip = ${record.ip}`.execute(work.db);
  },
};

/** A name may be banned from several addresses: one record, that lasts as long as the last of them. */
export const bannedusers: EntityHooks = {
  rows: ({ db, now }) =>
    records(
      db,
      sql`select username as id, username, sum(failures) as auth_count, max(last_failure_at) as last_auth,
        max(banned_until) as banned_until, json_agg(ip order by ip) as ips
        ${inForce(now, ofNames)} group by username`,
    ),
  removeComputed: async ({ work, record }) => {
    await sql`delete from loginattempts where username = ${record.username}`.execute(work.db);
  },
};

async function records(db: Reading["db"], query: RawBuilder<unknown>): Promise<readonly WireRecord[]> {
  const { rows } = await (query as RawBuilder<Record<string, Json>>).execute(db);
  return rows;
}
