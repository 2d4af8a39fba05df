import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Json } from "../../core/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { bareName, isOwn } from "../preferences/ownPreferences.ts";
import { type PreferenceValues, withoutBytes } from "../preferences/preferenceRecord.ts";
import { type DeviceFacts, type Needs, readFacts, type StoredDevice, type Subscriber } from "./deviceFacts.ts";

type Db = Kysely<Tables>;

/** Where the platform is, as the device reaches it. */
export interface Addresses {
  /** `https://panel.example`, without a trailing slash. */
  readonly base: string;
  /** As the device named itself, with its suffix. */
  readonly filename: string;
  /** The device's own question: parameter `opt`. */
  readonly opt: string;
}

/** What templates name, by name. */
export type Members = Readonly<Record<string, unknown>>;

/** All that a configuration may name. */
export interface DeviceValues extends Members {
  readonly phone: Members & { readonly accounts: readonly Members[] };
}

interface StoredLine {
  readonly linerange: string;
  readonly key_num: number;
  readonly type: string;
  readonly subscriber_id: number;
  readonly target_number?: string | null;
  readonly label?: string | null;
}

interface StoredRange {
  readonly name: string;
  readonly keys: readonly unknown[];
}

/** Functions of a key with which the device registers, and so the only ones that need a password. */
const registers: ReadonlySet<string> = new Set(["private", "shared"]);

/**
 * What the device's configuration can name (`deviceShape`). Passwords are those of the lines with which it registers; a
 * lamp for a colleague brings none.
 */
export async function deviceValues(
  db: Db,
  stored: StoredDevice,
  { base, filename, opt }: Addresses,
  needs: Needs,
): Promise<DeviceValues> {
  const { device, model } = stored;
  const lines = (device.lines ?? []) as unknown as readonly StoredLine[];
  const ranges = model.linerange as unknown as readonly StoredRange[];
  const { subscribers, maxversion, preferences } = await readFacts(db, stored, needs);
  const described = lines.map((line) => ({ line, values: describe(line, subscribers.get(line.subscriber_id)) }));
  const at = (range: string) =>
    described
      .filter(({ line }) => line.linerange === range)
      .toSorted((one, other) => one.line.key_num - other.line.key_num)
      .map((one) => one.values);
  const accounts = accountsOf(described, ranges);
  // The first of a key counts, should it have several.
  const atKey = new Map(
    described.toReversed().map(({ line, values }) => [`${line.key_num} ${line.linerange}`, values]),
  );
  const numberOf = new Map(accounts.map(({ username, domain, number }) => [`${username}@${domain}`, number]));
  const keys = ranges
    .flatMap(({ name, keys: places }) => places.map((_, keynum) => ({ name, keynum })))
    .map(({ name, keynum }, index) => {
      const found = atKey.get(`${keynum} ${name}`);
      const own =
        found && registers.has(String(found.type)) ? numberOf.get(`${found.username}@${found.domain}`) : undefined;
      return { ...found, number: index + 1, range: name, keynum, account: own ?? (accounts.length > 0 ? 1 : 0) };
    });
  const values = {
    opt,
    config: configAt(base, device.identifier, { filename, bootstrap: false }),
    firmware: { ...firmwareAt(base, device.identifier), maxversion },
    phone: {
      ...{ vendor: model.vendor, model: model.model, stationname: device.station_name },
      ...{ accounts, keys },
      lineranges: ranges
        .map(({ name, keys: places }) => ({ name, num_lines: places.length, lines: at(name) }))
        .filter((range) => range.lines.length > 0),
    },
    directory: directoriesAt(base, device.identifier),
    preferences: preferences ? { device: levelsOf(preferences) } : {},
  };
  if (!needs.checksum) return values;
  return { ...values, checksum: createHash("md5").update(JSON.stringify(values)).digest("hex") };
}

/** What the first contact of a device may name: nothing of a customer. */
export function bootstrapValues(identifier: string, { base, filename, opt }: Addresses): Members {
  return {
    opt,
    config: configAt(base, identifier, { filename, bootstrap: true }),
    firmware: firmwareAt(base, identifier),
  };
}

/** Where a device finds its configuration. */
export function configAt(
  base: string,
  identifier: string,
  asked: { readonly filename: string; readonly bootstrap: boolean },
): Members {
  const baseurl = `${base}/device/autoprov/config/`;
  return { url: `${baseurl}${identifier}`, baseurl, mac: identifier, ...asked };
}

export function firmwareAt(base: string, identifier: string): Members {
  const url = `${base}/device/autoprov/firmware/${identifier}`;
  return { baseurl: url, booturl: url };
}

export function directoriesAt(base: string, identifier: string): Members {
  return {
    name: "PBX Address Book",
    spaurl: `${base}/pbx/directory/spa/${identifier}`,
    panaurl: `${base}/pbx/directory/panasonic?userid=${identifier}`,
    yeaurl: `${base}/pbx/directory/yealink?userid=${identifier}`,
    polyurl: `${base}/pbx/directory/polycom/${identifier}`,
  };
}

interface Described {
  readonly line: StoredLine;
  readonly values: Members;
}

/** Everybody who registers from the device, once each, in the order of the phone's keys. */
function accountsOf(described: readonly Described[], ranges: readonly StoredRange[]): Members[] {
  const places = new Map(ranges.map(({ name }, index) => [name, index]));
  const inOrder = described
    .filter(({ line }) => registers.has(line.type) && places.has(line.linerange))
    .toSorted(
      (one, other) =>
        Number(places.get(one.line.linerange)) - Number(places.get(other.line.linerange)) ||
        one.line.key_num - other.line.key_num,
    );
  const first = new Map(inOrder.toReversed().map((one) => [one.line.subscriber_id, one]));
  return inOrder
    .filter((one) => first.get(one.line.subscriber_id) === one)
    .map(({ line, values }, index) => ({
      ...Object.fromEntries(accountMembers.map((name) => [name, values[name] ?? null])),
      ...{ number: index + 1, is_shared: line.type === "shared" },
    }));
}

const accountMembers = ["username", "domain", "password", "displayname", "extension", "primary_number"] as const;

function describe(line: StoredLine, subscriber: Subscriber | undefined): Members {
  const { key_num: keynum, type, target_number = null, label = null } = line;
  if (!subscriber) return { keynum, type, target_number, label };
  const { username, domain, password, display_name, pbx_extension, numbers, preferences } = subscriber;
  const primary = numbers.find(({ is_primary }) => is_primary);
  const displayname = display_name ?? username;
  return {
    ...{ keynum, type, username, domain, displayname, target_number },
    password: registers.has(type) ? password : null,
    // Labels follow the name of the subscriber until somebody writes another one.
    label: label ?? displayname,
    extension: pbx_extension,
    primary_number: primary?.number ?? null,
    alias_numbers: numbers.filter((number) => number !== primary).map(({ number }) => number),
    ...{ cc: primary?.cc ?? null, ac: "" },
    device_id: numbers.find(({ is_devid }) => is_devid)?.number ?? null,
    concurrent_max: preferences.concurrent_max ?? null,
    concurrent_max_per_account: preferences.concurrent_max_per_account ?? 0,
    preferences: Object.fromEntries(
      Object.entries(preferences).map(([name, value]): [string, Json] => [name, withoutBytes(value)]),
    ),
  };
}

/** The preferences of a device and what it inherits, level by level and merged; own ones without their prefix. */
function levelsOf(preferences: NonNullable<DeviceFacts["preferences"]>): Members {
  const [ofModel, ofProfile, ofDevice] = [splitOwn(preferences[0]), splitOwn(preferences[1]), splitOwn(preferences[2])];
  const levels = [ofModel, ofProfile, ofDevice].flatMap(({ persistent, dynamic }) => [persistent, dynamic]);
  return {
    ...{ model: ofModel.persistent, profile: ofProfile.persistent },
    device: Object.assign({}, ...levels),
    persistent: { model: ofModel.persistent, profile: ofProfile.persistent, device: ofDevice.persistent },
    dynamic: { model: ofModel.dynamic, profile: ofProfile.dynamic, device: ofDevice.dynamic },
  };
}

function splitOwn(values: PreferenceValues) {
  const all = Object.entries(values);
  return {
    persistent: Object.fromEntries(all.filter(([name]) => !isOwn(name))),
    dynamic: Object.fromEntries(all.flatMap(([name, value]) => (isOwn(name) ? [[bareName(name), value]] : []))),
  };
}

/** Members of the values that are secrets. */
const secrets: ReadonlySet<string> = new Set(["password", "admin_pass"]);
/** In place of a secret. */
const MASK = "********";

/** The same for somebody who may not see passwords. */
export function withoutPasswords(values: DeviceValues): DeviceValues {
  return JSON.parse(JSON.stringify(values, (name, value) => (secrets.has(name) && value !== null ? MASK : value)));
}

/** The passwords of a device's lines. */
export function passwordsIn({ phone }: DeviceValues): string[] {
  return phone.accounts.flatMap(({ password }) => (typeof password === "string" && password !== "" ? [password] : []));
}
