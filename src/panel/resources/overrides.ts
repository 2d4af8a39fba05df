import type { ResourceName } from "../../generated/types/index.gen.ts";
import { hasExtension } from "../providers/extensions.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import type { FormOverride } from "../views/form/override.ts";

async function withTexts<Module>(loading: Promise<Module>, texts: string): Promise<Module> {
  const [module] = await Promise.all([loading, addTexts(texts)]);
  return module;
}

/** Resources whose form needs more than their schema, each loaded with its first form. */
const forms: { readonly [Resource in ResourceName]?: () => Promise<FormOverride<Resource>> } = {
  admins: async () => (await import("./admins/form.tsx")).adminsForm,
  contracts: async () => (await import("./billing/form.tsx")).contractsForm,
  customerfraudpreferences: async () => (await import("./customerfraudpreferences/form.ts")).fraudPreferencesForm,
  emailtemplates: async () => (await withTexts(import("./emailtemplates/form.tsx"), "mails")).emailtemplatesForm,
  // Invoices have a preview if the platform does.
  invoices: async () =>
    hasExtension("invoice_preview")
      ? { Confirmation: (await withTexts(import("./invoices/PreviewDialog.tsx"), "invoices")).PreviewDialog }
      : {},
  pbxdevices: async () => ({
    fieldComponents: { lines: (await withTexts(import("./pbxdevices/KeyEditor.tsx"), "deviceKeys")).KeyEditor },
  }),
  subscribers: async () => (await import("./subscribers/form.tsx")).subscribersForm,
  subscriberprofiles: async () => (await import("./subscriberprofiles/form.tsx")).subscriberprofilesForm,
  resellerbrandings: async () => (await import("./resellerbrandings/form.tsx")).brandingForm,
  voucherbatches: async () => (await withTexts(import("./voucherbatches/form.tsx"), "vouchers")).batchForm,
  customers: async () => (await import("./billing/form.tsx")).customersForm,
};

export const formOverrides: Record<string, (() => Promise<FormOverride>) | undefined> = forms;
const none: Promise<FormOverride> = Promise.resolve({});
const loading = new Map<() => Promise<FormOverride>, Promise<FormOverride>>();

/** A resource's form override. A stable promise, so that `use` can read it. */
export function loadOverride(resource: string): Promise<FormOverride> {
  const load = formOverrides[resource];
  if (!load) return none;
  const override = loading.get(load) ?? load();
  override.catch(() => loading.delete(load));
  loading.set(load, override);
  return override;
}
