import { isAbsolute, resolve } from "node:path";
import ipaddr from "ipaddr.js";

/** What the environment says; every value checked, so that a wrong one stops the start with one clear line. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Absolute folder of the embedded database and of what the platform writes. */
  readonly dataDir: string;
  /** PostgreSQL to use instead of the embedded database. */
  readonly databaseUrl?: string;
  /** A real platform in front of which the panel runs instead of the embedded one. */
  readonly platformUrl?: URL;
  /** Base of the older panel; the platform's own address unless given. */
  readonly legacyUrl?: URL;
  readonly smtpUrl?: URL;
  /** Sender of the platform's own mail. */
  readonly mailFrom: string;
  /** Address under which people reach the panel, without a slash at its end. */
  readonly publicUrl: string | null;
  /** Days until an administrator has to choose another password; 0: never. */
  readonly passwordMaxAgeDays: number;
  /** How many passwords back none may be used again; 0: any may. */
  readonly passwordKeepLast: number;
  /** Addresses or networks of proxies in front, whose `X-Forwarded-For` and `-Proto` are believed. */
  readonly trustedProxies: readonly string[];
  /** Absolute path of the program that opens, closes and tells the connection for support. */
  readonly openvpnCommand?: string;
  /** Where the panel's token is kept: in a cookie that no script can read, or in the browser's local storage. */
  readonly sessionStorage: (typeof sessionStorages)[number];
}

const sessionStorages = ["cookie", "token"] as const;

/** A setting that can not be used; the message names it and says what to write. */
export class SettingError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(environment: Environment): Settings {
  return {
    port: readPort(environment.PORT ?? "8080"),
    host: environment.HOST || "127.0.0.1",
    dataDir: resolve(environment.DATA_DIR || "data"),
    databaseUrl: readUrl("DATABASE_URL", environment, ["postgres:", "postgresql:"])?.href,
    platformUrl: readUrl("PLATFORM_URL", environment, ["http:", "https:"]),
    legacyUrl: readUrl("LEGACY_URL", environment, ["http:", "https:"]),
    smtpUrl: readUrl("SMTP_URL", environment, ["smtp:", "smtps:"]),
    mailFrom: environment.MAIL_FROM || "Patchbay <patchbay@localhost>",
    publicUrl: readUrl("PUBLIC_URL", environment, ["http:", "https:"])?.href.replace(/\/$/, "") ?? null,
    passwordMaxAgeDays: readCount("PASSWORD_MAX_AGE_DAYS", environment, 0, 3650),
    passwordKeepLast: readCount("PASSWORD_KEEP_LAST", environment, 5, 24),
    trustedProxies: readNetworks("TRUSTED_PROXIES", environment),
    openvpnCommand: readProgram("OPENVPN_COMMAND", environment),
    sessionStorage: readChoice("SESSION_STORAGE", environment, sessionStorages),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new SettingError(`PORT is "${text}": write a number from 0 to 65535`);
  return port;
}

function readCount(name: string, environment: Environment, otherwise: number, most: number): number {
  const text = environment[name] || String(otherwise);
  if (!/^\d+$/.test(text) || Number(text) > most) {
    throw new SettingError(`${name} is "${text}": write a number from 0 to ${most}`);
  }
  return Number(text);
}

/** A whole path: what a bare name stands for would depend on where the gateway was started. */
function readProgram(name: string, environment: Environment): string | undefined {
  const path = environment[name];
  if (path && !isAbsolute(path)) throw new SettingError(`${name} is "${path}": write an absolute path`);
  return path || undefined;
}

/** The first choice is the default. */
function readChoice<T extends string>(name: string, environment: Environment, choices: readonly [T, ...T[]]): T {
  const text = environment[name] || choices[0];
  const choice = choices.find((candidate) => candidate === text);
  if (!choice) throw new SettingError(`${name} is "${text}": write ${choices.join(" or ")}`);
  return choice;
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

/** Secrets may stand in these addresses, so a message never repeats the value. */
function readUrl(name: string, environment: Environment, protocols: readonly string[]): URL | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    throw new SettingError(`${name} is not usable: write an address that starts with ${protocols[0]}//`);
  }
  return url;
}
