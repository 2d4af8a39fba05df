import { roles as rolesData } from "../../generated/permissions.gen.ts";
import type { Grants, RolesData } from "../schema/descriptor.ts";

const READ_ONLY = "ReadOnly";

export function isReadOnly(role: string): boolean {
  return role.endsWith(READ_ONLY);
}

export function baseRole(role: string): string {
  return isReadOnly(role) ? role.slice(0, -READ_ONLY.length) : role;
}

export function readOnlyVariant(role: string): string {
  return `${role}${READ_ONLY}`;
}

/** The role and those it inherits from, nearest first. */
export function lineage(base: string, data: RolesData): readonly string[] {
  const role = data.roles.find((candidate) => candidate.name === base);
  return role?.inherits ? [base, ...lineage(role.inherits, data)] : [base];
}

/** Access map -> role -> its grants. Lists ask for every cell, and the answer never changes. */
const cache = new WeakMap<object, Map<string, Grants | null>>();

/**
 * The grants of a role in a map such as a schema's `access`: its own entry or that of the nearest role it inherits
 * from; a read-only variant keeps reading only. Null when the map names none of them.
 */
export function grantsOf(access: Readonly<Record<string, Grants>>, role: string): Grants | null {
  let ofMap = cache.get(access);
  if (!ofMap) {
    ofMap = new Map();
    cache.set(access, ofMap);
  }
  let grants = ofMap.get(role);
  if (grants === undefined) {
    grants = resolve(access, role);
    ofMap.set(role, grants);
  }
  return grants;
}

function resolve(access: Readonly<Record<string, Grants>>, role: string): Grants | null {
  const roleWithGrants = lineage(baseRole(role), rolesData).find((candidate) => access[candidate]);
  const grants = roleWithGrants === undefined ? undefined : access[roleWithGrants];
  if (!grants) return null;
  if (!isReadOnly(role)) return grants;
  return Object.fromEntries(Object.entries(grants).filter(([right]) => right === "read" || right === "lookup"));
}
