import { type Expression, type SqlBool, sql } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { roles } from "../../generated/permissions.gen.ts";
import { revokeCertificate } from "../accounts/certificates/store.ts";
import { assertManages, CROSS_RESELLER_ROLES, GRANTABLE_FLAGS, isMaster } from "../accounts/managing.ts";
import {
  isRegistrationPending,
  journalRegistration,
  newSecondFactor,
  noSecondFactor,
} from "../accounts/secondFactor.ts";
import { endSessions, renewSession } from "../accounts/sessions.ts";
import { deletePasswordHistory, findReuse, storePasswordHash } from "../accounts/setPassword.ts";
import { describeClient } from "../accounts/userAgent.ts";
import { platformActor } from "../records/actor.ts";
import { changedColumns, isColumnChanged, nextValue } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { Actor, RemoveEvent, ResourceHooks, Row, ValidateEvent, WriteEvent } from "../resourceHooks.ts";

/** Flags implied by a role; only the role sets them. */
const ROLE_FLAGS = ["is_system", "lawful_intercept", "is_superuser", "is_ccare"] as const;
/** Roles hidden from masters: they belong to the platform's owner and to lawful interception. */
const SECLUDED = ["system", "lintercept"] as const;

/** The initial login of a platform. */
const BUILT_IN = 1;
/** The fields of it that others may change. */
const LEFT_TO_OTHERS = ["is_active", "enable_2fa", "otp_secret", "otp_confirmed_at", "otp_last_step"];

/** Changes that invalidate an administrator's tokens. */
const ENDING_SESSIONS = ["password", "is_active", "role", "is_master", "read_only", "reseller_id"] as const;

export const admins: ResourceHooks<"admins"> = {
  checks: {
    /** However a password is set, it must not be reused. */
    passwordUsed: {
      async beforeWrite(event) {
        const { context, values, previous } = event;
        if (!previous || !isColumnChanged(event, "password")) return [];
        const params = await findReuse(context, previous, values.password ?? "");
        return params ? [{ pointer: "/password", params }] : [];
      },
    },
  },

  beforeValidate: roleByFlags,

  async beforeWrite(event) {
    // First: flags that a role lacks come without a value, which is no change.
    applyRoleFlags(event);
    const isOwn = event.previous?.id === event.context.actor.adminId;
    if (!isOwn) {
      assertMayGrant(event);
      assertLeavesBuiltIn(event);
    }
    startPasswordAge(event);
    await applySecondFactor(event);
  },

  async afterWrite(event) {
    const { context, previous, row } = event;
    if (previous && row.is_active !== true) await revokeCertificate(context, row);
    const ends = ENDING_SESSIONS.some((name) => isColumnChanged(event, name)) || changesFactor(event);
    if (!previous || !ends) return;
    if (isColumnChanged(event, "password")) await storePasswordHash(context, previous);
    await endSessions(context.db, [previous.id]);
    if (previous.id === context.actor.adminId) renewSession(context.actor);
  },

  async beforeRemove({ context, row }: RemoveEvent<"admins">) {
    await revokeCertificate(context, row);
    await deletePasswordHistory(context.db, row.id);
  },

  /** Nobody knows the new password, and the app's codes belong to a secret that is gone. */
  async beforeRestore(values) {
    values.password_to_change = true;
    if (values.enable_2fa) Object.assign(values, await newSecondFactor());
  },

  // Only when an administrator is removed directly: those of a terminated reseller are removed with it.
  async replaceRemoval({ context, row }: RemoveEvent<"admins">) {
    assertManages(context.actor, String(row.role));
    if (row.id === BUILT_IN) throw new PlatformError("admin_protected");
    return false;
  },

  async afterRead(_reading, rows, records) {
    for (const [index, record] of records.entries()) {
      const row = rows[index];
      const flags = roles.flags[String(row?.role)] ?? [];
      for (const flag of ROLE_FLAGS) record[flag] = flags.includes(flag);
      record.auth_mode = "local";
      // Accounts older than the second factor have no value.
      record.enable_2fa ??= false;
      record.show_otp_registration_info = row !== undefined && isRegistrationPending(row);
    }
  },

  visibleTo,
};

/** Older clients send the flags and omit the role. */
async function roleByFlags({ body, sentFields }: ValidateEvent<"admins">): Promise<WireRecord> {
  if (sentFields.has("role") || !ROLE_FLAGS.some((flag) => sentFields.has(flag))) return body;
  const set = ROLE_FLAGS.filter((flag) => body[flag] === true || body[flag] === 1);
  const role = Object.entries(roles.flags).find(
    ([, flags]) => flags.length === set.length && set.every((flag) => flags.includes(flag)),
  );
  return role ? { ...body, role: role[0] } : body;
}

function startPasswordAge(event: WriteEvent<"admins">): void {
  if (isColumnChanged(event, "password"))
    Object.assign(event.values, { password_changed_at: event.context.now, password_to_change: false });
}

/** Only masters manage other accounts, within the roles and rights that they have. */
function assertMayGrant(event: WriteEvent<"admins">): void {
  const { actor } = event.context;
  assertManages(actor, String(nextValue(event, "role")));
  if (event.previous) assertManages(actor, String(event.previous.role));
  for (const flag of GRANTABLE_FLAGS) {
    if (actor.serverRole === "system" || actor.admin[flag] || nextValue(event, flag) !== true) continue;
    if (!isColumnChanged(event, flag)) continue;
    // Defaults of a new account come from its creator.
    if (event.sentFields.has(flag)) throw new PlatformError("action_not_allowed");
    event.values[flag] = false;
  }
}

/**
 * Other accounts may only enable or disable it and reset its second factor: it is the recovery login. The command
 * line, which can access the database anyway, has no account.
 */
function assertLeavesBuiltIn(event: WriteEvent<"admins">): void {
  if (event.previous?.id !== BUILT_IN || event.context.actor.adminId === platformActor.adminId) return;
  if (changedColumns(event).some((name) => !LEFT_TO_OTHERS.includes(name))) throw new PlatformError("admin_protected");
}

/** A system account is always a master, customer care and interception never are; interception sees no data. */
function applyRoleFlags(event: WriteEvent<"admins">): void {
  const role = nextValue(event, "role");
  if (role === "system") event.values.is_master = true;
  else if (role !== "admin" && role !== "reseller") event.values.is_master = false;
  if (role !== "lintercept") return;
  for (const flag of ["show_passwords", "call_data", "billing_data"] as const) event.values[flag] = false;
}

/** Sessions of the administrators that the caller sees. */
export const adminsessions: ResourceHooks<"adminsessions"> = {
  async afterRead({ actor }, rows, records) {
    for (const [index, record] of records.entries()) {
      const row = rows[index];
      record.is_current = row?.id === actor.sessionId;
      Object.assign(record, describeClient(String(row?.user_agent ?? "")));
    }
  },

  visibleTo(actor) {
    const conditions = [visibleTo(actor), inReseller(actor)].filter((condition) => condition !== undefined);
    if (conditions.length === 0) return undefined;
    const session = resourceExpressions<"adminsessions">();
    const admins = session.selectFrom("admins as table").select("table.id").where(session.and(conditions));
    return session("table.admin_id", "in", admins);
  },
};

const admin = resourceExpressions<"admins">();

function inReseller({ resellerId }: Actor): Expression<SqlBool> | undefined {
  return resellerId === null ? undefined : admin("table.reseller_id", "=", resellerId);
}

function visibleTo(actor: Actor): Expression<SqlBool> | undefined {
  if (actor.serverRole === "system") return undefined;
  const own = admin("table.id", "=", actor.adminId);
  if (!isMaster(actor)) return own;
  const hidden = (actor.resellerId === null ? SECLUDED : CROSS_RESELLER_ROLES).map((name) => sql.lit(name));
  return admin.or([own, admin("table.role", "not in", hidden)]);
}

/** Whether the factor is enabled or disabled. Accounts older than it have no value, which means disabled. */
function changesFactor(event: Pick<WriteEvent<"admins">, "values" | "previous">): boolean {
  return (nextValue(event, "enable_2fa") === true) !== (event.previous?.enable_2fa === true);
}

/** Enabling the factor creates a secret, disabling it deletes the old one; interception accounts have none. */
async function applySecondFactor(event: WriteEvent<"admins">): Promise<void> {
  if (nextValue(event, "role") === "lintercept") event.values.enable_2fa = false;
  if (!changesFactor(event)) return;
  Object.assign(event.values, nextValue(event, "enable_2fa") === true ? await newSecondFactor() : noSecondFactor);
}

/** Resets an administrator's second factor: the next login shows how to set up another app. Ends its sessions. */
export async function resetSecondFactor(unit: UnitOfWork, admin: Row<"admins">): Promise<void> {
  if (!admin.enable_2fa) return;
  const factor = await newSecondFactor();
  const own = unit.db.updateTable("admins").where("id", "=", admin.id);
  await own.set((row) => ({ ...factor, row_version: row("row_version", "+", 1) })).execute();
  unit.noteWrite("admins");
  await journalRegistration(unit, admin, true);
  await endSessions(unit.db, [admin.id]);
  if (admin.id === unit.actor.adminId) renewSession(unit.actor);
}
