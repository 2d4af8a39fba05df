import type { FieldDescriptor, ResourceDescriptor } from "../core/schema/descriptor.ts";

/** A small made-up resource for tests: domains of resellers, with one filter of each kind. */
export function testDescriptor(overrides: Partial<ResourceDescriptor> = {}): ResourceDescriptor {
  return {
    name: "domains",
    route: "/domain",
    icon: "dns",
    recordRepresentation: "{domain}",
    operations: ["list", "read", "create", "update", "delete"],
    access: { superuser: { read: true, create: true, update: true, delete: true }, admins: {} },
    createPath: "create",
    remove: { by: "delete" },
    fields: [],
    rules: [],
    filters: [
      { name: "domain", source: "domain", match: "wildcard", kind: "text" },
      { name: "reseller_id", source: "reseller_id", match: "exact", kind: "reference" },
      { name: "status", source: "status", match: "list", kind: "enum" },
    ],
    list: {
      searchIn: [],
      columns: [],
      filters: [],
      searchFilter: "domain",
      sort: { field: "id", order: "ASC" },
      perPage: 10,
      expand: ["reseller_id"],
    },
    groups: [],
    variants: [],
    children: [],
    dependents: [],
    legacyTables: [],
    api: { patchAddRemove: false, returnRepresentation: false },
    journal: false,
    ...overrides,
  };
}

/** A made-up field that need not have a value. */
export function testField(
  name: string,
  kind: FieldDescriptor["kind"],
  more: Partial<FieldDescriptor> = {},
): FieldDescriptor {
  return { name, kind, required: false, ...more };
}
