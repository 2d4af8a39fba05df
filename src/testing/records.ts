import type { WireRecord } from "../core/schema/descriptor.ts";
import { toFileValue } from "../core/validation/fileValue.ts";
import type { Client } from "./platform.ts";

/** Who makes records, with all that they need: of the second reseller, unless another one is given. */
type Maker = Pick<Client, "create">;

let serial = 0;

export const createProfile = (maker: Maker, values: WireRecord = {}): Promise<number> =>
  maker.create("billingprofiles", {
    ...{ reseller_id: 2, handle: `profile${++serial}`, name: `Profile ${serial}` },
    ...values,
  });

export const createContact = (maker: Maker, values: WireRecord = {}): Promise<number> =>
  maker.create("customercontacts", { reseller_id: 2, email: `contact${++serial}@example.org`, ...values });

export async function createCustomer(maker: Maker, { reseller_id = 2, ...values }: WireRecord = {}): Promise<number> {
  const contact_id = values.contact_id ?? (await createContact(maker, { reseller_id }));
  const billing_profile_id = values.billing_profile_id ?? (await createProfile(maker, { reseller_id }));
  return maker.create("customers", { type: "sipaccount", status: "active", ...values, contact_id, billing_profile_id });
}

export async function createSubscriber(maker: Maker, { reseller_id = 2, ...values }: WireRecord = {}): Promise<number> {
  const domain = `sip${++serial}.example.org`;
  const primary_number = { cc: "43", ac: "720", sn: String(100_000 + serial) };
  return maker.create("subscribers", {
    ...{ username: `user${serial}`, password: "Some-secret-9", status: "active", primary_number },
    ...values,
    customer_id: values.customer_id ?? (await createCustomer(maker, { reseller_id })),
    domain_id: values.domain_id ?? (await maker.create("domains", { reseller_id, domain })),
  });
}

/** A model of a phone with one key. */
export const createModel = (maker: Maker, values: WireRecord = {}): Promise<number> =>
  maker.create("pbxdevicemodels", {
    ...{ reseller_id: 2, vendor: "Tessel", model: `D${++serial}`, type: "phone" },
    ...{ linerange: [{ name: "Keys", can_private: true, keys: [{ x: 1, y: 1 }] }], ...values },
  });

/** A profile for phones of a model, with this configuration. */
export async function createDeviceProfile(maker: Maker, device_id: number, template = "a=1"): Promise<number> {
  const data = toFileValue({ type: "text/plain", base64: btoa(template) });
  const config_id = await maker.create("pbxdeviceconfigs", { device_id, version: "1", data });
  return maker.create("pbxdeviceprofiles", { config_id, name: "Desk" });
}

/** A JSON Patch that gives fields these values. */
export const replacing = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([field, value]) => ({ op: "replace", path: `/${field}`, value }));
