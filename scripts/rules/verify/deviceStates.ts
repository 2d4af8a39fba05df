import type { WireRecord } from "../../../src/core/descriptor.ts";
import { toFileValue } from "../../../src/core/fileValue.ts";
import {
  deviceProfile,
  foreignCustomer,
  PROVISIONING_TEMPLATE,
  twoKeys,
  type World,
} from "../../../tests/support/world.ts";
import { collection, recordsOf } from "./requests.ts";
import { change, duplicate, numberOf, pbxCustomer, post, type State } from "./stateMakers.ts";

/** A phone whose only key is given in parts, and its model too. */
const phone = (
  line: (world: World, isBroken: boolean) => Promise<object> | object,
  model: (world: World) => Promise<WireRecord> | WireRecord = () => ({}),
): State =>
  post("pbxdevices", async (world, isBroken) => {
    const customer_id = await pbxCustomer(world);
    const subscriber_id = await world.make("subscribers", { customer_id, is_pbx_pilot: true });
    const given = { linerange: "Phone Keys", key_num: 0, type: "private", subscriber_id };
    const lines = [{ ...given, ...(await line(world, isBroken)) }];
    return { customer_id, profile_id: await deviceProfile(world, await model(world)), lines };
  });

const template = (broken: string): State =>
  post("pbxdeviceconfigs", (_, isBroken) => ({ data: textFile(isBroken ? broken : "a = [% phone.vendor %]") }));

const textFile = (text: string) => toFileValue({ type: "text/plain", base64: btoa(text) });

/** A preference that is made for the device model of a phone, or for owners besides. */
const ownPreference = (values: (world: World, isBroken: boolean) => Promise<object> | object): State =>
  post("preferencesmetaentries", async (world, isBroken) => ({
    ...{ data_type: "enum", enum: [], usr_pref: true, reseller_id: undefined, autoprov_device_id: undefined },
    ...(await values(world, isBroken)),
  }));

/** Either of a model and a reseller, or both. */
const scoped = ownPreference(async (world, isBroken) => ({
  ...{ dev_pref: true, reseller_id: isBroken ? await world.shared("resellers") : undefined },
  autoprov_device_id: await world.shared("pbxdevicemodels"),
}));

/** Conditions within each other. */
const nested = (name: string) => `${`[% IF ${name} %]`.repeat(33)}${"[% END %]".repeat(33)}`;

/** A provisioning template with one more line, which is wrong. */
const provisioning = (line: string): State =>
  post("provisioningtemplates", (_, isBroken) => ({
    lang: "template",
    template: isBroken ? `${PROVISIONING_TEMPLATE}${line}\n` : PROVISIONING_TEMPLATE,
  }));

/** Rules of phones and their models, and of templates that make them. */
export const deviceStates: Readonly<Record<string, State>> = {
  "uniqueTogether provisioningtemplates /name": duplicate("provisioningtemplates", ["reseller_id", "name"]),
  "yamlUnreadable provisioningtemplates /template": provisioning("}"),
  "yamlUnknown provisioningtemplates /template": provisioning("subscribr: {}"),
  "yamlField provisioningtemplates /template": post("provisioningtemplates", (_, isBroken) => ({
    lang: "template",
    template: isBroken ? PROVISIONING_TEMPLATE.replace("name: ext", "name: 1") : PROVISIONING_TEMPLATE,
  })),
  "yamlMany provisioningtemplates /template": provisioning("a, ".repeat(5_001)),
  "directiveOpen provisioningtemplates /template": provisioning("  email_code: '[% row.ext'"),
  "directiveUnknown provisioningtemplates /template": provisioning("  email_code: '[% INCLUDE x %]'"),
  "directiveUnreadable provisioningtemplates /template": provisioning("  email_code: '[% row.ext ? %]'"),
  "directiveEnd provisioningtemplates /template": provisioning("  email_code: '[% IF row.ext %]x'"),
  "directiveMany provisioningtemplates /template": provisioning(`  email_code: '${"[% 1 %]".repeat(10_001)}'`),
  "directiveDeep provisioningtemplates /template": provisioning(`  email_code: '${nested("row.ext")}'`),
  "variableUnknown provisioningtemplates /template": provisioning("  email_code: '[% row.no %]'"),
  "unique pbxdevicemodels /model": duplicate("pbxdevicemodels", ["reseller_id", "vendor", "model"]),
  "connectsSameKind pbxdevicemodels /connectable_models": post("pbxdevicemodels", async (world, isBroken) => ({
    type: "phone",
    connectable_models: [
      await world.make("pbxdevicemodels", { type: isBroken ? "phone" : "extension", connectable_models: null }),
    ],
  })),
  "otherReseller pbxdevicemodels /connectable_models/0": post("pbxdevicemodels", async (world, isBroken) => {
    const reseller_id = isBroken ? await world.make("resellers") : undefined;
    const other = await world.make("pbxdevicemodels", {
      ...{ type: "extension", connectable_models: null },
      ...(reseller_id === undefined ? {} : { reseller_id }),
    });
    return { type: "phone", connectable_models: [other] };
  }),
  "directiveOpen pbxdeviceconfigs /data": template("a = [% phone.vendor"),
  "directiveUnknown pbxdeviceconfigs /data": template("[% PERL %]"),
  "directiveUnreadable pbxdeviceconfigs /data": template("[% `id` %]"),
  "directiveEnd pbxdeviceconfigs /data": template("[% IF phone.vendor %]"),
  "directiveMany pbxdeviceconfigs /data": template("[% 1 %]".repeat(10_001)),
  "directiveDeep pbxdeviceconfigs /data": template(nested("phone.vendor")),
  "variableUnknown pbxdeviceconfigs /data": template("[% phone.vndor %]"),
  "unique pbxdeviceprofiles /name": duplicate("pbxdeviceprofiles", ["config_id", "name"]),
  "unique pbxdevices /identifier": duplicate("pbxdevices", ["identifier"]),
  "keysUnknown pbxdevices /lines/0/linerange": phone((_, isBroken) => (isBroken ? { linerange: "Other Keys" } : {})),
  "keyOutOfRange pbxdevices /lines/0/key_num": phone((_, isBroken) => ({ key_num: isBroken ? 2 : 1 })),
  "tooManyModules pbxdevices /lines/0/extension_unit": phone(
    (_, isBroken) => ({ linerange: "Module Keys", extension_unit: isBroken ? 2 : 1 }),
    async (world) => {
      const keys = { connectable_models: null, linerange: twoKeys("Module Keys") };
      const module = await world.make("pbxdevicemodels", { type: "extension", ...keys });
      return { type: "phone", extensions_num: 1, connectable_models: [module] };
    },
  ),
  "notDeviceId pbxdevices /lines/0/deviceid_number_id": async (world, requests, isBroken) => {
    const customer_id = await pbxCustomer(world);
    const alias_numbers = [{ ...numberOf(world.digits()), is_devid: !isBroken }];
    const subscriber_id = await world.make("subscribers", { customer_id, is_pbx_pilot: true, alias_numbers });
    const path = `${collection("numbers")}?subscriber_id=${subscriber_id}`;
    const alias = recordsOf(await requests.request("GET", path), "numbers").find(({ is_primary }) => !is_primary);
    const line = { linerange: "Phone Keys", key_num: 0, type: "private", subscriber_id };
    const lines = [{ ...line, deviceid_number_id: alias?.id ?? null }];
    const profile_id = await deviceProfile(world);
    return post("pbxdevices", () => ({ customer_id, profile_id, lines }))(world, requests, isBroken);
  },
  "otherCustomer pbxdevices /lines/0/subscriber_id": phone(async (world, isBroken) =>
    isBroken ? { subscriber_id: await world.make("subscribers") } : {},
  ),
  "otherReseller pbxdevices /profile_id": post("pbxdevices", async (world, isBroken) => ({
    ...{ customer_id: await pbxCustomer(world), lines: [] },
    profile_id: await deviceProfile(world, isBroken ? { reseller_id: await world.make("resellers") } : {}),
  })),
  "otherReseller pbxdevices /customer_id": change(
    "pbxdevices",
    "customer_id",
    async (world, isBroken) => (isBroken ? (await foreignCustomer(world)).customer_id : pbxCustomer(world)),
    async (world) => world.make("pbxdevices", { lines: [] }),
  ),
  "unique preferencesmetaentries /attribute": duplicate("preferencesmetaentries", ["attribute"]),
  "preferenceCharacters preferencesmetaentries /attribute": ownPreference((world, isBroken) => ({
    attribute: isBroken ? "not one word" : world.text().toLowerCase(),
  })),
  "preferenceCharacters preferencesmetaentries /enum/0/value": ownPreference((_, isBroken) => ({
    enum: [{ label: "First", value: isBroken ? "not one word" : "first" }],
  })),
  "preferenceScopes preferencesmetaentries /autoprov_device_id": scoped,
  "preferenceScopes preferencesmetaentries /reseller_id": scoped,
  "preferenceOwners preferencesmetaentries /dev_pref": ownPreference((_, isBroken) => ({
    ...{ usr_pref: !isBroken, prof_pref: false, dom_pref: false, peer_pref: false, contract_pref: false },
    ...{ reseller_pref: false, dev_pref: false, devprof_pref: false },
  })),
};
