import { accessSync, constants } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { MEGABYTE } from "../core/bytes.ts";
import { LONGEST_TEXT } from "../core/preferences.ts";
import { defaultTimeLimits, type TimeLimitKind, type TimeLimits } from "../platform/db/timeLimits.ts";
import { type LogLevel, logLevels } from "../platform/http/logLevels.ts";
import { installedPreferences } from "../platform/preferences/preferenceKind.ts";
import { type Environment, SettingError, withSecretFiles } from "./secretFiles.ts";

export { SettingError };

/** Settings from the environment; every value is validated, so that a wrong one stops the start with one clear line. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the embedded database and of files that the platform writes. */
  readonly dataDir: string;
  /** PostgreSQL to use instead of the embedded database. */
  readonly databaseUrl?: string;
  /** Connections to each server at most. */
  readonly databasePool: number;
  /** Of statements; set in seconds. */
  readonly databaseTimeouts: TimeLimits;
  /** Replicas of that database, which are only read. */
  readonly replicaUrls: readonly string[];
  /** Fills an empty database with the demonstration, whose passwords are well known. */
  readonly hasDemonstration: boolean;
  /** The demonstration was requested explicitly, even on a network. */
  readonly isDemonstrationWanted: boolean;
  /** Absolute path of a file with the first superuser's password, which is random otherwise. */
  readonly adminPasswordFile?: string;
  /** A real platform to run in front of, instead of the embedded one. */
  readonly platformUrl?: URL;
  /** Base URL of the older panel; defaults to the platform's own. */
  readonly legacyUrl?: URL;
  /** Whether they get the browser's Host instead of their own. */
  readonly preserveHost: boolean;
  readonly smtpUrl?: URL;
  /** Sender of the platform's own mail. */
  readonly mailFrom: string;
  /** Public base URL of the panel, without a trailing slash. */
  readonly publicUrl: string | null;
  /** Days until an administrator has to change the password; 0: never. */
  readonly passwordMaxAgeDays: number;
  /** Number of previous passwords that may not be reused; 0: any may. */
  readonly passwordKeepLast: number;
  /** Choices of preferences that name parts of this installation, by preference. */
  readonly preferenceChoices: Readonly<Record<string, readonly string[]>>;
  /** Makes the invoices of customers with a template for them, every month. */
  readonly hasMonthlyInvoices: boolean;
  /** Months for which calls are kept beside the current one; null: forever. */
  readonly retentionCalls: number | null;
  /** The same of journal entries. */
  readonly retentionJournal: number | null;
  /** Bytes of files that an account may have stored. */
  readonly filesPerAccount: number;
  /** Bytes of files of all accounts. */
  readonly filesTotal: number;
  /** Bytes that files leave free on the disk of the embedded database. */
  readonly filesLeaveFree: number;
  /** Addresses or networks of trusted proxies, whose `X-Forwarded-For` and `-Proto` are used. */
  readonly trustedProxies: readonly string[];
  /** Addresses or networks that phones fetch their configurations from; none: any. */
  readonly deviceNetworks: readonly string[];
  /** Whether phones have to present a certificate of their own. */
  readonly deviceCertificates: (typeof demands)[number];
  /** Whether phones get configurations over TLS only. */
  readonly deviceTls: (typeof demands)[number];
  /** Whether vendors' services are told where phones find the platform. */
  readonly hasDeviceRedirects: boolean;
  /** Absolute path of the command that opens, closes and queries the support connection. */
  readonly openvpnCommand?: string;
  /** Where the panel keeps its token: in an HttpOnly cookie, or in the browser's local storage. */
  readonly sessionStorage: (typeof sessionStorages)[number];
  /** The platform's SIP over WebSocket, which the web phone registers at. */
  readonly sipWebsocketUrl?: URL;
  /** Minimum level of log lines, which go to standard error. */
  readonly logLevel: LogLevel;
  /** Port, on the same address, that serves `/metrics` without a login. */
  readonly metricsPort?: number;
  /** Bearer token that `/metrics` asks for beside the panel. */
  readonly metricsToken?: string;
  /** Base URL of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to. */
  readonly otlpEndpoint?: URL;
  /** Seconds between a signal to stop, from which on `/ready` says so, and the end of listening. */
  readonly stopDelay: number;
}

/** Seconds. */
const DAY = 24 * 60 * 60;

const demands = ["optional", "required"] as const;
const sessionStorages = ["cookie", "token"] as const;

/** Settings that may hold a password; each can come from a file: see withSecretFiles. */
const secrets = ["DATABASE_URL", "DATABASE_REPLICA_URL", "SMTP_URL", "PLATFORM_URL", "LEGACY_URL", "METRICS_TOKEN"];

export function readSettings(given: Environment): Settings {
  const environment = withSecretFiles(given, secrets);
  const host = environment.HOST || "127.0.0.1";
  const databaseUrl = readUrl("DATABASE_URL", environment, ["postgres:", "postgresql:"])?.href;
  const demo = readChoice("DEMO", environment, ["", "0", "1"]);
  return {
    port: readPort("PORT", environment.PORT ?? "8080"),
    host,
    dataDir: resolve(environment.DATA_DIR || "data"),
    databaseUrl,
    databasePool: readCount("DATABASE_POOL", environment, 10, 1000) || 1,
    databaseTimeouts: {
      interactive: readTimeout("DATABASE_TIMEOUT", environment, "interactive"),
      list: readTimeout("DATABASE_TIMEOUT_LISTS", environment, "list"),
      report: readTimeout("DATABASE_TIMEOUT_REPORTS", environment, "report"),
      job: readTimeout("DATABASE_TIMEOUT_JOBS", environment, "job"),
    },
    replicaUrls: readReplicas(databaseUrl, environment),
    // Well-known passwords are never exposed on a network, or in a separate database, without an explicit request.
    hasDemonstration: demo === "" ? databaseUrl === undefined && isLoopback(host) : demo === "1",
    isDemonstrationWanted: demo === "1",
    adminPasswordFile: environment.ADMIN_PASSWORD_FILE ? resolve(environment.ADMIN_PASSWORD_FILE) : undefined,
    platformUrl: readUrl("PLATFORM_URL", environment, ["http:", "https:"]),
    legacyUrl: readUrl("LEGACY_URL", environment, ["http:", "https:"]),
    preserveHost: readChoice("PROXY_PRESERVE_HOST", environment, ["0", "1"]) === "1",
    smtpUrl: readUrl("SMTP_URL", environment, ["smtp:", "smtps:"]),
    mailFrom: readSender("MAIL_FROM", environment),
    publicUrl: readUrl("PUBLIC_URL", environment, ["http:", "https:"])?.href.replace(/\/$/, "") ?? null,
    passwordMaxAgeDays: readCount("PASSWORD_MAX_AGE_DAYS", environment, 0, 3650),
    passwordKeepLast: readCount("PASSWORD_KEEP_LAST", environment, 5, 24),
    preferenceChoices: readPreferenceChoices("PREFERENCE_CHOICES", environment),
    hasMonthlyInvoices: readChoice("MONTHLY_INVOICES", environment, ["0", "1"]) === "1",
    // Invoices of a month are made in the next one, in time zones whose months begin earlier or later.
    retentionCalls: readMonths("RETENTION_CALLS", environment, 2),
    retentionJournal: readMonths("RETENTION_JOURNAL", environment, 1),
    filesPerAccount: readMegabytes("FILES_PER_ACCOUNT_MB", environment, 2048),
    filesTotal: readMegabytes("FILES_TOTAL_MB", environment, 20_480),
    filesLeaveFree: readMegabytes("FILES_LEAVE_FREE_MB", environment, 256),
    trustedProxies: readNetworks("TRUSTED_PROXIES", environment),
    deviceNetworks: readNetworks("DEVICE_NETWORKS", environment),
    deviceCertificates: readChoice("DEVICE_CERTIFICATES", environment, demands),
    deviceTls: readChoice("DEVICE_TLS", environment, demands),
    hasDeviceRedirects: readRedirects(environment),
    openvpnCommand: readProgram("OPENVPN_COMMAND", environment),
    sessionStorage: readChoice("SESSION_STORAGE", environment, sessionStorages),
    sipWebsocketUrl: readWebSocketUrl("SIP_WEBSOCKET_URL", environment),
    logLevel: readChoice("LOG_LEVEL", environment, ["warn", ...logLevels]),
    metricsPort: environment.METRICS_PORT ? readPort("METRICS_PORT", environment.METRICS_PORT) : undefined,
    metricsToken: readToken("METRICS_TOKEN", environment),
    otlpEndpoint: readUrl("OTEL_EXPORTER_OTLP_ENDPOINT", environment, ["http:", "https:"]),
    stopDelay: readCount("STOP_DELAY_SECONDS", environment, 0, 60),
  };
}

/** Separated by commas or spaces. They may hold passwords, so a message repeats none. */
function readReplicas(databaseUrl: string | undefined, environment: Environment): readonly string[] {
  const urls = (environment.DATABASE_REPLICA_URL ?? "").split(/[\s,]+/).filter(Boolean);
  if (urls.length > 0 && databaseUrl === undefined) {
    throw new SettingError("DATABASE_REPLICA_URL needs DATABASE_URL: write the address of the primary there");
  }
  if (!urls.every((url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol))) {
    throw new SettingError("DATABASE_REPLICA_URL is not usable: write addresses that start with postgres://");
  }
  return urls;
}

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new SettingError(`${name} is "${text}": write a number from 0 to 65535`);
  }
  return port;
}

/** A secret, so a message never repeats it. */
function readToken(name: string, environment: Environment): string | undefined {
  const token = environment[name];
  if (token && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new SettingError(`${name} is not usable: write at least 16 letters, digits or signs, without spaces`);
  }
  return token || undefined;
}

function readCount(name: string, environment: Environment, otherwise: number, most: number): number {
  const text = environment[name] || String(otherwise);
  if (!/^\d+$/.test(text) || Number(text) > most) {
    throw new SettingError(`${name} is "${text}": write a number from 0 to ${most}`);
  }
  return Number(text);
}

/** A thousand terabytes. */
const MOST_MEGABYTES = 1024 ** 3;

function readMegabytes(name: string, environment: Environment, otherwise: number): number {
  return readCount(name, environment, otherwise, MOST_MEGABYTES) * MEGABYTE;
}

function readTimeout(name: string, environment: Environment, kind: TimeLimitKind): number {
  return readCount(name, environment, defaultTimeLimits[kind] / 1000, DAY) * 1000;
}

const MOST_MONTHS = 1200;

function readMonths(name: string, environment: Environment, least: number): number | null {
  const text = environment[name];
  if (!text) return null;
  if (!/^\d{1,4}$/.test(text) || Number(text) < least || Number(text) > MOST_MONTHS) {
    const range = `from ${least} to ${MOST_MONTHS}`;
    throw new SettingError(`${name} is "${text}": write a number of months ${range}, or nothing to keep all`);
  }
  return Number(text);
}

/** An absolute path: a bare name would depend on where the gateway was started. */
function readProgram(name: string, environment: Environment): string | undefined {
  const path = environment[name];
  if (!path) return undefined;
  if (!isAbsolute(path)) throw new SettingError(`${name} is "${path}": write an absolute path`);
  try {
    accessSync(path, constants.X_OK);
  } catch (cause) {
    throw new SettingError(`${name} is "${path}", which is no program that can be run`, { cause });
  }
  return path;
}

/** An address, alone or after a name. */
function readSender(name: string, environment: Environment): string {
  const sender = environment[name] || "Patchbay <patchbay@localhost>";
  if (/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(sender)) return sender;
  throw new SettingError(`${name} is "${sender}": write an address, like Patchbay <patchbay@example.org>`);
}

/** The services are told the address that phones reach. */
function readRedirects(environment: Environment): boolean {
  const isWanted = readChoice("DEVICE_REDIRECTS", environment, ["0", "1"]) === "1";
  if (isWanted && !environment.PUBLIC_URL) {
    throw new SettingError("DEVICE_REDIRECTS needs PUBLIC_URL: write the address that phones reach there");
  }
  return isWanted;
}

/** `rtp_interface=internal,external; outbound_socket=udp:192.0.2.1:5060` */
function readPreferenceChoices(name: string, environment: Environment): Record<string, string[]> {
  const parts = (environment[name] ?? "").split(";").filter((part) => part.trim() !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [preference = "", ...rest] = part.split("=").map((text) => text.trim());
      const choices = rest
        .join("=")
        .split(",")
        .map((text) => text.trim());
      if (
        !installedPreferences.includes(preference) ||
        choices.some((choice) => choice === "" || choice.length > LONGEST_TEXT)
      ) {
        const known = installedPreferences.join(", ");
        throw new SettingError(
          `${name} has "${part.trim()}": write rtp_interface=internal,external; with one of ${known}`,
        );
      }
      return [preference, [...new Set(choices)]];
    }),
  );
}

/** The first choice is the default. */
function readChoice<T extends string>(name: string, environment: Environment, choices: readonly [T, ...T[]]): T {
  const text = environment[name] || choices[0];
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) {
    throw new SettingError(`${name} is "${text}": write ${choices.filter(Boolean).join(" or ")}`);
  }
  return choice;
}

/** Whether an address is reachable from this computer only. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}

/** Encrypted, except to this computer; without a password, as the panel tells it to every browser. */
function readWebSocketUrl(name: string, environment: Environment): URL | undefined {
  const url = readUrl(name, environment, ["wss:", "ws:"]);
  if (!url) return undefined;
  if (url.protocol === "ws:" && !isLoopback(url.hostname.replaceAll(/[[\]]/g, ""))) {
    throw new SettingError(`${name} is not encrypted: write an address that starts with wss://`);
  }
  if (url.username || url.password || url.hash) {
    throw new SettingError(`${name} is not usable: write an address without a user, a password or a #`);
  }
  return url;
}

function readNetworks(name: string, environment: Environment): string[] {
  const networks = (environment[name] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const wrong = networks.find((network) => !ipaddr.isValid(network) && !ipaddr.isValidCIDR(network));
  if (wrong) throw new SettingError(`${name} has "${wrong}": write addresses or networks like 10.0.0.0/8, with commas`);
  return networks;
}

/** These URLs may contain secrets, so a message never repeats the value. */
function readUrl(name: string, environment: Environment, protocols: readonly string[]): URL | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    throw new SettingError(`${name} is not usable: write an address that starts with ${protocols[0]}//`);
  }
  return url;
}
