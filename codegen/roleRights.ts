import { memoize } from "../src/core/values/memoize.ts";
import type { AccessFlagsModel, AccessModel, FieldModel, Grant, Grants, ResourceModel } from "./model.ts";
import type { RolesFile } from "./schemaTypes.ts";

/** A role or its read-only variant, as the documentation shows it. */
export interface RoleView {
  readonly name: string;
  /** Column heading: the initials of its name, with `ro` for a read-only variant. */
  readonly short: string;
  readonly about: string;
  readonly isReadOnly: boolean;
  /** Its base role and those it inherits from, nearest first. */
  readonly lineage: readonly string[];
}

/** All roles, each before its read-only variant. */
export const roleViews = memoize(({ roles }: RolesFile): readonly RoleView[] =>
  roles.flatMap(({ name, description, readOnlyVariant }) => {
    const short = (name.charAt(0) + name.slice(1).replace(/[a-z]/g, "")).toUpperCase();
    const view: RoleView = { name, short, about: description, isReadOnly: false, lineage: lineage(name, roles) };
    const variant = { ...view, name: `${name}ReadOnly`, short: `${short} ro`, about: "", isReadOnly: true };
    return readOnlyVariant ? [view, variant] : [view];
  }),
);

function lineage(name: string, roles: RolesFile["roles"]): string[] {
  const inherits = roles.find((role) => role.name === name)?.inherits;
  return inherits ? [name, ...lineage(inherits, roles)] : [name];
}

/** Rights of a role by an access map; undefined if the map has no entry for it. */
export function grantsOf(access: AccessModel, role: RoleView): Grants | undefined {
  const inheritedRole = role.lineage.find((name) => access[name]);
  const grants = inheritedRole === undefined ? undefined : access[inheritedRole];
  if (!grants || !role.isReadOnly) return grants;
  return filterGrants(grants, (right) => right === "read" || right === "lookup");
}

/** Rights of a role on a resource, limited to its operations. Terminating counts as deleting. */
export function resourceRights(resource: ResourceModel, role: RoleView): Grants {
  const { operations, x } = resource;
  const isThere = (right: string) =>
    right === "read" || right === "lookup"
      ? operations.includes("read") || operations.includes("list")
      : operations.includes(right) || (right === "delete" && x.status?.terminated !== undefined);
  return filterGrants(grantsOf(resource.access, role) ?? {}, isThere);
}

/** Rights of a role on a field, within those on the resource. Deleting applies to records only. */
export function fieldRights(resource: ResourceModel, field: FieldModel, role: RoleView): Grants {
  const resourceGrants = resourceRights(resource, role);
  const fieldGrants = field.access && grantsOf(field.access, role);
  const isThere = (right: string) =>
    right !== "delete" &&
    !(field.writeOnly && (right === "read" || right === "lookup")) &&
    !(field.readOnly && (right === "create" || right === "update")) &&
    !(field.immutable && right === "update");
  const possible = filterGrants(resourceGrants, isThere);
  if (!fieldGrants) return possible;
  const narrowed = Object.entries(possible).flatMap(([right, grant]): [string, Grant][] => {
    const narrower = fieldGrants[right] ?? (right === "lookup" ? fieldGrants.read : undefined);
    if (!narrower) return [];
    return [[right, grant === true ? narrower : grant]];
  });
  return Object.fromEntries(narrowed);
}

/** Rights on a page, tool, statistic or document, by its name or otherwise by its group. */
export function pageRights(rights: RolesFile["rights"], page: string, role: RoleView): Grants {
  const group = `${page.slice(0, page.indexOf("."))}.*`;
  for (const name of role.lineage) {
    const text = rights[name]?.[page] ?? rights[name]?.[group];
    if (text === undefined) continue;
    const granted = text === "all" ? ["read", "create", "update", "delete"] : text === "none" ? [] : text.split(" ");
    const grants = Object.fromEntries(granted.map((right) => [right, true as const]));
    return role.isReadOnly ? filterGrants(grants, (right) => right === "read") : grants;
  }
  return {};
}

/** Flag -> the rights that require it. */
export function rightsByFlag(requires: AccessFlagsModel): Map<string, string[]> {
  const flags = new Map<string, string[]>();
  for (const [right, flag] of Object.entries(requires)) flags.set(flag, [...(flags.get(flag) ?? []), right]);
  return flags;
}

function filterGrants(grants: Grants, test: (right: string) => boolean): Grants {
  return Object.fromEntries(Object.entries(grants).filter(([right]) => test(right)));
}
