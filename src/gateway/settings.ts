import { resolve } from "node:path";

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
}

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
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new SettingError(`PORT is "${text}": write a number from 0 to 65535`);
  return port;
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
