import { join } from "node:path";
import { buildOutbox, buildSmtpMailer } from "../platform/mail/nodeMailers.ts";
import { buildOpenvpn } from "../platform/openvpn/openvpn.ts";
import type { PlatformSettings } from "../platform/settings.ts";
import type { Settings } from "./settings.ts";

export type PlatformPart = Pick<
  Settings,
  | "trustedProxies"
  | "deviceNetworks"
  | "deviceCertificates"
  | "deviceTls"
  | "hasDeviceRedirects"
  | "publicUrl"
  | "passwordMaxAgeDays"
  | "passwordKeepLast"
  | "preferenceChoices"
  | "smtpUrl"
  | "mailFrom"
  | "dataDir"
  | "databaseUrl"
  | "openvpnCommand"
  | "hasMonthlyInvoices"
  | "filesPerAccount"
  | "filesTotal"
  | "filesLeaveFree"
  | "logLevel"
  | "databaseTimeouts"
  | "retentionCalls"
  | "retentionJournal"
>;

/** A node that dies is missed after three of these: the next one takes over within ten seconds. */
const BEAT_EVERY_MS = 2_000;
/** So often invoices of the month before are looked for. */
const INVOICES_EVERY_MS = 60 * 60 * 1000;

/** So often months are made ahead and old ones dropped, which is little to ask for when there are none. */
const MONTHS_EVERY_MS = 10 * 60 * 1000;

/** The environment's settings of the embedded platform, in the platform's terms. */
export function toPlatformSettings(settings: PlatformPart): Partial<PlatformSettings> {
  const {
    trustedProxies,
    deviceNetworks: networks,
    deviceCertificates: certificates,
    deviceTls: tls,
    hasDeviceRedirects,
    publicUrl,
    passwordMaxAgeDays,
    passwordKeepLast,
    preferenceChoices,
    smtpUrl,
    mailFrom,
    dataDir,
    databaseUrl,
    openvpnCommand,
    hasMonthlyInvoices,
    filesPerAccount: perAccount,
    filesTotal: total,
    filesLeaveFree: leave,
    logLevel,
    databaseTimeouts,
    retentionCalls: calls,
    retentionJournal: journal,
  } = settings;
  return {
    trustedProxies,
    logLevel,
    installation: { dataDir, hasMailServer: smtpUrl !== undefined },
    fileRoom: { perAccount, total, leave, folder: databaseUrl === undefined ? dataDir : null },
    devices: { networks, certificates, tls, redirects: hasDeviceRedirects ? {} : null },
    publicUrl,
    // The embedded engine belongs to one process.
    beatEvery: databaseUrl === undefined ? null : BEAT_EVERY_MS,
    keepUpEvery: 60_000,
    sealJournalEvery: 1000,
    jobsEvery: 5_000,
    invoicesEvery: hasMonthlyInvoices ? INVOICES_EVERY_MS : null,
    monthsEvery: MONTHS_EVERY_MS,
    retention: { calls, journal },
    timeLimits: databaseTimeouts,
    openvpn: openvpnCommand === undefined ? null : buildOpenvpn(openvpnCommand),
    preferenceChoices,
    passwordAging: { maxAgeDays: passwordMaxAgeDays, keepLast: passwordKeepLast },
    mailer: smtpUrl
      ? buildSmtpMailer(smtpUrl, mailFrom)
      : buildOutbox(join(dataDir, "outbox"), mailFrom, (path) =>
          console.log(`  No SMTP_URL is set; a message was written to ${path}`),
        ),
  };
}
