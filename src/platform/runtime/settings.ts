import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from "../../core/validation/passwordPolicy.ts";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { defaultTimeLimits, type TimeLimits } from "../db/timeLimits.ts";
import type { LogTarget } from "../http/logging.ts";
import type { LogLevel } from "../http/logLevels.ts";
import { requestTimeout } from "../http/requestNormalization.ts";
import type { Mailer } from "./mail/mailer.ts";
import { noObserver, type Observer } from "./observer.ts";
import type { Openvpn } from "./openvpn/openvpn.ts";

/** The identity of the platform that `platforminfo` reports. */
interface PlatformIdentity {
  /** `spce`, `sppro` or `carrier`. */
  readonly type: string;
  readonly version: string;
  readonly maintenance: boolean;
  /** Features by name (`voucher`). Resources that need a disabled one answer 404. */
  readonly flags: Readonly<Record<string, boolean>>;
  /** Names of licences; null if all features work without one. */
  readonly licences: readonly string[] | null;
}

/** Limits failed logins. */
export interface LoginGuard {
  /** Remaining seconds of a ban of this user name or address; 0 if there is none. */
  bannedFor(username: string, address: string): Promise<number>;
  failed(username: string, address: string): Promise<void>;
  succeeded(username: string, address: string): Promise<void>;
}

/** Expiry and reuse of administrators' passwords. */
interface PasswordAging {
  /** Days after which a login requires a new password; 0 means never. */
  readonly maxAgeDays: number;
  /** Number of previous passwords, including the current one, that cannot be reused; 0 allows all. */
  readonly keepLast: number;
}

/** The rules of bans after failed logins. All times in seconds. */
export interface BanPolicy {
  /** Failures of one user name from one address. */
  readonly attempts: number;
  /** Failures from one address under any name: higher, because a whole office may share one address. */
  readonly addressAttempts: number;
  readonly firstBan: number;
  /** By how much each further ban is longer than the one before it. */
  readonly furtherBan: number;
  readonly longestBan: number;
  /** Failures count together when they are within this window. */
  readonly countedWithin: number;
  /** After this time without a failure everything is forgotten, earlier bans included. */
  readonly forgottenAfter: number;
  /** Maximum number of tracked names and addresses without a ban; beyond that the oldest are forgotten. */
  readonly rememberedAtMost: number;
}

export const DEFAULT_BAN_POLICY: BanPolicy = {
  attempts: 5,
  addressAttempts: 50,
  firstBan: 300,
  furtherBan: 300,
  longestBan: 3600,
  countedWithin: 3600,
  forgottenAfter: 24 * 60 * 60,
  rememberedAtMost: 100_000,
};

/** Bootstrap methods of models whose vendor has a service that is called. */
export type RedirectMethod =
  | "redirect_panasonic"
  | "redirect_yealink"
  | "redirect_polycom"
  | "redirect_snom"
  | "redirect_grandstream"
  | "redirect_ale";

/** The months for which rows are kept in addition to the current one; null: forever. */
interface Retention {
  readonly calls: number | null;
  readonly journal: number | null;
}

/** The proofs that a phone may have its configuration. */
interface DeviceAccess {
  /** Addresses or networks that devices ask from; none: any. */
  readonly networks: readonly string[];
  /** Whether every device has to present its certificate. */
  readonly certificates: "optional" | "required";
  /** Whether passwords leave the platform over TLS only. */
  readonly tls: "optional" | "required";
  /** The vendors' services that learn where phones find the platform, each with its URL if not the vendor's own. */
  readonly redirects: Readonly<Partial<Record<RedirectMethod, string>>> | null;
}

/** Limits of the files that people send, in bytes. */
export interface FileRoom {
  /** For each account. */
  readonly perAccount: number;
  /** For all together. */
  readonly total: number;
  /** Free bytes that they leave on the disk with this folder; null: the database is elsewhere. */
  readonly leave: number;
  readonly folder: string | null;
}

/** The surroundings of the platform. */
interface Installation {
  /** Folder of the embedded database and of files that the platform writes; null if there is none. */
  readonly dataDir: string | null;
  /** Whether mail is sent, and not written to files. */
  readonly hasMailServer: boolean;
}

export interface PlatformSettings {
  /** Maximum size of a request body in bytes. */
  readonly bodyLimit: number;
  /** Milliseconds within which a request must be complete. */
  readonly requestTimeout: number;
  /** Requests per minute and IP address to routes without a login. */
  readonly publicRequests: number;
  /** Maximum number of rows per page, as a page is held in memory; clients follow `next`. */
  readonly maxRows: number;
  /** Time zone of date-times without an offset in the API. */
  readonly timeZone: string;
  /** Lifetime of tokens in seconds; null means unlimited. */
  readonly tokenLifetime: number | null;
  readonly passwordPolicy: PasswordPolicy;
  readonly passwordAging: PasswordAging;
  /** Choices of this installation, by preference: `{ rtp_interface: ["internal"] }`. */
  readonly preferenceChoices: Readonly<Record<string, readonly string[]>>;
  /** URL of the panel without a trailing slash; null takes it from the request. */
  readonly publicUrl: string | null;
  /** Whether the API has our extensions; without them it answers as the older API does. */
  readonly hasExtensions: boolean;
  /** Sends mail; null disables it. */
  readonly mailer: Mailer | null;
  /** The VPN connection for support; null if there is none. */
  readonly openvpn: Openvpn | null;
  readonly clock: () => Date;
  /** Milliseconds between signs of life to other processes on the same database; null: there are none. */
  readonly beatEvery: number | null;
  /** Milliseconds between rounds that bring balances up to date; null: only when they are read or changed. */
  readonly keepUpEvery: number | null;
  /** Milliseconds between rounds that seal the journal; null: only when it is verified. */
  readonly sealJournalEvery: number | null;
  /** Milliseconds between looks for bulk jobs that another process has left; null: none. */
  readonly jobsEvery: number | null;
  /** Milliseconds between rounds that make the invoices of the month before; null: only by request. */
  readonly invoicesEvery: number | null;
  /** Milliseconds between rounds that make partitions and drop what has been kept for long enough; null: none. */
  readonly monthsEvery: number | null;
  readonly retention: Retention;
  /** Time limits of statements on a PostgreSQL server. */
  readonly timeLimits: TimeLimits;
  /** Name -> enabled; ids are positions, starting with 1. */
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly identity: PlatformIdentity;
  /** Replaces the login guard of the platform, which uses the database; null disables bans. */
  readonly loginGuard: LoginGuard | null;
  readonly banPolicy: BanPolicy;
  readonly devices: DeviceAccess;
  /** IP addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  readonly trustedProxies: readonly string[];
  /** Minimum level of logged messages. */
  readonly logLevel: LogLevel;
  /** The target of log lines; the process's standard error by default. */
  readonly logTo: LogTarget;
  readonly installation: Installation;
  readonly fileRoom: FileRoom;
  /** Receives the events for metrics. */
  readonly observer: Observer;
}

const GIGABYTE = 1024 ** 3;

export const defaultSettings: PlatformSettings = {
  bodyLimit: 8 * MEGABYTE,
  requestTimeout,
  timeLimits: defaultTimeLimits,
  // Offices share one address, and programs may log in for every request.
  publicRequests: 6_000,
  maxRows: 10_000,
  timeZone: "UTC",
  tokenLifetime: 24 * 60 * 60,
  passwordPolicy: DEFAULT_PASSWORD_POLICY,
  // Disabled by default, as forced changes lead to predictable passwords (docs/decisions/0008).
  passwordAging: { maxAgeDays: 0, keepLast: 5 },
  preferenceChoices: {},
  publicUrl: null,
  hasExtensions: true,
  mailer: null,
  openvpn: null,
  clock: () => new Date(),
  beatEvery: null,
  keepUpEvery: null,
  sealJournalEvery: null,
  jobsEvery: null,
  invoicesEvery: null,
  monthsEvery: null,
  retention: { calls: null, journal: null },
  capabilities: {
    cloudpbx: true,
    sms: true,
    faxserver: false,
    rtcengine: false,
    fileshare: false,
    mobilepush: false,
    csc_show_rtcengine_features: false,
  },
  identity: {
    type: "sppro",
    version: "patchbay",
    maintenance: false,
    flags: { malicious_call: true, voucher: true, callflow: true, batch_provisioning: true },
    licences: null,
  },
  loginGuard: null,
  banPolicy: DEFAULT_BAN_POLICY,
  devices: { networks: [], certificates: "optional", tls: "optional", redirects: null },
  trustedProxies: [],
  logLevel: "error",
  logTo: process.stderr,
  installation: { dataDir: null, hasMailServer: false },
  fileRoom: { perAccount: 2 * GIGABYTE, total: 20 * GIGABYTE, leave: GIGABYTE / 4, folder: null },
  observer: noObserver,
};
