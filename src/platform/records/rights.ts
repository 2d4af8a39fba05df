import { can, isGuarded } from "../../core/access/access.ts";
import type { FieldDescriptor, ResourceDescriptor, Right } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { legacyResources } from "../../generated/legacyResources.gen.ts";
import type { Actor } from "../resourceHooks.ts";
import type { PlatformSettings } from "../runtime/settings.ts";

type Identity = Pick<PlatformSettings, "identity" | "capabilities">;

/**
 * Throws 403 when the caller's role lacks the right on a resource, never the "Invalid user" that logs clients out. `id`
 * is the record, for rights on one's own; reading without it needs any right to read.
 */
export function assertCan(
  identity: Identity,
  actor: Actor,
  descriptor: ResourceDescriptor,
  right: Right,
  id?: number,
): void {
  assertAvailable(identity, descriptor);
  if (right === "read" || right === "lookup") {
    if (readGrant(actor, descriptor) === "none") throw new PlatformError("forbidden");
    return;
  }
  // Some roles have no read-only variant; the flag restricts them all the same.
  if (actor.admin.read_only) throw new PlatformError("read_only");
  if (can(actor, descriptor, right, id === undefined ? {} : { record: { id } })) return;
  const mayOthers = right === "delete" && can(actor, descriptor, right, { record: noRecord });
  throw new PlatformError(mayOthers ? "own_account_delete" : "forbidden");
}

/** Whether a check of rights refuses nothing. */
export function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

/** An id that no record has. */
export const noRecord = { id: -1 } as const;

/** Whether the caller may read journals: some who read a record may not. */
export function readsJournals(actor: Actor): boolean {
  return legacyResources.journals !== undefined && can(actor, legacyResources.journals, "read");
}

export function assertReadsJournals(actor: Actor): void {
  if (!readsJournals(actor)) throw new PlatformError("forbidden");
}

/** Returns the part of a resource that the caller can read: every row in scope, the own record only, or nothing. */
export function readGrant(actor: Actor, descriptor: ResourceDescriptor): "all" | "own" | "none" {
  if (can(actor, descriptor, "lookup")) return "all";
  return can(actor, descriptor, "lookup", { record: { id: actor.adminId } }) ? "own" : "none";
}

/** Whether the caller can read this field of every record: sorting or filtering by a field reveals its values. */
export function readsField(actor: Actor, descriptor: ResourceDescriptor, field: FieldDescriptor | undefined): boolean {
  return !field || !isGuarded(field) || can(actor, descriptor, "lookup", { field, record: noRecord });
}

/** 404 when the platform lacks the feature; 403 when it lacks the licence. */
function assertAvailable({ identity, capabilities }: Identity, { needs }: ResourceDescriptor): void {
  if (needs?.flag !== undefined && !identity.flags[needs.flag]) {
    throw new PlatformError("feature_unavailable", { feature: needs.flag });
  }
  if (needs?.capability !== undefined && !capabilities[needs.capability]) {
    throw new PlatformError("feature_unavailable", { feature: needs.capability });
  }
  if (needs?.licence !== undefined && identity.licences && !identity.licences.includes(needs.licence)) {
    throw new PlatformError("licence_missing", { licence: needs.licence });
  }
}
