import { PlatformError } from "../../core/validation/errors.ts";
import type { Row } from "../resourceHooks.ts";
import type { PlatformSettings } from "../runtime/settings.ts";
import type { LoginStep } from "./credentials.ts";

type AgeSettings = Pick<PlatformSettings, "passwordAging" | "clock">;

const dayMs = 86_400_000;

/**
 * Whether the password is older than the platform allows, or was never chosen by its owner. One of unknown age counts
 * as expired.
 */
export function isPasswordExpired(admin: Row<"admins">, { passwordAging, clock }: AgeSettings): boolean {
  if (admin.password_to_change === true) return true;
  const { maxAgeDays } = passwordAging;
  if (maxAgeDays === 0) return false;
  const changedAt = admin.password_changed_at;
  const since = changedAt === null ? 0 : new Date(changedAt).getTime();
  return clock().getTime() - since > maxAgeDays * dayMs;
}

/** The login step that refuses (403) an expired password. */
export function refuseExpired(settings: AgeSettings): LoginStep {
  return async (admin) => {
    if (isPasswordExpired(admin, settings)) throw new PlatformError("password_expired");
  };
}
