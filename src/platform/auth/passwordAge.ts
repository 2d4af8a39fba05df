import { PlatformError } from "../../core/errors.ts";
import type { Row } from "../entityHooks.ts";
import type { PlatformSettings } from "../settings.ts";
import type { LoginStep } from "./credentials.ts";

type AgeSettings = Pick<PlatformSettings, "passwordAging" | "clock">;

const dayMs = 86_400_000;

/** Whether the password is older than the platform allows. One of unknown age counts as too old. */
export function isPasswordExpired(admin: Row, { passwordAging, clock }: AgeSettings): boolean {
  const { maxAgeDays } = passwordAging;
  if (maxAgeDays === 0) return false;
  const changedAt = admin.password_changed_at as Date | string | null;
  const since = changedAt === null ? 0 : new Date(changedAt).getTime();
  return clock().getTime() - since > maxAgeDays * dayMs;
}

/** The step of a login that refuses (403) a password that is too old. */
export function refuseExpired(settings: AgeSettings): LoginStep {
  return async (admin) => {
    if (isPasswordExpired(admin, settings)) throw new PlatformError("password_expired");
  };
}
