import { roles as rolesData } from "../generated/permissions.gen.ts";
import type { FieldDescriptor, Grant, Grants, ResourceSummary, Right, WireRecord } from "./descriptor.ts";

export type Flags = Readonly<Record<string, boolean | string>>;

/** `schemas/roles.json` as codegen emits it. */
export interface RolesData {
  readonly roles: readonly { readonly name: string; readonly inherits?: string; readonly readOnlyVariant: boolean }[];
  /** Ordered: the first that matches wins. */
  readonly derivation: readonly { readonly when: RoleCondition; readonly role: string }[];
  /** Server role -> server roles whose administrators it may create and change. */
  readonly manages: Readonly<Record<string, readonly string[]>>;
  /** Server role -> flags it stands for. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** Base role -> page, tool, statistic or document -> rights. */
  readonly rights: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type RoleCondition =
  | { readonly anyOf: readonly RoleCondition[] }
  | { readonly allOf: readonly RoleCondition[] }
  | { readonly [flag: string]: string | boolean };

/** Who asks: the derived role and the administrator's own id. */
export interface Caller {
  readonly role: string | null;
  readonly adminId: number;
}

const READ_ONLY = "ReadOnly";

/** The panel role of an administrator's record, by its flags in the order of `schemas/roles.json`; null: no rights. */
export function deriveRole(admin: WireRecord, data: RolesData = rolesData): string | null {
  const found = data.derivation.find(({ when }) => holds(when, admin));
  if (!found) return null;
  const hasVariant = data.roles.some((role) => role.name === found.role && role.readOnlyVariant);
  return admin.read_only && hasVariant ? `${found.role}${READ_ONLY}` : found.role;
}

function holds(condition: RoleCondition, admin: WireRecord): boolean {
  if ("anyOf" in condition) return (condition.anyOf as readonly RoleCondition[]).some((part) => holds(part, admin));
  if ("allOf" in condition) return (condition.allOf as readonly RoleCondition[]).every((part) => holds(part, admin));
  return Object.entries(condition).every(([flag, wanted]) =>
    typeof wanted === "boolean" ? Boolean(admin[flag]) === wanted : admin[flag] === wanted,
  );
}

/**
 * Whether the caller has this right on a resource, on one record of it or on one field.
 * The one answer for server and panel; an own-record grant needs the record.
 */
export function can(
  caller: Caller,
  resource: Pick<ResourceSummary, "name" | "access">,
  right: Right,
  { record, field }: { record?: WireRecord; field?: Pick<FieldDescriptor, "access"> } = {},
): boolean {
  if (!caller.role) return false;
  if (isReadOnly(caller.role) && right !== "read" && right !== "lookup") return false;
  const base = baseRole(caller.role);
  if (!allows(grantsOf(resource.access, base), right, caller, record)) return false;
  const fieldGrants = field?.access && namedGrants(field.access, base);
  return fieldGrants ? allows(fieldGrants, right, caller, record) : true;
}

/** Right on a page, tool, statistic or document such as `page.dashboard` or `tool.peeringoverview`. */
export function canOpen(caller: Caller, name: string, right: Right = "read", data: RolesData = rolesData): boolean {
  if (!caller.role) return false;
  if (isReadOnly(caller.role) && right !== "read") return false;
  const group = `${name.slice(0, name.indexOf("."))}.*`;
  for (const role of lineage(baseRole(caller.role), data)) {
    const text = data.rights[role]?.[name] ?? data.rights[role]?.[group];
    if (text !== undefined) return text === "all" || text.split(" ").includes(right);
  }
  return false;
}

export function isReadOnly(role: string): boolean {
  return role.endsWith(READ_ONLY);
}

export function baseRole(role: string): string {
  return isReadOnly(role) ? role.slice(0, -READ_ONLY.length) : role;
}

function allows(grants: Grants, right: Right, caller: Caller, record: WireRecord | undefined): boolean {
  const grant: Grant | undefined = grants[right] ?? (right === "lookup" ? grants.read : undefined);
  if (grant === "own") return record !== undefined && Number(record.id) === caller.adminId;
  return grant === true;
}

function grantsOf(access: Readonly<Record<string, Grants>>, base: string): Grants {
  return namedGrants(access, base) ?? {};
}

/** Grants of the role itself or of the nearest role it inherits from; undefined when none is named. */
function namedGrants(access: Readonly<Record<string, Grants>>, base: string): Grants | undefined {
  for (const role of lineage(base, rolesData)) if (access[role]) return access[role];
  return undefined;
}

function lineage(base: string, data: RolesData): string[] {
  const role = data.roles.find((candidate) => candidate.name === base);
  return role?.inherits ? [base, ...lineage(role.inherits, data)] : [base];
}
