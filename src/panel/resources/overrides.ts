import type { FormOverride } from "../views/form/override.ts";

/** Resources whose form needs more than their schema, each loaded with its first form. */
export const formOverrides: Record<string, () => Promise<FormOverride>> = {
  admins: async () => (await import("./admins/form.tsx")).adminsForm,
  contracts: async () => (await import("./billing/form.tsx")).contractsForm,
  customerfraudpreferences: async () => (await import("./customerfraudpreferences/form.ts")).fraudPreferencesForm,
  emailtemplates: async () => (await import("./emailtemplates/loadForm.ts")).loadEmailtemplatesForm(),
  invoices: async () => (await import("./invoices/loadForm.ts")).loadInvoiceForm(),
  pbxdevices: async () => (await import("./pbxdevices/loadForm.ts")).loadDeviceForm(),
  subscribers: async () => (await import("./subscribers/form.tsx")).subscribersForm,
  subscriberprofiles: async () => (await import("./subscriberprofiles/form.tsx")).subscriberprofilesForm,
  resellerbrandings: async () => (await import("./resellerbrandings/form.tsx")).brandingForm,
  voucherbatches: async () => (await import("./voucherbatches/loadForm.ts")).loadBatchForm(),
  customers: async () => (await import("./billing/form.tsx")).customersForm,
};

const none: Promise<FormOverride> = Promise.resolve({});
const loading = new Map<() => Promise<FormOverride>, Promise<FormOverride>>();

/** A resource's form override. A stable promise, so that `use` can read it. */
export function loadOverride(resource: string): Promise<FormOverride> {
  const load = formOverrides[resource];
  if (!load) return none;
  const known = loading.get(load) ?? load();
  known.catch(() => loading.delete(load));
  loading.set(load, known);
  return known;
}
