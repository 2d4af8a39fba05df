import { roles as rolesData } from "../generated/permissions.gen.ts";
import {
  baseRole,
  type Caller,
  can,
  canOpen,
  DATA_FLAGS,
  type Guarded,
  type GuardedField,
  isReadOnly,
} from "./access.ts";
import type { Right, WireRecord } from "./descriptor.ts";

/**
 * Why something is refused. noRole: the account has none; readOnly: it would be allowed but for the read-only flag;
 * flag: but for a flag of the account that opens the data;
 * own: only on the own record; field, ownField: the record yes, this field not, or on the own record only; right: the
 * role does not have it.
 */
export type Refusal = "noRole" | "readOnly" | "flag" | "own" | "ownField" | "field" | "right";

export type Explanation =
  | { readonly isAllowed: true }
  | {
      readonly isAllowed: false;
      readonly reason: Refusal;
      /** Base roles that may do it to this record, with an account that may write and see the data. */
      readonly who: readonly string[];
      /** The person whose own record it is may do it, in some role. */
      readonly isOwners: boolean;
    };

export interface AboutRecord {
  readonly record?: WireRecord;
  readonly field?: GuardedField;
}

/** The record of somebody who has every flag that rights can require. */
const withFlags = Object.fromEntries(DATA_FLAGS.map((flag) => [flag, true]));
const baseRoles = rolesData.roles.map(({ name }) => name);

/** Whether the caller may do this, and if not why and who could. Every answer is `can`'s: there are no rules here. */
export function explainAccess(caller: Caller, resource: Guarded, right: Right, about: AboutRecord = {}): Explanation {
  const allows = (asker: Caller, what: AboutRecord) => can(asker, resource, right, what);
  if (allows(caller, about)) return { isAllowed: true };
  const own = { id: Number(about.record?.id ?? caller.adminId) };
  const who = baseRoles.filter((role) => allows({ ...caller, role, admin: withFlags }, about));
  const isOwners = baseRoles.some(
    (role) => !who.includes(role) && allows({ role, adminId: own.id, admin: withFlags }, { ...about, record: own }),
  );
  return { isAllowed: false, reason: reasonOf(caller, about, allows), who, isOwners };
}

/** The same for a page, tool, statistic or document such as `page.dashboard`. */
export function explainPage(caller: Caller, name: string, right: Right = "read"): Explanation {
  if (canOpen(caller, name, right)) return { isAllowed: true };
  const who = baseRoles.filter((role) => canOpen({ ...caller, role }, name, right));
  const isLocked = isReadOnly(caller.role ?? "") && who.includes(baseRole(caller.role ?? ""));
  const reason = caller.role === null ? "noRole" : isLocked ? "readOnly" : "right";
  return { isAllowed: false, reason, who, isOwners: false };
}

function reasonOf(caller: Caller, about: AboutRecord, allows: (asker: Caller, what: AboutRecord) => boolean): Refusal {
  if (caller.role === null) return "noRole";
  if (allows({ ...caller, admin: withFlags }, about)) return "flag";
  const writer = { ...caller, role: baseRole(caller.role), admin: withFlags };
  if (writer.role !== caller.role && allows(writer, about)) return "readOnly";
  const onOwn = { ...about, record: { id: caller.adminId } };
  if (about.field && allows(writer, { record: about.record })) return allows(writer, onOwn) ? "ownField" : "field";
  return allows(writer, onOwn) ? "own" : "right";
}
