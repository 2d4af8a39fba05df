import ipaddr from "ipaddr.js";
import { type ExpressionBuilder, sql } from "kysely";
import { foldName } from "../../core/values/foldText.ts";
import type { Tables } from "../../generated/database.gen.ts";
import type { Db } from "../db/tables.ts";
import type { BanPolicy, LoginGuard } from "../runtime/settings.ts";

interface AttemptKey {
  readonly username: string;
  /** An IPv4 address, or the /64 network of an IPv6 one. */
  readonly ip: string;
}

/** Longer than any login: guessers could send megabytes. */
const MAX_NAME_LENGTH = 100;

/** Normalises name and address, so that one person has one key in any spelling. */
export function attemptKey(username: string, address: string): AttemptKey {
  return { username: foldName(username.slice(0, MAX_NAME_LENGTH)).replaceAll("\0", "\ufffd"), ip: networkOf(address) };
}

/** The owner of one IPv6 address has the 2^64 others of its network too. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.replaceAll("\0", "").slice(0, MAX_NAME_LENGTH);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4" || parsed.range() === "loopback") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`;
}

/** Name under which the failures from one address for all user names are counted. */
export const anyName = "";

/** The interval at which an instance purges old attempts, in milliseconds. */
const purgeEveryMs = 60_000;

/**
 * Counts failed logins in the database, so that all instances share the counts and restarts keep them. `clock` provides
 * the current time.
 */
export function buildLoginGuard(db: Db, policy: BanPolicy, clock: () => Date = () => new Date()): LoginGuard {
  let tidiedAt = Number.NEGATIVE_INFINITY;
  return {
    bannedFor: (username, address) => secondsLeft(db, attemptKey(username, address), clock()),
    failed: async (username, address) => {
      const now = clock();
      const { username: name, ip } = attemptKey(username, address);
      // Always in this order, to avoid deadlocks between statements that lock the same rows.
      await countFailure(db, policy, { username: name, ip }, policy.attempts, now);
      await countFailure(db, policy, { username: anyName, ip }, policy.addressAttempts, now);
      if (now.getTime() - tidiedAt < purgeEveryMs) return;
      tidiedAt = now.getTime();
      await forget(db, policy, now);
    },
    // The address keeps its failures: otherwise anybody with an account could guess at others forever.
    succeeded: async (username, address) => {
      const { username: name, ip } = attemptKey(username, address);
      const own = db.deleteFrom("loginattempts").where("ip", "=", ip).where("username", "=", name);
      await own.where(isFreeAt(clock())).execute();
    },
  };
}

/** Forgets the failures and bans of a user name, or of an address and its network; returns how many rows had some. */
export async function liftBans(db: Db, nameOrAddress: string): Promise<number> {
  const { username, ip } = attemptKey(nameOrAddress, nameOrAddress);
  const attempts = db
    .deleteFrom("loginattempts")
    .where((row) => row.or([row("username", "=", username), row("ip", "=", ip)]));
  return Number((await attempts.executeTakeFirst()).numDeletedRows);
}

/** Seconds until the later of the name's and the address's ban ends; 0 without one. */
async function secondsLeft(db: Db, { username, ip }: AttemptKey, now: Date): Promise<number> {
  const bans = db.selectFrom("loginattempts").where("ip", "=", ip).where("username", "in", [username, anyName]);
  const secondsColumn = sql<number | null>`max(ceil(extract(epoch from banned_until - ${now}::timestamptz)))`.as(
    "seconds",
  );
  const ban = await bans.where("banned_until", ">", now.toISOString()).select(secondsColumn).executeTakeFirst();
  return ban?.seconds ?? 0;
}

/**
 * Counts a failure in one atomic statement, so that no concurrent one is lost. The failure that reaches the limit
 * starts the ban; concurrent ones are counted but do not start another.
 */
async function countFailure(
  db: Db,
  { firstBan, furtherBan, longestBan, countedWithin }: BanPolicy,
  { username, ip }: AttemptKey,
  limit: number,
  now: Date,
): Promise<void> {
  const instant = sql`${now}::timestamptz`;
  const oldest = sql`${new Date(now.getTime() - countedWithin * 1000)}::timestamptz`;
  const isBanned = sql`(known.banned_until is not null and known.banned_until > ${instant})`;
  const isOver = sql`case when known.banned_until is null then known.counting_since <= ${oldest} else not ${isBanned} end`;
  const failures = sql`(case when ${isOver} then 1 else known.failures + 1 end)`;
  const startsBan = sql`(not ${isBanned} and ${failures} >= ${limit}::integer)`;
  const seconds = sql`least(${firstBan}::integer + ${furtherBan}::integer * known.stage, ${longestBan}::integer)`;
  const isFirstEnough = limit <= 1;
  const firstEnd = isFirstEnough ? new Date(now.getTime() + Math.min(firstBan, longestBan) * 1000) : null;
  await sql`insert into loginattempts as known
      (username, ip, failures, stage, counting_since, last_failure_at, banned_until)
    values (${username}, ${ip}, 1, ${isFirstEnough ? 1 : 0}, ${instant}, ${instant}, ${firstEnd}::timestamptz)
    on conflict (ip, username) do update set
      failures = ${failures},
      stage = known.stage + case when ${startsBan} then 1 else 0 end,
      counting_since = case when ${isOver} then ${instant} else known.counting_since end,
      last_failure_at = ${instant},
      banned_until = case
        when ${startsBan} then ${instant} + ${seconds} * interval '1 second'
        when ${isBanned} then known.banned_until
      end`.execute(db);
}

/** Purges old rows and, should a guesser try a million names, surplus ones. Active bans stay. */
async function forget(db: Db, { forgottenAfter, rememberedAtMost }: BanPolicy, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - forgottenAfter * 1000).toISOString();
  const isFree = isFreeAt(now);
  await db.deleteFrom("loginattempts").where("last_failure_at", "<=", oldest).where(isFree).execute();
  const free = db.selectFrom("loginattempts").select("id").where(isFree);
  const surplus = free.orderBy("last_failure_at", "desc").orderBy("id", "desc").offset(rememberedAtMost);
  await db.deleteFrom("loginattempts").where("id", "in", surplus).execute();
}

function isFreeAt(now: Date) {
  return (attempt: ExpressionBuilder<Tables, "loginattempts">) =>
    attempt.or([attempt("banned_until", "is", null), attempt("banned_until", "<=", now.toISOString())]);
}
