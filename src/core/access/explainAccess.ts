import { roles as rolesData } from "../../generated/permissions.gen.ts";
import type { DataFlag, Right, WireRecord } from "../schema/descriptor.ts";
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

/**
 * Why access is denied. noRole: the account has none; readOnly: allowed but for the read-only flag; flag: the role
 * allows it, but the account lacks the flag required as well; others: on every record but the caller's own; own: only
 * on the caller's own record; field, ownField: allowed on the record but not on this field, or only on one's own
 * record; right: the role does not have it.
 */
export type DenialReason = "noRole" | "readOnly" | "flag" | "others" | "own" | "ownField" | "field" | "right";

export type Explanation =
  | { readonly isAllowed: true }
  | {
      readonly isAllowed: false;
      readonly reason: DenialReason;
      /** The flag that the account lacks. */
      readonly flag?: DataFlag;
      /**
       * Base roles that may do it to this record, the caller's or anybody's, if the account may write and has all
       * flags.
       */
      readonly who: readonly string[];
      /** The owner of the record may do it, in some role. */
      readonly isOwners: boolean;
    };

export interface AboutRecord {
  readonly record?: WireRecord;
  readonly field?: GuardedField;
}

/** An id that no record has. */
const noOne = -1;
const baseRoles = rolesData.roles.map(({ name }) => name);

/**
 * Whether the caller may do this, and if not why and who could. Every answer comes from `can`: there are no rules here.
 */
export function explainAccess(caller: Caller, resource: Guarded, right: Right, about: AboutRecord = {}): Explanation {
  const allows = (asker: Caller, what: AboutRecord) => can(asker, resource, right, what);
  if (allows(caller, about)) return { isAllowed: true };
  const flagged = withFlags(caller, DATA_FLAGS);
  const ownRecord = { id: Number(about.record?.id ?? caller.adminId) };
  const other = { ...flagged, adminId: noOne };
  const who = baseRoles.filter((role) => allows({ ...flagged, role }, about) || allows({ ...other, role }, about));
  const isOwners = baseRoles.some(
    (role) =>
      !who.includes(role) && allows({ ...flagged, role, adminId: ownRecord.id }, { ...about, record: ownRecord }),
  );
  if (allows(flagged, about)) {
    const flag = DATA_FLAGS.find((name) => !allows(withFlags(caller, DATA_FLAGS, name), about));
    return { isAllowed: false, reason: "flag", flag, who, isOwners };
  }
  if (allows(other, about)) return { isAllowed: false, reason: "others", who, isOwners };
  return { isAllowed: false, reason: reasonOf(flagged, about, allows), who, isOwners };
}

/** The caller with all of these flags except one. */
function withFlags(caller: Caller, flags: readonly DataFlag[], but?: DataFlag): Caller {
  return { ...caller, admin: Object.fromEntries(flags.map((flag) => [flag, flag !== but])) };
}

/** Explains the access to a page, tool, statistic or document such as `page.dashboard`. */
export function explainPage(caller: Caller, name: string, right: Right = "read"): Explanation {
  if (canOpen(caller, name, right)) return { isAllowed: true };
  const who = baseRoles.filter((role) => canOpen({ ...caller, role }, name, right));
  const isLocked = isReadOnly(caller.role ?? "") && who.includes(baseRole(caller.role ?? ""));
  const reason = caller.role === null ? "noRole" : isLocked ? "readOnly" : "right";
  return { isAllowed: false, reason, who, isOwners: false };
}

function reasonOf(
  caller: Caller,
  about: AboutRecord,
  allows: (asker: Caller, what: AboutRecord) => boolean,
): DenialReason {
  if (caller.role === null) return "noRole";
  const writer = { ...caller, role: baseRole(caller.role) };
  if (writer.role !== caller.role && allows(writer, about)) return "readOnly";
  const onOwn = { ...about, record: { id: caller.adminId } };
  if (about.field && allows(writer, { record: about.record })) return allows(writer, onOwn) ? "ownField" : "field";
  return allows(writer, onOwn) ? "own" : "right";
}
