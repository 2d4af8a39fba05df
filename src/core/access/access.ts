import { roles as rolesData } from "../../generated/permissions.gen.ts";
import type {
  DataFlag,
  FieldDescriptor,
  Grants,
  ResourceSummary,
  Right,
  RoleCondition,
  RolesData,
  WireRecord,
} from "../schema/descriptor.ts";
import { baseRole, grantsOf, isReadOnly, lineage, readOnlyVariant } from "./accessGrants.ts";

export { baseRole, isReadOnly } from "./accessGrants.ts";

export type Flags = Readonly<Record<string, boolean | string>>;

/** Flags of an administrator that rights can require in addition to the role. */
export const DATA_FLAGS: readonly DataFlag[] = ["call_data", "billing_data"];

/** The caller: derived role, the administrator's own id and the flags of the record. */
export interface Caller {
  readonly role: string | null;
  readonly adminId: number;
  /** The administrator's record, read for its data flags; without it the caller has no flags. */
  readonly admin?: Readonly<Record<string, unknown>>;
}

/** The part of a resource that rights depend on; resources without a schema (of the legacy panel) have no more. */
export type Guarded = Pick<ResourceSummary, "access" | "accessFlags">;
export type GuardedField = Pick<FieldDescriptor, "access" | "accessFlags">;

/** The panel role of an administrator's record, by its flags in the order of `schemas/roles.json`; null: no rights. */
export function deriveRole(admin: WireRecord, data: RolesData = rolesData): string | null {
  const match = data.derivation.find(({ when }) => holds(when, admin));
  if (!match) return null;
  const hasVariant = data.roles.some((role) => role.name === match.role && role.readOnlyVariant);
  return admin.read_only && hasVariant ? readOnlyVariant(match.role) : match.role;
}

function holds(condition: RoleCondition, admin: WireRecord): boolean {
  if ("anyOf" in condition) return (condition.anyOf as readonly RoleCondition[]).some((part) => holds(part, admin));
  return Object.entries(condition).every(([flag, expected]) =>
    typeof expected === "boolean" ? Boolean(admin[flag]) === expected : admin[flag] === expected,
  );
}

/**
 * Whether the caller has this right on a resource, one of its records or one of its fields. The single answer for
 * server and panel; an own-record grant needs the record.
 */
export function can(
  caller: Caller,
  resource: Guarded,
  right: Right,
  { record, field }: { record?: WireRecord; field?: GuardedField } = {},
): boolean {
  if (!caller.role) return false;
  const grants = grantsOf(resource.access, caller.role);
  if (!grants || !allows(grants, right, caller, record) || !hasFlag(resource, right, caller)) return false;
  if (!field) return true;
  if (!hasFlag(field, right, caller)) return false;
  const ofField = field.access && grantsOf(field.access, caller.role);
  return ofField ? allows(ofField, right, caller, record) : true;
}

/** Whether rights on the field can differ from those on its resource. */
export function isGuarded({ access, accessFlags }: GuardedField): boolean {
  return access !== undefined || accessFlags !== undefined;
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

function allows(grants: Grants, right: Right, caller: Caller, record: WireRecord | undefined): boolean {
  const grant = ofRight(grants, right);
  if (grant === "own") return record !== undefined && Number(record.id) === caller.adminId;
  if (grant === "others") return record === undefined || Number(record.id) !== caller.adminId;
  return grant === true;
}

function hasFlag({ accessFlags }: GuardedField, right: Right, { admin }: Caller): boolean {
  const flag = accessFlags && ofRight(accessFlags, right);
  return flag === undefined || Boolean(admin?.[flag]);
}

/** Looking up counts as reading unless it has its own entry. */
function ofRight<T>(byRight: Readonly<Partial<Record<Right, T>>>, right: Right): T | undefined {
  return byRight[right] ?? (right === "lookup" ? byRight.read : undefined);
}
