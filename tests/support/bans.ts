import { buildLoginGuard } from "../../src/platform/accounts/bans.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { DEFAULT_BAN_POLICY } from "../../src/platform/runtime/settings.ts";

/** Bans names and addresses that the tests do not use. */
export async function addBans({ kysely }: Database): Promise<void> {
  const guard = buildLoginGuard(kysely, { ...DEFAULT_BAN_POLICY, addressAttempts: 5 });
  for (const address of ["198.51.100.1", "198.51.100.2", "2001:db8::1", "203.0.113.10"]) {
    for (let failure = 0; failure < 5; failure++) await guard.failed(`guess-${address.slice(-4)}`, address);
  }
}
