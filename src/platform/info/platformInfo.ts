import { pending } from "../../generated/pending.gen.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor } from "../entityHooks.ts";

/** What this platform does beyond the older ones: clients that know it need not try. */
const extensions = [
  "etag",
  "journal",
  "id_filter",
  "move",
  "clone",
  "sessions",
  "search",
  "otp_confirm",
  "view_as",
  "dashboard",
  "csv_export",
  "csv_check",
  "quick_count",
  "effective_preferences",
] as const;

/** `GET /api/platforminfo`: what a login page needs, and with a login what routes and menus depend on. */
export function platformInfo({ settings, plans, computed, passwordPolicy }: PlatformContext, actor?: Actor): object {
  const { identity } = settings;
  const open = {
    type: identity.type,
    maintenance_mode: identity.maintenance,
    security: {
      password: {
        ...passwordPolicy,
        web_max_age_days: settings.passwordAging.maxAgeDays,
        web_keep_last_used: settings.passwordAging.keepLast,
        allow_recovery: true,
        web_validate: true,
        sip_validate: true,
      },
    },
    extensions: settings.openvpn ? [...extensions, "openvpn"] : extensions,
  };
  if (!actor) return open;
  const described = [...plans.values(), ...computed.values()].map(({ descriptor }) => descriptor);
  const needed = [...described, ...Object.values(pending)].flatMap(({ needs }) => needs?.licence ?? []);
  return {
    ...open,
    ngcp_version: identity.version,
    ...identity.flags,
    licenses: identity.licences ?? [...new Set(needed)],
    license_meta: { check: "ok" },
  };
}
