import { join } from "node:path";
import { buildOutbox, buildSmtpMailer } from "../platform/mail/nodeMailers.ts";
import type { PlatformSettings } from "../platform/settings.ts";
import type { Settings } from "./settings.ts";

export type PlatformPart = Pick<
  Settings,
  "trustedProxies" | "publicUrl" | "passwordMaxAgeDays" | "passwordKeepLast" | "smtpUrl" | "mailFrom" | "dataDir"
>;

/** What the environment says about the embedded platform, in its own terms. */
export function toPlatformSettings(settings: PlatformPart): Partial<PlatformSettings> {
  const { trustedProxies, publicUrl, passwordMaxAgeDays, passwordKeepLast, smtpUrl, mailFrom, dataDir } = settings;
  return {
    trustedProxies,
    publicUrl,
    passwordAging: { maxAgeDays: passwordMaxAgeDays, keepLast: passwordKeepLast },
    mailer: smtpUrl
      ? buildSmtpMailer(smtpUrl, mailFrom)
      : buildOutbox(join(dataDir, "outbox"), mailFrom, (path) =>
          console.log(`  No SMTP_URL is set; a message was written to ${path}`),
        ),
  };
}
