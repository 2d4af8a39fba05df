import { type RawBuilder, sql } from "kysely";
import type { ResourceDescriptor, Right } from "../../core/schema/descriptor.ts";
import { notFound } from "../../core/validation/errors.ts";
import { parseId } from "../http/query.ts";
import { type PreferenceKind, valuesResource } from "../preferences/preferenceKind.ts";
import type { Actor, HookContext, ReadContext, Row } from "../resourceHooks.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "./plan/resourcePlan.ts";

/** The part of the platform that preferences need: their owners, and the rights on them. */
export interface Owners {
  readonly plans: Plans;
  assertCan(actor: Actor, descriptor: ResourceDescriptor, right: Right): void;
  findVisible<R extends string>(context: ReadContext, resource: R, id: number): Promise<Row<R>>;
}

/** Throws 403 when the caller lacks the right on owners of the kind: preferences are part of their owner. */
export function assertOwnersCan(context: Owners, actor: Actor, kind: PreferenceKind, right: Right): void {
  context.assertCan(actor, ownersPlan(context, kind).descriptor, right);
}

/**
 * The owner by the id in the path; terminated ones have no preferences any more, although their record is still
 * visible.
 */
export async function findPreferenceOwner(
  context: Owners,
  readContext: ReadContext,
  kind: PreferenceKind,
  text: string,
): Promise<Row> {
  const id = parseId(text);
  if (id === undefined) throw notFound(valuesResource(kind), text);
  const owner = await context.findVisible(readContext, kind.owner.resource, id);
  const { remove } = ownersPlan(context, kind).descriptor;
  if (remove.by === "status" && owner[remove.field] === remove.value) throw notFound(valuesResource(kind), text);
  return owner;
}

/** Returns the condition of owners that are not terminated. */
export function notTerminatedConditions(context: Owners, kind: PreferenceKind): RawBuilder<boolean>[] {
  const { remove } = ownersPlan(context, kind).descriptor;
  if (remove.by !== "status") return [];
  return [sql<boolean>`${sql.ref(`${rootAlias}.${remove.field}`)} <> ${remove.value}`];
}

/** Serialises changes of one owner's preferences. */
export async function lockOwner({ db }: HookContext, context: Owners, kind: PreferenceKind, id: number) {
  const { table } = ownersPlan(context, kind);
  await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(db);
}

export function ownersPlan({ plans }: Owners, { owner }: PreferenceKind): ResourcePlan {
  return planOf(plans, owner.resource);
}
