import { configAt, type DeviceValues, directoriesAt, firmwareAt, type TemplateMembers } from "./deviceValues.ts";

const ada: TemplateMembers = {
  ...{ username: "ada", domain: "sip.example.org", password: "Tulip-Harbour-27", displayname: "Ada Baker" },
  ...{ extension: "101", primary_number: "441632960101", cc: "44", ac: "", device_id: null },
  ...{ alias_numbers: ["441632960199"], target_number: null, preferences: {} },
  ...{ concurrent_max: null, concurrent_max_per_account: 0 },
};
const ben: TemplateMembers = {
  ...ada,
  ...{ username: "ben", password: null, displayname: "Ben & Son", extension: "102", primary_number: "441632960102" },
  alias_numbers: [],
};

/** A device that no customer has, to try a template with: `loadDeviceValues` with two keys in use. */
export function sampleDevice({ vendor, model }: { readonly vendor: string; readonly model: string }): DeviceValues {
  const base = "https://panel.example";
  const mac = "0050c2000001";
  const ownKey = { ...ada, keynum: 0, extension_unit: 0, type: "private", label: "Ada Baker" };
  const lamp = { ...ben, keynum: 1, extension_unit: 0, type: "blf", label: "Ben & Son" };
  const account = {
    ...{ number: 1, username: "ada", domain: "sip.example.org", password: "Tulip-Harbour-27" },
    ...{ displayname: "Ada Baker", extension: "101", primary_number: "441632960101", is_shared: false },
  };
  return {
    opt: "",
    config: configAt(base, mac, { filename: `${mac}.cfg`, bootstrap: false }),
    firmware: firmwareAt(base, mac),
    phone: {
      ...{ vendor, model, stationname: "Reception" },
      accounts: [account],
      keys: [
        { ...ownKey, number: 1, range: "Phone Keys", account: 1 },
        { ...lamp, number: 2, range: "Phone Keys", account: 1 },
        { number: 3, range: "Phone Keys", keynum: 2, account: 1 },
      ],
      modules: [],
      lineranges: [{ name: "Phone Keys", num_lines: 3, lines: [ownKey, lamp] }],
    },
    directory: directoriesAt(base, mac),
    preferences: {
      device: {
        ...{ model: {}, profile: {}, device: { ntp_server: "time.example.org" } },
        persistent: { model: {}, profile: {}, device: {} },
        dynamic: { model: {}, profile: {}, device: {} },
      },
    },
    checksum: "5d41402abc4b2a76b9719d911017c592",
  };
}
