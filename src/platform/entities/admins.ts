import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { type FieldError, PlatformError } from "../../core/errors.ts";
import { roles } from "../../generated/permissions.gen.ts";
import { forgetPasswords, rememberPassword, usedBefore } from "../auth/passwordHistory.ts";
import { isPending } from "../auth/secondFactor.ts";
import { endSessions, renewSession } from "../auth/sessions.ts";
import { describeClient } from "../auth/userAgent.ts";
import { revokeCertificate } from "../certificates/store.ts";
import type { Actor, EntityHooks, PrepareEvent, RemoveEvent, Row, WriteEvent } from "../entityHooks.ts";
import { checkReseller, isChanged, nextValue, refuse } from "./checks.ts";
import { changesFactor, settleSecondFactor } from "./secondFactor.ts";

/** Flags that a role stands for; they are written by it and never by themselves. */
const ROLE_FLAGS = ["is_system", "lawful_intercept", "is_superuser", "is_ccare"] as const;
/** Rights that one can pass on only when one has them. */
const PASSED_ON = ["is_master", "show_passwords", "call_data", "billing_data"];
/** Roles that see the data of every reseller. */
const ACROSS_RESELLERS = ["system", "admin", "ccareadmin", "lintercept"];
/** Admins that a master does not get to see: they belong to the platform's owner and to the law. */
const SECLUDED = ["system", "lintercept"];

/** The login that a platform starts with. */
const BUILT_IN = 1;
/** What others may change of it. */
const LEFT_TO_OTHERS = ["is_active", "enable_2fa", "otp_secret", "otp_confirmed_at", "otp_last_step"];

/** Changes after which a token must not go on as if nothing had happened. */
const ENDING_SESSIONS = ["password", "is_active", "role", "is_master", "read_only", "reseller_id"];

export const admins: EntityHooks = {
  prepare: roleByFlags,

  async beforeWrite(event) {
    // First, as flags that a role does not have come without a value, which is no change of them.
    settleFlags(event);
    const isOwn = event.previous?.id === event.work.actor.adminId;
    if (!isOwn) {
      assertMayGrant(event);
      assertLeavesBuiltIn(event);
    }
    refuse([...(await checkReseller(event)), ...(await checkPassword(event))]);
    await settleSecondFactor(event);
  },

  async afterWrite(event) {
    const { work, previous, row } = event;
    if (previous && row.is_active !== true) await revokeCertificate(work, row);
    const ends = ENDING_SESSIONS.some((name) => isChanged(event, name)) || changesFactor(event);
    if (!previous || !ends) return;
    if (isChanged(event, "password")) await rememberPassword(work, previous);
    await endSessions(work.db, [previous.id]);
    if (previous.id === work.actor.adminId) renewSession(work.actor);
  },

  async beforeRemove({ work, row }: RemoveEvent) {
    await revokeCertificate(work, row);
    await forgetPasswords(work.db, row.id);
  },

  // Only where an admin is removed for its own sake: those of a terminated reseller go with it.
  async remove({ work, row }: RemoveEvent) {
    assertManages(work.actor, String(row.role));
    if (row.id === BUILT_IN) throw new PlatformError("admin_protected");
    return false;
  },

  async present(_reading, rows, records) {
    for (const [index, record] of records.entries()) {
      const row = rows[index];
      const flags = roles.flags[String(row?.role)] ?? [];
      for (const flag of ROLE_FLAGS) record[flag] = flags.includes(flag);
      // Accounts that are older than the factor have no value.
      record.enable_2fa ??= false;
      record.show_otp_registration_info = row !== undefined && isPending(row);
    }
  },

  visibleTo,
};

/** Older clients send the flags and leave the role out. */
async function roleByFlags({ body, touched }: PrepareEvent): Promise<WireRecord> {
  if (touched.has("role") || !ROLE_FLAGS.some((flag) => touched.has(flag))) return body;
  const set = ROLE_FLAGS.filter((flag) => body[flag] === true || body[flag] === 1);
  const role = Object.entries(roles.flags).find(
    ([, flags]) => flags.length === set.length && set.every((flag) => flags.includes(flag)),
  );
  return role ? { ...body, role: role[0] } : body;
}

/** Whichever way a password is set: not one that was there before, and from now on it grows old. */
async function checkPassword(event: WriteEvent): Promise<FieldError[]> {
  const { work, values, previous } = event;
  if (!isChanged(event, "password")) return [];
  values.password_changed_at = work.now;
  return previous ? usedBefore(work, previous, String(values.password)) : [];
}

/** Others' accounts are a master's business, within the roles and rights that the master has. */
function assertMayGrant(event: WriteEvent): void {
  const { actor } = event.work;
  assertManages(actor, String(nextValue(event, "role")));
  if (event.previous) assertManages(actor, String(event.previous.role));
  for (const flag of PASSED_ON) {
    if (actor.serverRole === "system" || actor.admin[flag] || nextValue(event, flag) !== true) continue;
    if (!isChanged(event, flag)) continue;
    // What a new account has unless told otherwise is what its maker has.
    if (event.touched.has(flag)) throw new PlatformError("action_not_allowed");
    event.values[flag] = false;
  }
}

/** Others may only switch it on and off, and mend its second factor: it is the way back when all other logins are gone. */
function assertLeavesBuiltIn(event: WriteEvent): void {
  if (event.previous?.id !== BUILT_IN) return;
  const isKept = (name: string) => !LEFT_TO_OTHERS.includes(name) && isChanged(event, name);
  if (Object.keys(event.values).some(isKept)) throw new PlatformError("admin_protected");
}

function assertManages(actor: Actor, role: string): void {
  if (!isMaster(actor)) throw new PlatformError("master_required");
  if (!mayManage(actor, role)) throw new PlatformError("role_not_grantable", { role });
}

/** The second factor of others, and also the own one, is a master's to reset. */
export function assertMayResetFactor(actor: Actor, admin: Row): void {
  if (!isMaster(actor)) throw new PlatformError("master_required");
  if (admin.id !== actor.adminId) assertManages(actor, String(admin.role));
}

/** Whether accounts of a role are the caller's to make and change: never one that reaches further than the caller. */
export function mayManage({ serverRole, resellerId }: Pick<Actor, "serverRole" | "resellerId">, role: string): boolean {
  const reachesTooFar = resellerId !== null && ACROSS_RESELLERS.includes(role);
  return !reachesTooFar && roles.manages[serverRole]?.includes(role) === true;
}

/** Whether the caller has every right that this administrator has and that is passed on. */
export function passesOnly({ serverRole, admin }: Actor, other: Row): boolean {
  return serverRole === "system" || PASSED_ON.every((flag) => admin[flag] || !other[flag]);
}

function isMaster(actor: Actor): boolean {
  return actor.serverRole === "system" || Boolean(actor.admin.is_master);
}

/** A system account is always a master, customer care and interception never are; interception sees no data. */
function settleFlags(event: WriteEvent): void {
  const role = nextValue(event, "role");
  if (role === "system") event.values.is_master = true;
  else if (role !== "admin" && role !== "reseller") event.values.is_master = false;
  if (role !== "lintercept") return;
  for (const flag of ["show_passwords", "call_data", "billing_data"]) event.values[flag] = false;
}

/** Sessions of the administrators whom the caller sees. */
export const adminsessions: EntityHooks = {
  async present({ actor }, rows, records) {
    for (const [index, record] of records.entries()) {
      const row = rows[index];
      record.is_current = row?.id === actor.sessionId;
      Object.assign(record, describeClient(String(row?.user_agent ?? "")));
    }
  },

  visibleTo(actor) {
    const seen = [visibleTo(actor), inReseller(actor)].filter((condition) => condition !== undefined);
    if (seen.length === 0) return undefined;
    const where = sql.join(seen, sql` and `);
    return sql<boolean>`${sql.ref("table.admin_id")} in (select "table".id from admins as "table" where ${where})`;
  },
};

function inReseller({ resellerId }: Actor): RawBuilder<boolean> | undefined {
  return resellerId === null ? undefined : sql<boolean>`${sql.ref("table.reseller_id")} = ${resellerId}`;
}

function visibleTo(actor: Actor): RawBuilder<boolean> | undefined {
  if (actor.serverRole === "system") return undefined;
  const own = sql<boolean>`${sql.ref("table.id")} = ${actor.adminId}`;
  const role = sql.ref("table.role");
  if (!isMaster(actor)) return own;
  const hidden = actor.resellerId === null ? SECLUDED : ACROSS_RESELLERS;
  return sql<boolean>`(${own} or ${role} not in (${sql.join(hidden.map((name) => sql.lit(name)))}))`;
}
