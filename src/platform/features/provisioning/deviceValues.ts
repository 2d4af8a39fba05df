import { createHash } from "node:crypto";
import type { Json } from "../../../core/schema/descriptor.ts";
import {
  type KeyedModel,
  type KeyRange,
  type Module,
  modulesOf,
  registeringFunctions,
} from "../../../core/telephony/deviceKeys.ts";
import type { Db } from "../../db/tables.ts";
import { bareName, isCustom } from "../../preferences/customPreferences.ts";
import { type PreferenceValues, withoutBytes } from "../../preferences/preferenceRecord.ts";
import type { Row } from "../../resourceHooks.ts";
import { type DeviceFacts, readFacts, type StoredDevice, type Subscriber, type TemplateNeeds } from "./deviceFacts.ts";

/** URLs of the platform, as the device reaches it. */
export interface Addresses {
  /** `https://panel.example`, without a trailing slash. */
  readonly base: string;
  /** As the device named itself, with its suffix. */
  readonly filename: string;
  /** The device's own question: parameter `opt`. */
  readonly opt: string;
}

/** Members that templates can name. */
export type TemplateMembers = Readonly<Record<string, unknown>>;

/** All that a configuration may name. */
export interface DeviceValues extends TemplateMembers {
  readonly phone: TemplateMembers & { readonly accounts: readonly TemplateMembers[] };
}

type StoredLine = NonNullable<Row<"pbxdevices">["lines"]>[number];

/** A phone or module, as templates see it. */
interface DeviceUnit extends KeyedModel {
  readonly vendor: string;
  readonly model: string;
}

/** A key of the phone (module 0) or of a module. */
interface KeyPosition {
  readonly module: number;
  readonly range: string;
  readonly keynum: number;
}

/**
 * Builds the values that the device's configuration can name (`deviceShape`). Passwords are those of the lines with
 * which it registers; a lamp for a colleague brings none.
 */
export async function loadDeviceValues(
  db: Db,
  storedDevice: StoredDevice,
  { base, filename, opt }: Addresses,
  needs: TemplateNeeds,
): Promise<DeviceValues> {
  const { device, model, modules: fitting } = storedDevice;
  const lines = device.lines ?? [];
  const phone = partOf(model);
  const { modules, moduleOf } = modulesOf(phone, (fitting ?? []).map(partOf), lines);
  const { subscribers, maxversion, preferences } = await readFacts(db, storedDevice, needs);
  const described = lines.map((line): DescribedLine => {
    const module = moduleOf(line);
    const position = { module: module?.number ?? 0, range: line.linerange, keynum: line.key_num };
    const values = { ...describe(line, subscribers.get(line.subscriber_id)), extension_unit: position.module };
    return { line, part: module ? module.model : phone, position, values };
  });
  const positions = [...placesOn(phone, 0), ...modules.flatMap((module) => placesOnModule(module))];
  const accounts = accountsOf(described, positions);
  // The first of a key counts, should it have several.
  const atKey = new Map(described.toReversed().map(({ position, values }) => [nameOf(position), values]));
  const numberOf = new Map(accounts.map(({ username, domain, number }) => [`${username}@${domain}`, number]));
  const keysOn = (module: number) =>
    positions
      .filter((position) => position.module === module)
      .map((position, index) => {
        const line = atKey.get(nameOf(position));
        const ownNumber =
          line && registeringFunctions.has(line.type) ? numberOf.get(`${line.username}@${line.domain}`) : undefined;
        const account = ownNumber ?? (accounts.length > 0 ? 1 : 0);
        return { ...line, number: index + 1, range: position.range, keynum: position.keynum, account };
      });
  const linesIn = ({ name }: KeyRange, part: DeviceUnit) =>
    described
      .filter((entry) => entry.part === part && entry.line.linerange === name)
      .toSorted((a, b) => a.position.module - b.position.module || a.position.keynum - b.position.keynum)
      .map((entry) => entry.values);
  const parts = new Set([phone, ...modules.flatMap((module) => module.model ?? [])]);
  const values = {
    opt,
    config: configAt(base, device.identifier, { filename, bootstrap: false }),
    firmware: { ...firmwareAt(base, device.identifier), maxversion },
    phone: {
      ...{ vendor: model.vendor, model: model.model, stationname: device.station_name },
      ...{ accounts, keys: keysOn(0) },
      modules: modules.flatMap(({ number, model: of }) =>
        of ? [{ number, vendor: of.vendor, model: of.model, keys: keysOn(number) }] : [],
      ),
      lineranges: [...parts]
        .flatMap((part) =>
          part.linerange.map((range) => ({
            ...{ name: range.name, num_lines: range.keys.length },
            lines: linesIn(range, part),
          })),
        )
        .filter((range) => range.lines.length > 0),
    },
    directory: directoriesAt(base, device.identifier),
    preferences: preferences ? { device: levelsOf(preferences) } : {},
  };
  if (!needs.checksum) return values;
  return { ...values, checksum: createHash("md5").update(JSON.stringify(values)).digest("hex") };
}

/** Values for the first contact of a device: nothing of a customer. */
export function bootstrapValues(identifier: string, { base, filename, opt }: Addresses): TemplateMembers {
  return {
    opt,
    config: configAt(base, identifier, { filename, bootstrap: true }),
    firmware: firmwareAt(base, identifier),
  };
}

/** URLs of a device's configuration. */
export function configAt(
  base: string,
  identifier: string,
  file: { readonly filename: string; readonly bootstrap: boolean },
): TemplateMembers {
  const baseurl = `${base}/device/autoprov/config/`;
  return { url: `${baseurl}${identifier}`, baseurl, mac: identifier, ...file };
}

export function firmwareAt(base: string, identifier: string): TemplateMembers {
  const url = `${base}/device/autoprov/firmware/${identifier}`;
  return { baseurl: url, booturl: url };
}

export function directoriesAt(base: string, identifier: string): TemplateMembers {
  return {
    name: "PBX Address Book",
    spaurl: `${base}/pbx/directory/spa/${identifier}`,
    panaurl: `${base}/pbx/directory/panasonic?userid=${identifier}`,
    yeaurl: `${base}/pbx/directory/yealink?userid=${identifier}`,
    polyurl: `${base}/pbx/directory/polycom/${identifier}`,
  };
}

interface DescribedLine {
  readonly line: StoredLine;
  /** Undefined: a module that is not known. */
  readonly part: DeviceUnit | undefined;
  readonly position: KeyPosition;
  readonly values: TemplateMembers;
}

function partOf({ vendor, model, linerange }: Row<"pbxdevicemodels">): DeviceUnit {
  return { vendor: String(vendor), model: String(model), linerange };
}

function placesOn({ linerange }: KeyedModel, module: number): KeyPosition[] {
  return linerange.flatMap(({ name, keys }) => keys.map((_, keynum) => ({ module, range: name, keynum })));
}

const placesOnModule = ({ model, number }: Module<DeviceUnit>) => (model ? placesOn(model, number) : []);

const nameOf = ({ module, range, keynum }: KeyPosition) => `${module} ${keynum} ${range}`;

/** Everybody who registers from the device, once each, in the order of the keys. */
function accountsOf(described: readonly DescribedLine[], positions: readonly KeyPosition[]): TemplateMembers[] {
  const order = new Map(positions.map((position, index) => [nameOf(position), index]));
  const orderOf = ({ position }: DescribedLine) => order.get(nameOf(position));
  const inOrder = described
    .filter((entry) => registeringFunctions.has(entry.line.type) && orderOf(entry) !== undefined)
    .toSorted((a, b) => Number(orderOf(a)) - Number(orderOf(b)));
  const first = new Map(inOrder.toReversed().map((entry) => [entry.line.subscriber_id, entry]));
  return inOrder
    .filter((entry) => first.get(entry.line.subscriber_id) === entry)
    .map(({ line, values }, index) => ({
      ...Object.fromEntries(accountMembers.map((name) => [name, values[name] ?? null])),
      ...{ number: index + 1, is_shared: line.type === "shared" },
    }));
}

const accountMembers = ["username", "domain", "password", "displayname", "extension", "primary_number"] as const;

function describe(line: StoredLine, subscriber: Subscriber | undefined): TemplateMembers {
  const { key_num: keynum, type, target_number = null, label = null } = line;
  if (!subscriber) return { keynum, type, target_number, label };
  const { username, domain, password, display_name, pbx_extension, numbers, preferences } = subscriber;
  const primary = numbers.find(({ is_primary }) => is_primary);
  const displayname = display_name ?? username;
  return {
    ...{ keynum, type, username, domain, displayname, target_number },
    password: registeringFunctions.has(type) ? password : null,
    // Labels follow the name of the subscriber until somebody writes another one.
    label: label ?? displayname,
    extension: pbx_extension,
    primary_number: primary?.number ?? null,
    alias_numbers: numbers.filter((number) => number !== primary).map(({ number }) => number),
    ...{ cc: primary?.cc ?? null, ac: "" },
    device_id: numbers.find(({ id, is_devid }) => is_devid && id === line.deviceid_number_id)?.number ?? null,
    concurrent_max: preferences.concurrent_max ?? null,
    concurrent_max_per_account: preferences.concurrent_max_per_account ?? 0,
    preferences: Object.fromEntries(
      Object.entries(preferences).map(([name, value]): [string, Json] => [name, withoutBytes(value)]),
    ),
  };
}

/** The preferences of a device and what it inherits, level by level and merged; own ones without their prefix. */
function levelsOf(preferences: NonNullable<DeviceFacts["preferences"]>): TemplateMembers {
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
    persistent: Object.fromEntries(all.filter(([name]) => !isCustom(name))),
    dynamic: Object.fromEntries(all.flatMap(([name, value]) => (isCustom(name) ? [[bareName(name), value]] : []))),
  };
}

/** Members of the values that are secrets. */
const secrets: ReadonlySet<string> = new Set(["password", "admin_pass"]);
/** In place of a secret. */
const MASK = "********";

/** Copies values for a user who may not see passwords. */
export function withoutPasswords(values: DeviceValues): DeviceValues {
  return JSON.parse(JSON.stringify(values, (name, value) => (secrets.has(name) && value !== null ? MASK : value)));
}

/** The passwords of a device's lines. */
export function passwordsIn({ phone }: DeviceValues): string[] {
  return phone.accounts.flatMap(({ password }) => (typeof password === "string" && password !== "" ? [password] : []));
}
