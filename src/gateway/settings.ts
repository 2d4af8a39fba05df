import { accessSync, constants, readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { installedPreferences } from "../core/telephony/preferenceKind.ts";
import { MAX_PREFERENCE_LENGTH } from "../core/telephony/preferences.ts";
import { MEGABYTE } from "../core/values/bytes.ts";
import { logLevels } from "../platform/http/logLevels.ts";
import { declaredSettings, type SettingName } from "./declaredSettings.ts";

export { SettingError };

/** Seconds. */
const DAY_SECONDS = 24 * 60 * 60;
const MAX_PORT = 65_535;

const requirements = ["optional", "required"] as const;
const sessionStorages = ["cookie", "token"] as const;

/** The text of each setting, its default if it is unset; only declared ones can be read. */
type EnvironmentValues = Readonly<Record<SettingName, string>>;

function readValues(input: Environment): EnvironmentValues {
  const all = Object.entries(declaredSettings);
  const secrets = all.filter(([, { secret }]) => secret).map(([name]) => name);
  const environment = withSecretFiles(input, secrets);
  return Object.fromEntries(
    all.map(([name, setting]) => [name, environment[name] || (setting.default ?? "")]),
  ) as EnvironmentValues;
}

/** Settings from the environment; every value is validated, so that a wrong one stops the start with one clear line. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

export function readSettings(environment: Environment) {
  const values = readValues(environment);
  const databaseUrl = readUrl("DATABASE_URL", values, ["postgres:", "postgresql:"])?.href;
  const demo = readChoice("DEMO", values, ["", "0", "1"]);
  return {
    port: readCount("PORT", values, MAX_PORT),
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl,
    databasePool: readCount("DATABASE_POOL", values, 1000) || 1,
    databaseTimeouts: {
      interactive: readTimeout("DATABASE_TIMEOUT", values),
      list: readTimeout("DATABASE_TIMEOUT_LISTS", values),
      report: readTimeout("DATABASE_TIMEOUT_REPORTS", values),
      job: readTimeout("DATABASE_TIMEOUT_JOBS", values),
    },
    replicaUrls: readReplicas(databaseUrl, values),
    // Well-known passwords are never exposed on a network, or in a separate database, without an explicit request.
    hasDemonstration: demo === "" ? databaseUrl === undefined && isLoopback(values.HOST) : demo === "1",
    isDemonstrationWanted: demo === "1",
    adminPasswordFile: values.ADMIN_PASSWORD_FILE ? resolve(values.ADMIN_PASSWORD_FILE) : undefined,
    platformUrl: readUrl("PLATFORM_URL", values, ["http:", "https:"]),
    legacyUrl: readUrl("LEGACY_URL", values, ["http:", "https:"]),
    preserveHost: readChoice("PROXY_PRESERVE_HOST", values, ["0", "1"]) === "1",
    smtpUrl: readUrl("SMTP_URL", values, ["smtp:", "smtps:"]),
    mailFrom: readSender("MAIL_FROM", values),
    publicUrl: readUrl("PUBLIC_URL", values, ["http:", "https:"])?.href.replace(/\/$/, "") ?? null,
    passwordMaxAgeDays: readCount("PASSWORD_MAX_AGE_DAYS", values, 3650),
    passwordKeepLast: readCount("PASSWORD_KEEP_LAST", values, 24),
    hasExtensions: readChoice("EXTENSIONS", values, ["0", "1"]) === "1",
    preferenceChoices: readPreferenceChoices("PREFERENCE_CHOICES", values),
    hasMonthlyInvoices: readChoice("MONTHLY_INVOICES", values, ["0", "1"]) === "1",
    // Invoices of a month are made in the next one, in time zones whose months begin earlier or later.
    retentionCalls: readMonths("RETENTION_CALLS", values, 2),
    retentionJournal: readMonths("RETENTION_JOURNAL", values, 1),
    filesPerAccount: readMegabytes("FILES_PER_ACCOUNT_MB", values),
    filesTotal: readMegabytes("FILES_TOTAL_MB", values),
    filesLeaveFree: readMegabytes("FILES_LEAVE_FREE_MB", values),
    trustedProxies: readNetworks("TRUSTED_PROXIES", values),
    deviceNetworks: readNetworks("DEVICE_NETWORKS", values),
    deviceCertificates: readChoice("DEVICE_CERTIFICATES", values, requirements),
    deviceTls: readChoice("DEVICE_TLS", values, requirements),
    hasDeviceRedirects: readRedirects(values),
    openvpnCommand: readProgram("OPENVPN_COMMAND", values),
    sessionStorage: readChoice("SESSION_STORAGE", values, sessionStorages),
    sipWebsocketUrl: readWebSocketUrl("SIP_WEBSOCKET_URL", values),
    logLevel: readChoice("LOG_LEVEL", values, logLevels),
    metricsPort: values.METRICS_PORT ? readCount("METRICS_PORT", values, MAX_PORT) : undefined,
    metricsToken: readToken("METRICS_TOKEN", values),
    otlpEndpoint: readUrl("OTEL_EXPORTER_OTLP_ENDPOINT", values, ["http:", "https:"]),
    stopDelay: readCount("STOP_DELAY_SECONDS", values, 60),
  };
}

/** Separated by commas or spaces. They may hold passwords, so a message repeats none. */
function readReplicas(databaseUrl: string | undefined, values: EnvironmentValues): readonly string[] {
  const urls = values.DATABASE_REPLICA_URL.split(/[\s,]+/).filter(Boolean);
  if (urls.length > 0 && databaseUrl === undefined) {
    throw new SettingError("DATABASE_REPLICA_URL needs DATABASE_URL: write the address of the primary there");
  }
  if (!urls.every((url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol))) {
    throw new SettingError("DATABASE_REPLICA_URL is not usable: write addresses that start with postgres://");
  }
  return urls;
}

/** A secret, so a message never repeats it. */
function readToken(name: SettingName, values: EnvironmentValues): string | undefined {
  const token = values[name];
  if (token && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new SettingError(`${name} is not usable: write at least 16 letters, digits or signs, without spaces`);
  }
  return token || undefined;
}

function readCount(name: SettingName, values: EnvironmentValues, max: number): number {
  const text = values[name];
  if (!/^\d+$/.test(text) || Number(text) > max) {
    throw new SettingError(`${name} is "${text}": write a number from 0 to ${max}`);
  }
  return Number(text);
}

/** A thousand terabytes. */
const MAX_MEGABYTES = 1024 ** 3;

function readMegabytes(name: SettingName, values: EnvironmentValues): number {
  return readCount(name, values, MAX_MEGABYTES) * MEGABYTE;
}

function readTimeout(name: SettingName, values: EnvironmentValues): number {
  return readCount(name, values, DAY_SECONDS) * 1000;
}

const MAX_MONTHS = 1200;

function readMonths(name: SettingName, values: EnvironmentValues, min: number): number | null {
  const text = values[name];
  if (!text) return null;
  if (!/^\d{1,4}$/.test(text) || Number(text) < min || Number(text) > MAX_MONTHS) {
    const range = `from ${min} to ${MAX_MONTHS}`;
    throw new SettingError(`${name} is "${text}": write a number of months ${range}, or nothing to keep all`);
  }
  return Number(text);
}

/** An absolute path: a bare name would depend on where the gateway was started. */
function readProgram(name: SettingName, values: EnvironmentValues): string | undefined {
  const path = values[name];
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
function readSender(name: SettingName, values: EnvironmentValues): string {
  const sender = values[name];
  if (/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(sender)) return sender;
  throw new SettingError(`${name} is "${sender}": write an address, like Patchbay <patchbay@example.org>`);
}

/** The services get the URL that phones reach. */
function readRedirects(values: EnvironmentValues): boolean {
  const isWanted = readChoice("DEVICE_REDIRECTS", values, ["0", "1"]) === "1";
  if (isWanted && !values.PUBLIC_URL) {
    throw new SettingError("DEVICE_REDIRECTS needs PUBLIC_URL: write the address that phones reach there");
  }
  return isWanted;
}

/** `rtp_interface=internal,external; outbound_socket=udp:192.0.2.1:5060` */
function readPreferenceChoices(name: SettingName, values: EnvironmentValues): Record<string, string[]> {
  const parts = values[name].split(";").filter((part) => part.trim() !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [preference = "", ...valueParts] = part.split("=").map((text) => text.trim());
      const choices = valueParts
        .join("=")
        .split(",")
        .map((text) => text.trim());
      if (
        !installedPreferences.includes(preference) ||
        choices.some((choice) => choice === "" || choice.length > MAX_PREFERENCE_LENGTH)
      ) {
        const names = installedPreferences.join(", ");
        throw new SettingError(
          `${name} has "${part.trim()}": write rtp_interface=internal,external; with one of ${names}`,
        );
      }
      return [preference, [...new Set(choices)]];
    }),
  );
}

function readChoice<T extends string>(name: SettingName, values: EnvironmentValues, choices: readonly T[]): T {
  const text = values[name];
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
function readWebSocketUrl(name: SettingName, values: EnvironmentValues): URL | undefined {
  const url = readUrl(name, values, ["wss:", "ws:"]);
  if (!url) return undefined;
  if (url.protocol === "ws:" && !isLoopback(url.hostname.replaceAll(/[[\]]/g, ""))) {
    throw new SettingError(`${name} is not encrypted: write an address that starts with wss://`);
  }
  if (url.username || url.password || url.hash) {
    throw new SettingError(`${name} is not usable: write an address without a user, a password or a #`);
  }
  return url;
}

function readNetworks(name: SettingName, values: EnvironmentValues): string[] {
  const networks = values[name]
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const invalid = networks.find((network) => !ipaddr.isValid(network) && !ipaddr.isValidCIDR(network));
  if (invalid)
    throw new SettingError(`${name} has "${invalid}": write addresses or networks like 10.0.0.0/8, with commas`);
  return networks;
}

/** These URLs may contain secrets, so a message never repeats the value. */
function readUrl(name: SettingName, values: EnvironmentValues, protocols: readonly string[]): URL | undefined {
  const text = values[name];
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    throw new SettingError(`${name} is not usable: write an address that starts with ${protocols[0]}//`);
  }
  return url;
}

/** An invalid setting; the message names it and says what to write. */
class SettingError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, with each of these settings read from the file that `<name>_FILE` names, without its trailing
 * newline: containers and service managers pass secrets as files. Messages name the setting and the file, never what is
 * in it.
 */
function withSecretFiles(environment: Environment, names: readonly string[]): Environment {
  const read = names.flatMap((name) => {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!file) return [];
    if (environment[name]) throw new SettingError(`${name} and ${variable} are both set: keep one of them`);
    return [[name, readSecret(variable, resolve(file))]];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function readSecret(variable: string, path: string): string {
  const text = readFileOf(variable, path).replace(/\r?\n$/, "");
  if (text.trim() === "") throw new SettingError(`${variable} names an empty file: ${path}`);
  return text;
}

function readFileOf(variable: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const reason = reasons[String(code)] ?? String(code);
    throw new SettingError(`${variable} names a file that cannot be read (${reason}): ${path}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "no permission",
  EISDIR: "it is a folder",
};
