import type { FilterDescriptor } from "../../core/schema/descriptor.ts";
import { flatKey } from "../../core/schema/texts.ts";

const resourceKey = (resource: string, key: string) => `resources.${resource}.${key}`;

/** "Customer |||| Customers": translate with `smart_count`. */
export const nameKey = (resource: string) => resourceKey(resource, "name");
export const fieldKey = (resource: string, path: string) => resourceKey(resource, `fields.${flatKey(path)}`);
export const enumKey = (resource: string, path: string, value: string | number) =>
  resourceKey(resource, `enums.${flatKey(path)}.${value}`);
export const groupKey = (resource: string, group: string) => resourceKey(resource, `groups.${group}`);
export const variantKey = (resource: string, variant: string) => resourceKey(resource, `variants.${variant}`);
/** The verb with its object: "Create customer"; `create`, `remove`, or the name of a bulk action. */
export const actionKey = (resource: string, action: string) => resourceKey(resource, `actions.${action}`);
/** The key of an empty list's text; most lists have the same. */
export const emptyKey = (resource: string) => resourceKey(resource, "empty");
/** A filter on a field is labelled like the field; others have a label of their own. */
export const filterKey = (resource: string, { name, source }: Pick<FilterDescriptor, "name" | "source">) =>
  name === source ? fieldKey(resource, name) : resourceKey(resource, `filters.${name}`);
