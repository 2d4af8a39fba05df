import { PlatformError } from "../../core/validation/errors.ts";
import { toActor } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { HookContext, Row } from "../resourceHooks.ts";
import type { LoginStep } from "./credentials.ts";
import { journalAdmin } from "./managing.ts";

/** Seconds that a code is shown. */
const period = 30;
/** Steps before and after the current one whose codes are accepted too: clocks differ, and people type slowly. */
const window = 3;
const issuer = "Patchbay";

/** The columns of `admins` for a second factor that is not registered yet. */
export async function newSecondFactor() {
  const { Secret } = await import("otpauth");
  return { ...noSecondFactor, otp_secret: new Secret({ size: 20 }).base32 };
}

/** The columns of `admins` without a second factor. */
export const noSecondFactor = { otp_secret: null, otp_confirmed_at: null, otp_last_step: null } as const;

/** Whether an administrator has to register a second factor: required, but no code has been seen yet. */
export function isRegistrationPending(admin: Row<"admins">): boolean {
  return admin.enable_2fa === true && admin.otp_confirmed_at === null;
}

/**
 * The 30-second step since 1970 that a code belongs to; undefined for a wrong one. Spaces are ignored: apps group
 * digits.
 */
export async function stepOf(secret: string, code: unknown, instant: Date): Promise<number | undefined> {
  const token = typeof code === "string" ? code.replaceAll(/\s/g, "") : "";
  if (!/^\d{6}$/.test(token)) return undefined;
  const { Secret, TOTP } = await import("otpauth");
  const timestamp = instant.getTime();
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), period, window, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta;
}

/**
 * Consumes a code: neither it nor an older one works again. The first one completes the registration. Throws
 * `invalid_otp`.
 */
export async function consumeCode(
  unit: UnitOfWork,
  adminId: number,
  code: unknown,
  instant: Date = unit.now,
): Promise<void> {
  // Locked, so that of two requests with one code only the first succeeds.
  const query = unit.db.selectFrom("admins").selectAll().where("id", "=", adminId).where("enable_2fa", "is", true);
  const admin = await query.forUpdate().executeTakeFirst();
  const step = admin && (await stepOf(String(admin.otp_secret), code, instant));
  if (!admin || step === undefined || step <= Number(admin.otp_last_step ?? 0)) throw new PlatformError("invalid_otp");
  const update = unit.db.updateTable("admins").set({ otp_last_step: step }).where("id", "=", adminId);
  if (!isRegistrationPending(admin)) {
    await update.execute();
    return;
  }
  await update.set((row) => ({ otp_confirmed_at: instant, row_version: row("row_version", "+", 1) })).execute();
  unit.noteWrite("admins");
  await journalRegistration(unit, admin, false);
}

/** Describes the registration in the journal: whether it has to be done (again). */
export function journalRegistration(context: HookContext, admin: Row<"admins">, isWanted: boolean): Promise<void> {
  return journalAdmin(context, admin, { show_otp_registration_info: { before: !isWanted, after: isWanted } });
}

/** The login step that requires a code from accounts with a second factor, registered or pending. */
export function requireSecondFactor(context: Pick<PlatformContext, "inTransaction">): LoginStep {
  return async (admin, { otp }) => {
    if (!admin.enable_2fa) return;
    await context.inTransaction(toActor(admin), (unit) => consumeCode(unit, admin.id, otp));
  };
}

/** The URI that authenticator apps read from a QR code. */
export async function registrationUri(admin: Row<"admins">): Promise<string> {
  const { TOTP } = await import("otpauth");
  return new TOTP({ issuer, label: admin.login, secret: String(admin.otp_secret), period }).toString();
}
