import { loadCommonPasswords } from "../../core/validation/commonPasswords.ts";
import { type FieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { type PasswordPolicy, passwordProblems } from "../../core/validation/passwordPolicy.ts";
import { passwordError } from "../../core/validation/validateRecord.ts";
import { ruleViolationError } from "../records/unitOfWork/businessRules.ts";
import type { HookContext, Row } from "../resourceHooks.ts";
import { findReuse } from "./passwordHistory.ts";

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
  const problems = passwordProblems(password, { policy, username: admin.login, isCommon });
  if (problems.length > 0) {
    const params = await findReuse(context, admin, password);
    const used = params ? [ruleViolationError("admins", "passwordUsed", { pointer: "/password", params })] : [];
    throw validationFailed([
      ...problems.map((problem) => passwordError(pointer, problem)),
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
