import { loadCommonPasswords } from "../../core/validation/commonPasswords.ts";
import { type FieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { type PasswordPolicy, passwordViolations } from "../../core/validation/passwordPolicy.ts";
import { passwordError } from "../../core/validation/validateRecord.ts";
import type { Db } from "../db/tables.ts";
import { ruleViolationError } from "../records/hookHelpers.ts";
import { verifySecret } from "../records/secrets.ts";
import type { HookContext, Row } from "../resourceHooks.ts";

/** The field in requests that only set a password. */
const pointer = "/new_password";

/**
 * Sets an administrator's password and ends all its sessions, through the same hooks as any other change of the
 * account. Throws 422 with every rule that the password breaks.
 */
export async function setPassword(
  context: HookContext,
  admin: Row<"admins">,
  password: string,
  policy: PasswordPolicy,
): Promise<void> {
  const isCommon = await loadCommonPasswords();
  const violations = passwordViolations(password, { policy, username: admin.login, isCommon });
  if (violations.length > 0) {
    const params = await findReuse(context, admin, password);
    const used = params ? [ruleViolationError("admins", "passwordUsed", { pointer: "/password", params })] : [];
    throw validationFailed([
      ...violations.map((violation) => passwordError(pointer, violation)),
      ...used.map(atPasswordField),
    ]);
  }
  try {
    await context.updateMany("admins", [admin.id], { password });
  } catch (error) {
    throw error instanceof PlatformError && error.fieldErrors.length > 0
      ? validationFailed(error.fieldErrors.map(atPasswordField))
      : error;
  }
}

/** The hooks report the field by its name in the record. */
function atPasswordField(error: FieldError): FieldError {
  return error.pointer === "/password" ? { ...error, pointer } : error;
}

type PasswordWork = Pick<HookContext, "db" | "now" | "settings">;

/** Returns how many passwords count if the administrator has, or recently had, this one; undefined otherwise. */
export async function findReuse(
  { db, settings }: PasswordWork,
  admin: Row<"admins">,
  password: string,
): Promise<{ readonly count: number } | undefined> {
  // The current password is always compared, however few are remembered.
  const keepLast = Math.max(settings.passwordAging.keepLast, admin.password_to_change === true ? 1 : 0);
  const former = keepLast > 1 ? await formerHashes(db, admin.id, keepLast - 1) : [];
  const hashes = keepLast > 0 ? [admin.password, ...former] : [];
  for (const hash of hashes) {
    if (await verifySecret(hash, password)) return { count: keepLast };
  }
  return undefined;
}

/** Stores the replaced hash and prunes more than are compared. */
export async function storePasswordHash({ db, now, settings }: PasswordWork, previous: Row<"admins">): Promise<void> {
  const formerCount = Math.max(0, settings.passwordAging.keepLast - 1);
  const former = { admin_id: previous.id, password: previous.password, replaced_at: now };
  await db.insertInto("adminpasswords").values(former).execute();
  const newest = newestOf(db, previous.id, formerCount).select("id");
  await db.deleteFrom("adminpasswords").where("admin_id", "=", previous.id).where("id", "not in", newest).execute();
}

/** Deletes the password history, links and tokens of an administrator who is being removed. */
export async function deletePasswordHistory(db: Db, adminId: number): Promise<void> {
  await db.deleteFrom("adminpasswords").where("admin_id", "=", adminId).execute();
  await db.deleteFrom("passwordresets").where("admin_id", "=", adminId).execute();
  await db.deleteFrom("logintokens").where("admin_id", "=", adminId).execute();
}

async function formerHashes(db: Db, adminId: number, count: number): Promise<string[]> {
  const rows = await newestOf(db, adminId, count).select("password").execute();
  return rows.map(({ password }) => password);
}

function newestOf(db: Db, adminId: number, count: number) {
  return db.selectFrom("adminpasswords").where("admin_id", "=", adminId).orderBy("id", "desc").limit(count);
}
