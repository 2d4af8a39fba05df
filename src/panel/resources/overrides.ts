import type { FormOverride } from "../views/form/override.ts";

/** Resources with a form that their schema can not say, each loaded with its first form. */
const loaders: Readonly<Record<string, () => Promise<FormOverride>>> = {
  admins: async () => (await import("./admins/form.ts")).adminsForm,
  contracts: async () => (await import("./billing/form.ts")).contractsForm,
  subscriberprofiles: async () => (await import("./subscriberprofiles/form.ts")).subscriberprofilesForm,
  resellerbrandings: async () => (await import("./resellerbrandings/form.ts")).brandingForm,
  customers: async () => (await import("./billing/form.ts")).customersForm,
};

const none: Promise<FormOverride> = Promise.resolve({});
const loading = new Map<string, Promise<FormOverride>>();

/** What is hand-written of a resource's form. The same promise each time, so that `use` can read it. */
export function loadOverride(resource: string): Promise<FormOverride> {
  const load = loaders[resource];
  if (!load) return none;
  const known = loading.get(resource) ?? load();
  known.catch(() => loading.delete(resource));
  loading.set(resource, known);
  return known;
}
