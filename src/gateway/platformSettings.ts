import { join } from "node:path";
import { buildOutbox, buildSmtpMailer } from "../platform/runtime/mail/mailer.ts";
import { buildOpenvpn } from "../platform/runtime/openvpn/openvpn.ts";
import type { PlatformSettings } from "../platform/runtime/settings.ts";
import type { Settings } from "./settings.ts";

/** A node that dies is missed after three of these: the next one takes over within ten seconds. */
const HEARTBEAT_MS = 2_000;
/** Interval in which invoices of the month before are looked for. */
const INVOICE_INTERVAL_MS = 60 * 60 * 1000;

/** Interval in which partitions of months are created ahead and old ones dropped, which costs little if there are none. */
const PARTITION_INTERVAL_MS = 10 * 60 * 1000;

/** The environment's settings of the embedded platform, in the platform's terms. */
export function toPlatformSettings(settings: Settings): Partial<PlatformSettings> {
  const { publicUrl, smtpUrl, mailFrom, dataDir, databaseUrl, openvpnCommand } = settings;
  return {
    trustedProxies: settings.trustedProxies,
    logLevel: settings.logLevel,
    installation: { dataDir, hasMailServer: smtpUrl !== undefined },
    fileRoom: {
      perAccount: settings.filesPerAccount,
      total: settings.filesTotal,
      leave: settings.filesLeaveFree,
      folder: databaseUrl === undefined ? dataDir : null,
    },
    devices: {
      networks: settings.deviceNetworks,
      certificates: settings.deviceCertificates,
      tls: settings.deviceTls,
      redirects: settings.hasDeviceRedirects ? {} : null,
    },
    publicUrl,
    // The embedded engine belongs to one process.
    beatEvery: databaseUrl === undefined ? null : HEARTBEAT_MS,
    keepUpEvery: 60_000,
    sealJournalEvery: 1000,
    jobsEvery: 5_000,
    invoicesEvery: settings.hasMonthlyInvoices ? INVOICE_INTERVAL_MS : null,
    monthsEvery: PARTITION_INTERVAL_MS,
    retention: { calls: settings.retentionCalls, journal: settings.retentionJournal },
    timeLimits: settings.databaseTimeouts,
    openvpn: openvpnCommand === undefined ? null : buildOpenvpn(openvpnCommand),
    preferenceChoices: settings.preferenceChoices,
    hasExtensions: settings.hasExtensions,
    passwordAging: { maxAgeDays: settings.passwordMaxAgeDays, keepLast: settings.passwordKeepLast },
    mailer: smtpUrl
      ? buildSmtpMailer(smtpUrl, mailFrom)
      : buildOutbox(join(dataDir, "outbox"), mailFrom, (path) =>
          console.log(`  No SMTP_URL is set; a message was written to ${path}`),
        ),
  };
}
