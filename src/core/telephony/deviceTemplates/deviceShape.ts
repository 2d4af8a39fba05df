import type { TemplateShape } from "./shapes.ts";

const values = (...names: string[]): Readonly<Record<string, TemplateShape>> =>
  Object.fromEntries(names.map((name) => [name, "value" as const]));

/** A key of a device with what it does. */
const line: TemplateShape = {
  members: {
    ...values("keynum", "type", "username", "domain", "password", "extension", "primary_number", "displayname"),
    ...values("cc", "ac", "device_id", "target_number", "label", "concurrent_max", "concurrent_max_per_account"),
    extension_unit: "value",
    alias_numbers: { list: "value" },
    preferences: "any",
  },
};

/** A key in the order of its phone or module, those that do nothing included. */
const key: TemplateShape = {
  members: { ...line.members, ...values("number", "range", "account") },
};

/** A subscriber that registers from the device. */
const account: TemplateShape = {
  members: values(
    "number",
    "username",
    "domain",
    "password",
    "displayname",
    "extension",
    "primary_number",
    "is_shared",
  ),
};

/** Variables of configurations of devices, as `loadDeviceValues` fills them in. */
export const deviceShape: TemplateShape = {
  members: {
    opt: "value",
    config: { members: values("url", "baseurl", "mac", "filename", "bootstrap") },
    firmware: { members: values("baseurl", "booturl", "maxversion") },
    phone: {
      members: {
        ...values("vendor", "model", "stationname"),
        accounts: { list: account },
        keys: { list: key },
        modules: { list: { members: { ...values("number", "vendor", "model"), keys: { list: key } } } },
        lineranges: { list: { members: { ...values("name", "num_lines"), lines: { list: line } } } },
      },
    },
    directory: { members: values("spaurl", "panaurl", "yeaurl", "polyurl", "name") },
    preferences: {
      members: {
        device: {
          members: {
            ...{ model: "any", profile: "any", device: "any" },
            persistent: { members: { model: "any", profile: "any", device: "any" } },
            dynamic: { members: { model: "any", profile: "any", device: "any" } },
          },
        },
      },
    },
    checksum: "value",
  },
};
