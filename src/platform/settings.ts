import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from "../core/password.ts";
import { type BanPolicy, DEFAULT_BAN_POLICY } from "./auth/banPolicy.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Openvpn } from "./openvpn/openvpn.ts";

/** What kind of platform this claims to be, as platforminfo tells it. */
export interface PlatformIdentity {
  /** `spce`, `sppro` or `carrier`. */
  readonly type: string;
  readonly version: string;
  readonly maintenance: boolean;
  /** Features by name (`voucher`): a resource that needs one that is off answers 404. */
  readonly flags: Readonly<Record<string, boolean>>;
  /** Names of the licences; null: nothing is licensed, all of it works. */
  readonly licences: readonly string[] | null;
}

/** Counts failed logins. */
export interface LoginGuard {
  /** Seconds for which neither this name nor anybody may log in from this address; 0: nobody is banned. */
  bannedFor(username: string, address: string): Promise<number>;
  failed(username: string, address: string): Promise<void>;
  succeeded(username: string, address: string): Promise<void>;
}

/** How long an administrator's password lasts and when it may come back. */
export interface PasswordAging {
  /** Days until the next login asks for another one; 0: never. */
  readonly maxAgeDays: number;
  /** A new password must not be one of the last so many, the present one included; 0: any may come back. */
  readonly keepLast: number;
}

export interface PlatformSettings {
  /** Longest request body in bytes. */
  readonly bodyLimit: number;
  /** Most rows on one page: a page is held in memory, and clients know `next`. */
  readonly maxRows: number;
  /** Zone of the wire's date-times without offset. */
  readonly timeZone: string;
  /** Seconds a token lives; null: for ever. */
  readonly tokenLifetime: number | null;
  readonly passwordPolicy: PasswordPolicy;
  readonly passwordAging: PasswordAging;
  /** Address under which people reach the panel, without a slash at its end; null: the one that a request came in on. */
  readonly publicUrl: string | null;
  /** What mail goes out by; null: none is sent. */
  readonly mailer: Mailer | null;
  /** The connection for support; null: this platform has none. */
  readonly openvpn: Openvpn | null;
  readonly clock: () => Date;
  /** Name -> enabled, in the order of their ids from 1. */
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly identity: PlatformIdentity;
  /** The platform's own, over the database, unless another is given; null: nobody is ever banned. */
  readonly loginGuard: LoginGuard | null;
  readonly banPolicy: BanPolicy;
  /** Addresses or networks whose `X-Forwarded-For` and `-Proto` are believed: what stands in front of this server. */
  readonly trustedProxies: readonly string[];
  /** Least severe level that is logged. */
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
}

export const defaultSettings: PlatformSettings = {
  bodyLimit: 8 * 1024 * 1024,
  maxRows: 10_000,
  timeZone: "UTC",
  tokenLifetime: 24 * 60 * 60,
  passwordPolicy: DEFAULT_PASSWORD_POLICY,
  // No age: forced changes make people count up. Whoever has to have them sets them (docs/decisions/0008).
  passwordAging: { maxAgeDays: 0, keepLast: 5 },
  publicUrl: null,
  mailer: null,
  openvpn: null,
  clock: () => new Date(),
  capabilities: {
    cloudpbx: true,
    sms: false,
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
  trustedProxies: [],
  logLevel: "error",
};
